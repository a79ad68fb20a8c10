import { MATCHED, type Reason } from '@hinterland/actions';

/** Reason of a row that brings its own coordinates. */
const GIVEN = 'given';

/** Reason of a row that brings coordinates outside the territory: it is shown there, and no question takes it. */
export const OUTSIDE = 'outside';

/** Reason of a row whose latitude and longitude are exchanged. */
export const SWAPPED = 'coordinates_swapped';

/** Reason of a row that a member placed on the map. */
export const BY_HAND = 'by_hand';

/** A row that names a street alone lies in its middle, which is somewhere on it. */
const STREET_ALONE: Reason = 'no_number';

/** Reasons of rows that are somewhere: by their own coordinates, an address or a street that was found, or by hand. */
export const MATCHED_REASONS: readonly string[] = [GIVEN, BY_HAND, ...MATCHED, STREET_ALONE];

export const isMatched = (reason: string): boolean => MATCHED_REASONS.includes(reason);

/** How sure the place of a row is. */
export const ROW_STATES = ['placed', 'approximate', 'by_hand', 'outside', 'unplaced'] as const;
export type RowState = (typeof ROW_STATES)[number];

const SURE_REASONS: readonly string[] = [GIVEN, 'exact'];

/** A place is approximate where the address that was found is not quite that of the row. */
export function stateOf(reason: string): RowState {
  if (reason === OUTSIDE) return 'outside';
  if (!isMatched(reason)) return 'unplaced';
  if (reason === BY_HAND) return 'by_hand';
  return SURE_REASONS.includes(reason) ? 'placed' : 'approximate';
}

/** Reasons of the rows in a state; those without a place have any other. */
export const reasonsOf = (state: Exclude<RowState, 'unplaced'>): readonly string[] =>
  [...MATCHED_REASONS, OUTSIDE].filter((reason) => stateOf(reason) === state);
