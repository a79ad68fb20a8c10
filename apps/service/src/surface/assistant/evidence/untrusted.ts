/**
 * Texts that others wrote (names, brands, cells, shared analyses, errors) on their way to the model and to the page: shorn of
 * what steers a reader, cut, and fenced, so that they arrive as data.
 */

/** Controls, marks of direction, joiners of no width, tags, private and unassigned characters. */
const STEERING = /(?:[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029\u3164\uffa0]|\u034f)+/gu;
const MAIL = /[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,190}\.\p{L}{2,}/gu;
const KEY = /\bhl_(?:live|test)_[0-9A-Za-z]{8}\w*/g;

/** Most characters of one text, and of one result as JSON. */
const TEXT_CHARACTERS = 300;
const RESULT_CHARACTERS = 40_000;
const LISTS = [60, 25, 12, 6, 3, 1] as const;

/** One line without steering characters, mail addresses and keys, cut to its length. */
export function cleanText(text: string, most = TEXT_CHARACTERS): string {
  const plain = text.replace(STEERING, ' ').replace(MAIL, '(mail address)').replace(KEY, '(key)');
  const characters = [...plain.replace(/\s+/g, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** A text of several lines without steering characters; line ends stay. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', ' ').replace(STEERING, ''))
    .join('\n');

/**
 * A result as the model gets it: texts cleaned, polygons left out; where it is too long, meanings of fields left out, then
 * lists cut until all of it fits. Members and indexes keep their places, so that a path into it is a path into the result.
 */
export function digestOf(result: unknown): unknown {
  for (const shape of [{ most: LISTS[0], isBrief: false }, ...LISTS.map((most) => ({ most, isBrief: true }))]) {
    const digest = shortened(result, shape, 0);
    if (JSON.stringify(digest).length <= RESULT_CHARACTERS) return digest;
  }
  return { note: 'This result is too long to be shown here. It is stored with its analysis.' };
}

const DEPTH = 12;

interface Shape {
  /** Items of a list that are shown. */
  readonly most: number;
  /** Without `fields`, which says what each figure of a topic means: the names of the figures say it in short. */
  readonly isBrief: boolean;
}

function shortened(value: unknown, shape: Shape, depth: number): unknown {
  const { most, isBrief } = shape;
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) return '(left out)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map((item) => shortened(item, shape, depth + 1));
    return value.length <= most ? shown : [...shown, `(${value.length - most} more)`];
  }
  if (isGeometry(value)) return '(geometry)';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isBrief && name === 'fields'))
      .slice(0, 200)
      .map(([name, member]) => [
        cleanText(name, 80),
        name === 'geometry' && member !== null ? '(geometry)' : shortened(member, shape, depth + 1),
      ]),
  );
}

/** A geometry itself, or a collection of drawn ones without further figures. What has one beside other members keeps those. */
const isGeometry = (value: object): boolean =>
  'type' in value &&
  (('coordinates' in value && Object.keys(value).length <= 3) ||
    'geometries' in value ||
    value.type === 'FeatureCollection');

/** Data between marks that they cannot close: JSON without the characters of the marks. */
export const fenced = (label: string, data: unknown): string =>
  `<data of="${label}">\n${JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}\n</data>`;
