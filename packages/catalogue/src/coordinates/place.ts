import { numberReadings } from '../numbers/number.ts';
import { type Angle, angleOf, type MeaningOfO, plainAngles } from './angle.ts';
import { isGrid } from './grids.ts';
import { isLink, placeInLink } from './links.ts';
import type { Spot, SpotReading } from './spot.ts';

const CHARACTERS_MAX = 2000;
/** Where one coordinate may end and the next begin, the surest first. */
const BOUNDARIES: readonly RegExp[] = [
  / ?[;|/\n] ?/g,
  /, | ,/g,
  /,/g,
  / /g,
  /(?<=[a-zа-я"'°])(?=[-+\d])|(?<=[\d"'°])(?=[a-zа-я])|(?<=\d)(?=[-+]\d)|(?<=[\d°'"分秒度])(?=[東东西經])/gi,
];

/**
 * Returns the place that a text writes: two coordinates in any way of `angleOf`, latitude first unless letters or labels say
 * otherwise, `geo:`, a point in WKT, a link of a map. Null where the text is something else, such as an address. The order
 * is never exchanged in silence, and O is east or west only where `o` says so.
 */
export function spotIn(text: string, o?: MeaningOfO): SpotReading | null {
  if (text.length > CHARACTERS_MAX) return null;
  if (isLink(text)) {
    const found = placeInLink(text.trim(), (pair) => spotInText(pair, o));
    return found === null ? { fault: 'link', spots: [] } : checked(found);
  }
  return isGrid(text) ? { fault: 'grid', spots: [] } : spotInText(text, o);
}

function spotInText(text: string, o?: MeaningOfO): SpotReading | null {
  const point = /^(?:SRID=\d+;)?\s*POINT\s*Z?\s*\(\s*(\S+)\s+(\S+)(?:\s+\S+)?\s*\)$/i.exec(text.trim());
  if (point !== null) return checked({ lat: Number(point[2]), lng: Number(point[1]) });
  const plain = plainAngles(text)
    .replace(/^[([{<] ?(.*?) ?[)\]}>]$/, '$1')
    .replace(/(?<!\p{L})[.,;] ?$/u, '');
  if (!/\d/.test(plain) || plain.length > 120) return null;
  for (const boundary of BOUNDARIES) {
    const pairs = [...plain.matchAll(boundary)].flatMap(({ index, 0: mark }) => {
      const pair = pairOf(plain.slice(0, index), plain.slice(index + mark.length), o);
      return pair === null ? [] : [pair];
    });
    const likely = pairs.filter(isOnEarth);
    const [only, ...others] = likely.length > 0 ? likely : pairs;
    if (only === undefined) continue;
    if (others.length > 0) return { fault: 'ambiguous', spots: [only, ...others].map(spotOf) };
    if (only.isDoubtful) return { fault: 'direction', spots: [only, { ...only, lng: -only.lng }].map(spotOf) };
    return checked(spotOf(only), only.isOrdered);
  }
  // "-36.2 S": a minus beside a letter that says the same, or turns it.
  const unsigned = /\p{L}/u.test(plain) ? plain.replaceAll('-', '') : plain;
  const bare = unsigned === plain ? null : spotInText(unsigned, o);
  if (bare?.fault === null) return { fault: 'ambiguous', spots: [bare.spot] };
  const [, first, second] = THREE.exec(plain) ?? [];
  if (first !== undefined && second !== undefined) {
    const [a, b] = [Number(first), Number(second)];
    return {
      fault: 'ambiguous',
      spots: [
        { lat: a, lng: b },
        { lat: b, lng: a },
      ].filter(isOnEarth),
    };
  }
  const angle = angleOf(plain, o);
  // "12 N" may be a house; with decimals or a sign of degrees a single coordinate is one.
  return angle !== null && angle.axis !== null && /°|\d[.,]\d/.test(plain) ? { fault: 'half', spots: [] } : null;
}

/** Two coordinates and a height; programs disagree which comes first then. */
const THREE = /^([-+]?\d{1,3}\.\d+)[, ] ?([-+]?\d{1,3}\.\d+)[, ] ?[-+]?\d+(?:\.\d+)?$/;

interface Pair extends Spot {
  readonly isDoubtful: boolean;
  /** Whether letters or labels say which is which. */
  readonly isOrdered: boolean;
}

function pairOf(first: string, second: string, o?: MeaningOfO): Pair | null {
  const [a, b] = [angleOf(first, o), angleOf(second, o)];
  if (a === null || b === null || (a.axis !== null && a.axis === b.axis)) return null;
  // "48 137 11.5" is no latitude of one part beside a longitude of two, unless signs say so.
  if (a.parts !== b.parts && !(a.isMarked && b.isMarked)) return null;
  // Letters stand before both or behind both: "36.2 S 51.7" is no longitude of 36.2.
  if (/^\p{L}/u.test(second.trim()) && !/^\p{L}/u.test(first.trim())) return null;
  const isExchanged = a.axis === 'lng' || b.axis === 'lat';
  const [lat, lng]: readonly [Angle, Angle] = isExchanged ? [b, a] : [a, b];
  return {
    lat: lat.degrees,
    lng: lng.degrees,
    isDoubtful: lat.isDoubtful || lng.isDoubtful,
    isOrdered: a.axis !== null || b.axis !== null,
  };
}

const spotOf = ({ lat, lng }: Spot): Spot => ({ lat, lng });
const isOnEarth = ({ lat, lng }: Spot): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** A spot on earth, or why it is none. `isOrdered` says that nobody can have exchanged the coordinates. */
function checked(spot: Spot, isOrdered = true): SpotReading {
  if (isOnEarth(spot)) return { fault: null, spot };
  const exchanged = { lat: spot.lng, lng: spot.lat };
  if (!isOrdered && isOnEarth(exchanged)) return { fault: 'swapped', spots: [exchanged] };
  return { fault: 'outside', spots: [] };
}

/** "-36,2" is one coordinate with decimals, and no pair of whole ones. */
export const isNumber = (text: string): boolean => numberReadings(text).length > 0;

/**
 * Returns the place of a latitude and a longitude in cells of their own, as `spotIn` does. Null where both are empty. A cell
 * with both coordinates counts where the other is empty or says the same.
 */
export function spotInCells(latText: string, lngText: string, o?: MeaningOfO): SpotReading | null {
  const [lat, lng] = [latText.trim(), lngText.trim()];
  if (lat === '' && lng === '') return null;
  if ((lat === '' || lng === '' || lat === lng) && !isNumber(lat || lng)) {
    const both = spotIn(lat || lng, o);
    if (both !== null && both.fault !== 'half') return both;
  }
  const [north, east] = [angleOf(plainAngles(lat), o), angleOf(plainAngles(lng), o)];
  if (north === null || east === null) return { fault: 'outside', spots: [] };
  if (north.isDoubtful || east.isDoubtful) {
    return {
      fault: 'direction',
      spots: [east.degrees, -east.degrees].map((one) => ({ lat: north.degrees, lng: one })),
    };
  }
  const spot = { lat: north.degrees, lng: east.degrees };
  const isExchanged = north.axis === 'lng' || east.axis === 'lat';
  if (isExchanged && north.axis === east.axis) return { fault: 'outside', spots: [] };
  if (isExchanged) return { fault: 'swapped', spots: [{ lat: spot.lng, lng: spot.lat }] };
  return checked(spot, false);
}
