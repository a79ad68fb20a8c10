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
const RESULT_CHARACTERS = 12_000;
const LISTS = [60, 25, 12, 6, 3, 1];

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
 * A result as the model gets it: texts cleaned, polygons left out, lists cut until all of it fits. Members and indexes keep
 * their places, so that a path into it is a path into the result.
 */
export function digestOf(result: unknown): unknown {
  for (const most of LISTS) {
    const digest = shortened(result, most, 0);
    if (JSON.stringify(digest).length <= RESULT_CHARACTERS) return digest;
  }
  return { note: 'This result is too long to be shown here. It is stored with its analysis.' };
}

const DEPTH = 12;

function shortened(value: unknown, most: number, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) return '(left out)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map((item) => shortened(item, most, depth + 1));
    return value.length <= most ? shown : [...shown, `(${value.length - most} more)`];
  }
  if ('coordinates' in value || 'geometry' in value || isCollection(value)) return '(geometry)';
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 200)
      .map(([name, member]) => [cleanText(name, 80), shortened(member, most, depth + 1)]),
  );
}

const isCollection = (value: object): boolean => 'type' in value && value.type === 'FeatureCollection';

/** Data between marks that they cannot close: JSON without the characters of the marks. */
export const fenced = (label: string, data: unknown): string =>
  `<data of="${label}">\n${JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}\n</data>`;
