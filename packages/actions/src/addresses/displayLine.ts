import addressFormatter from '@fragaria/address-formatter';
import { countryHabits } from '@hinterland/catalogue';

/** Parts of an address as the data hold them; "" where they say nothing. */
export interface AddressText {
  readonly number: string;
  readonly numberLast: string;
  readonly unit: string;
  readonly street: string;
  readonly locality: string;
  readonly region: string;
  readonly postcode: string;
}

type Slot = 'houseNumber' | 'road' | 'city' | 'state' | 'postcode';
const SLOTS: readonly Slot[] = ['houseNumber', 'road', 'city', 'state', 'postcode'];
/** Characters of private use stand for the parts in a pattern. */
const MARKS: Readonly<Record<Slot, string>> = {
  houseNumber: '\ue001',
  road: '\ue002',
  city: '\ue003',
  state: '\ue004',
  postcode: '\ue005',
};
const MARK = /[\ue001-\ue005]/g;

/** Lines with marks, by country and parts at hand: the templates take a tenth of a millisecond, a pattern nothing. */
const patterns = new Map<string, string>();

/**
 * One line in the order of the country's convention: "100 Broadway, New York, NY 10005", "Via Roma 12, 20121 Milano".
 * Orders are those of the templates of OpenCage's address-formatting. `country`: two-letter code; one that nobody knows
 * gets the order that is commonest.
 */
export function displayLine(parts: AddressText, country: string): string {
  const { number, unit } = unitPlaced(parts, country);
  const slots: Readonly<Record<Slot, string>> = {
    houseNumber: number,
    road: parts.street,
    city: parts.locality,
    state: parts.region,
    postcode: parts.postcode,
  };
  const given = SLOTS.filter((slot) => slots[slot] !== '');
  const key = `${country} ${given.join()}`;
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    pattern = patternOf(given, country);
    patterns.set(key, pattern);
  }
  const line = pattern.replace(MARK, (mark) => slots[SLOTS.find((slot) => MARKS[slot] === mark)!]);
  if (unit === '') return line;
  const [first, ...rest] = line.split(', ');
  return [first, unit, ...rest].join(', ');
}

function patternOf(given: readonly Slot[], country: string): string {
  const marked = Object.fromEntries(given.map((slot) => [slot, MARKS[slot]]));
  const lines = addressFormatter.format(
    { ...marked, countryCode: country },
    { output: 'array', cleanupPostcode: false },
  );
  const line = lines.join(', ');
  // A template may lack a part: it is added at the end.
  const forgotten = given.filter((slot) => !line.includes(MARKS[slot]) && slot !== 'state').map((slot) => MARKS[slot]);
  return [line, ...forgotten].filter((text) => text !== '').join(', ');
}

/**
 * Places a flat by the country's habit: before the number ("3/17", "3-17") or behind the street, with a mark if the
 * country has one ("# 3"). A unit with a word for its kind ("Suite 4") stays behind the street as it is.
 */
function unitPlaced({ number, numberLast, unit }: AddressText, country: string): { number: string; unit: string } {
  const range = numberLast === '' ? number : `${number}-${numberLast}`;
  if (unit === '') return { number: range, unit: '' };
  const isPlain = !/\p{L}{2}/u.test(unit);
  if (!isPlain) return { number: range, unit };
  const { unitBeforeNumber, unitMark } = countryHabits(country);
  if (unitBeforeNumber !== null) return { number: `${unit}${unitBeforeNumber}${range}`, unit: '' };
  return { number: range, unit: `${unitMark}${unit}` };
}
