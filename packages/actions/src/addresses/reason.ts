import type { FoundAddress } from './schema.ts';

/** Why a row of a list was matched, or was not. */
export const REASONS = {
  exact: 'the address as it stands',
  in_range: 'inside a range of numbers that is held as one address',
  no_unit: 'the house; the flat or unit is not held',
  misspelt: 'the address, spelt in another way',
  ambiguous: 'several places fit as well',
  other_suffix: 'the number is held with another suffix only',
  number_not_held: 'the street is held, the number is not',
  no_number: 'the query names a street without a number',
  place_only: 'only a town, postcode or area was recognised',
  unsure: 'too little of the query was recognised',
  nothing: 'nothing fits',
} as const;
export type Reason = keyof typeof REASONS;

/** Reasons of rows that are matched to an address. */
export const MATCHED: readonly Reason[] = ['exact', 'in_range', 'no_unit', 'misspelt'];

/** Below this, an answer is reported as similar but not taken for the address. */
const SURE_CONFIDENCE = 0.7;

/** Why the answer of search.resolve_address is the address, or is not. */
export function reasonOf(address: FoundAddress | null, ambiguous: boolean): Reason {
  if (address === null) return 'nothing';
  const { number, unit, spelledAlike } = address.match;
  if (address.kind !== 'address' && address.kind !== 'street') return 'place_only';
  if (number === 'nearest' || number === 'none') return 'number_not_held';
  // Being ambiguous has halved the confidence.
  if ((ambiguous ? 2 : 1) * address.confidence < SURE_CONFIDENCE) return 'unsure';
  if (ambiguous) return 'ambiguous';
  if (address.kind === 'street') return 'no_number';
  if (number === 'other_suffix') return 'other_suffix';
  if (number === 'in_range') return 'in_range';
  if (unit === false) return 'no_unit';
  return spelledAlike ? 'exact' : 'misspelt';
}
