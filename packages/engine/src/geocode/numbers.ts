import { houseNumberKey, leadingDigits, unitKey } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import type { NumberReading } from './query.ts';
import { lowerBound, type SearchIndex } from './searchIndex.ts';

/** Kind of the match of a house number. */
export type NumberMatch =
  /** The number as it stands. */
  | 'exact'
  /** It lies in a range that is stored as one address, on the same side of the street. */
  | 'in_range'
  /** Another suffix of the same number. */
  | 'other_suffix'
  /** The street has no such number; this is the nearest. */
  | 'nearest';

export interface NumberHit {
  /** Row of `addresses`. */
  readonly address: number;
  readonly match: NumberMatch;
  /** Whether the requested unit is stored; null if none was requested. */
  readonly unit: boolean | null;
}

/** Numbers farther apart are not neighbors. */
const NEAR = 200;
/** A stored range begins at most this many numbers before its last. */
const WIDEST_RANGE = 60;
const MOST_HITS = 30;

/**
 * Returns the addresses of a run (rows `first` to before `end`) that a number may mean: those with it, else those whose
 * range includes it, else those with another suffix, else the next number below and above. One address per house and pole.
 */
export function findNumber(
  { addresses }: Territory,
  { numbers, secondNumbers, countries }: SearchIndex,
  first: number,
  end: number,
  reading: NumberReading,
): NumberHit[] {
  const { number } = reading;
  const value = leadingDigits(number);
  const { value: values } = numbers;
  const low = lowerBound(values, value, first, end);
  const high = lowerBound(values, value + 1, low, end);
  const exact: number[] = [];
  const others: number[] = [];
  for (let row = low; row < high; row++) {
    (isNumber(addresses, row, number) ? exact : others).push(row);
  }
  if (exact.length > 0) return houses(addresses, exact, 'exact', reading, countries);
  const parts = secondNumbers === null ? [] : ofTwo(addresses, secondNumbers, first, end, number);
  if (parts.length > 0) return houses(addresses, parts, 'exact', reading, countries);
  const ranges: number[] = [];
  for (let row = low - 1; row >= first && value - values[row]! <= WIDEST_RANGE; row--) {
    const text = addresses.numberLast.at(row);
    const last = text === '' ? 0 : leadingDigits(text);
    if (last >= value && (value - values[row]!) % 2 === 0) ranges.push(row);
  }
  if (ranges.length > 0) return houses(addresses, ranges, 'in_range', reading, countries);
  // "10-14" where the street has 10 alone; "10-2" is no range.
  const begun = others.filter((row) => number.startsWith(`${houseNumberKey(addresses.number.at(row))}-`));
  const last = leadingDigits(number.split('-')[1] ?? '');
  const isRange = last > value && last - value <= WIDEST_RANGE;
  if (begun.length > 0) return houses(addresses, begun, isRange ? 'in_range' : 'other_suffix', reading, countries);
  if (others.length > 0 && value > 0) return houses(addresses, others, 'other_suffix', reading, countries);
  if (value === 0) return [];
  const near = [low - 1, high].filter((row) => row >= first && row < end && Math.abs(values[row]! - value) <= NEAR);
  return houses(addresses, near, 'nearest', reading, countries).filter(({ address }) => values[address]! > 0);
}

function isNumber({ number, numberLast }: Territory['addresses'], row: number, key: string): boolean {
  const held = houseNumberKey(number.at(row));
  if (held === key) return true;
  if (!key.startsWith(held)) return false;
  const last = numberLast.at(row);
  return last !== '' && key === `${held}-${houseNumberKey(last)}`;
}

/** Returns the houses with two numbers, as in "806/3", of which this is one: as the second one, else as the first. */
function ofTwo(
  { number }: Territory['addresses'],
  secondNumbers: Uint32Array,
  first: number,
  end: number,
  key: string,
): number[] {
  const value = leadingDigits(key);
  const seconds: number[] = [];
  const firsts: number[] = [];
  for (let row = first; row < end; row++) {
    if (secondNumbers[row] === 0) continue;
    const [one, other] = houseNumberKey(number.at(row)).split('/');
    if (secondNumbers[row] === value && other === key) seconds.push(row);
    else if (one === key) firsts.push(row);
  }
  return seconds.length > 0 ? seconds : firsts;
}

/** Returns the requested flat of a house, else the house as a whole, else its first flat. */
function houses(
  addresses: Territory['addresses'],
  rows: readonly number[],
  match: NumberMatch,
  { unit }: NumberReading,
  countries: readonly string[],
): NumberHit[] {
  const best = new Map<string, { hit: NumberHit; rank: number }>();
  for (const row of rows) {
    const held = addresses.unit.at(row);
    const isUnit = unit === '' ? null : held !== '' && unitKey(held, countries) === unit;
    const rank = isUnit === true ? 2 : held === '' ? 1 : 0;
    const house = `${addresses.pole[row]}\n${addresses.number.at(row)}\n${addresses.postcode[row]}`;
    if ((best.get(house)?.rank ?? -1) < rank) best.set(house, { hit: { address: row, match, unit: isUnit }, rank });
    if (best.size >= MOST_HITS) break;
  }
  return [...best.values()].map(({ hit }) => hit);
}
