import { plainText } from '../numbers/plainText.ts';

export type Axis = 'lat' | 'lng';

/** What the letter O stands for: east in German and Dutch, west in French, Spanish, Italian and Portuguese. */
export type MeaningOfO = 'east' | 'west';

/** One coordinate. */
export interface Angle {
  readonly degrees: number;
  /** By its letter or its label; null where it has none. */
  readonly axis: Axis | null;
  /** Degrees alone, with minutes, with minutes and seconds. */
  readonly parts: 1 | 2 | 3;
  /** Whether signs or letters say that this is an angle. */
  readonly isMarked: boolean;
  /** Whether the letter O decides its sign, and nothing says what it means. `degrees` are those of the east then. */
  readonly isDoubtful: boolean;
}

interface Direction {
  readonly axis: Axis;
  readonly sign: 1 | -1 | 0;
}

const directionsOf = (axis: Axis, sign: Direction['sign'], words: string) =>
  words.split(',').map((word) => [word.trim(), { axis, sign }] as const);

/** Letters and words of directions, in lower case; sign 0 marks the letter O and labels, which name an axis alone. */
const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ...directionsOf('lat', 1, 'n, n., north, nord, norte, noord, norr, północ, с, с.ш., с. ш., 北緯, 北纬, 북위'),
  ...directionsOf(
    'lat',
    -1,
    's, s., south, süd, sued, sud, sur, sul, zuid, syd, południe, ю, ю.ш., ю. ш., 南緯, 南纬, 남위',
  ),
  ...directionsOf(
    'lng',
    1,
    'e, e., east, ost, est, este, leste, oost, öst, øst, wschód, в, в.д., в. д., 東経, 东经, 東經, 동경',
  ),
  ...directionsOf(
    'lng',
    -1,
    'w, w., west, ouest, oeste, ovest, väst, vest, zachód, з, з.д., з. д., 西経, 西经, 西經, 서경',
  ),
  ...directionsOf('lng', 0, 'o, o.'),
]);
const LABELS: ReadonlyMap<string, Direction> = new Map([
  ...directionsOf('lat', 0, 'lat, lat., latitude, latitud, latitudine, breite, breitengrad, y'),
  ...directionsOf('lng', 0, 'lon, lon., lng, long, long., longitude, longitud, longitudine, länge, längengrad, x'),
]);

const words = (known: ReadonlyMap<string, Direction>): string =>
  [...known.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('.', '\\.'))
    .join('|');
const LABEL = new RegExp(`^(${words(LABELS)})(?: ?[:=] ?| )`, 'i');
const BEFORE = new RegExp(`^(${words(DIRECTIONS)}) ?(?=[\\d.])`, 'i');
const BEHIND = new RegExp(`(?<=[\\d°'". ]) ?(${words(DIRECTIONS)})$`, 'i');

/** Degrees, with minutes, with seconds; blanks and colons part them, too. Seconds and minutes may have decimals where they end it. */
const BODY =
  /^(\d{1,3}(?:[.,]\d*)?|[.,]\d+)(?:e([-+]?\d{1,3}))?(?: ?° ?|[ :]|$)(?:(\d{1,2}(?:[.,]\d*)?)(?: ?' ?|[ :]|$)(?:(\d{1,2}(?:[.,]\d*)?)(?: ?" ?)?)?)?$/i;

/** Returns a text as angles are read: numbers as `plainText` has them, one sign for degrees, minutes and seconds. */
export function plainAngles(text: string): string {
  return plainText(text)
    .replaceAll('\u066b', '.')
    .replace(/[\u2032\u02ca\u0384]/g, "'")
    .replace(/[\u2033\u201c-\u201f\u02ba\u02dd\uff02]|'{2}/g, '"')
    .replace(/[\u00ba\u02da\u2218\u02d9\u5ea6\ub3c4]| ?\b(?:degrees?|deg|grad|grados|degrés)\b\.?/gi, '°')
    .replace(/(?<=\d)d(?=[ \d])/g, '°')
    .replace(/\u5206/g, "'")
    .replace(/\u79d2/g, '"');
}

/**
 * Returns the coordinate that a text of `plainAngles` writes: decimal degrees with point or comma, degrees and minutes,
 * degrees, minutes and seconds, with a sign or the letter or word of a direction before or behind. Null where it writes none.
 */
export function angleOf(plain: string, o?: MeaningOfO): Angle | null {
  let rest = plain.trim();
  const label = LABEL.exec(rest);
  if (label !== null) rest = rest.slice(label[0].length);
  const before = BEFORE.exec(rest);
  if (before !== null) rest = rest.slice(before[0].length);
  const behind = BEHIND.exec(rest);
  if (behind !== null) rest = rest.slice(0, behind.index);
  if (before !== null && behind !== null) return null;
  const letter = (before ?? behind)?.[1]?.toLowerCase();
  const direction = letter === undefined ? undefined : DIRECTIONS.get(letter);
  const axis = label === null ? null : LABELS.get(label[1]!.toLowerCase())!.axis;
  if (axis !== null && direction !== undefined && direction.axis !== axis) return null;
  const [, sign = '', unsigned = ''] = /^([-+]?) ?(.*)$/.exec(rest.trim()) ?? [];
  if (sign !== '' && direction !== undefined) return null;
  const size = sizeOf(unsigned);
  if (size === null) return null;
  const isO = direction?.sign === 0;
  const turn = isO ? (o === 'west' ? -1 : 1) : (direction?.sign ?? (sign === '-' ? -1 : 1));
  return {
    degrees: size.degrees === 0 ? 0 : turn * size.degrees,
    axis: direction?.axis ?? axis,
    parts: size.parts,
    isMarked: direction !== undefined || axis !== null || /[°'"]/.test(unsigned),
    isDoubtful: isO && o === undefined,
  };
}

function sizeOf(unsigned: string): Pick<Angle, 'degrees' | 'parts'> | null {
  const found = BODY.exec(unsigned);
  if (found === null) return null;
  const [, degrees = '', power, minutes, seconds] = found;
  const isWhole = (text: string) => /^\d+$/.test(text);
  // Decimals belong to the last part alone.
  if (minutes !== undefined && (!isWhole(degrees) || power !== undefined)) return null;
  if (seconds !== undefined && !isWhole(minutes!)) return null;
  const [d, m, s] = [degrees, minutes ?? '0', seconds ?? '0'].map((part) => Number(part.replace(',', '.')));
  if (m! >= 60 || s! >= 60) return null;
  const whole = Number(`${d}${power === undefined ? '' : `e${power}`}`);
  const parts = seconds !== undefined ? 3 : minutes !== undefined ? 2 : 1;
  // Rounded to less than a millimeter, so that parts of sixty leave no digits of binary fractions.
  return { degrees: parts === 1 ? whole : Math.round((whole + m! / 60 + s! / 3600) * 1e9) / 1e9, parts };
}

/**
 * Returns the degrees of a single coordinate, NaN where the text writes none, one of the other axis, or one on whose letter
 * ("O") nothing decides.
 */
export function degreesOf(text: string, axis: Axis, o?: MeaningOfO): number {
  const angle = angleOf(plainAngles(text), o);
  return angle === null || angle.isDoubtful || (angle.axis ?? axis) !== axis ? Number.NaN : angle.degrees;
}
