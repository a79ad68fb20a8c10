import { oncePer } from '@hinterland/geo';
import {
  LISTING_KINDS,
  LISTING_STATES,
  type ListingKind,
  type ListingState,
  NO_DAY,
  PROPERTY_TYPES,
  type PropertyType,
  type Realestate,
  type Territory,
} from '@hinterland/territory';
import { monthOfDay } from './periods.ts';

/** The listings of a territory, ready to be asked; made once per territory. */
export interface Listings {
  readonly table: Realestate['listings'];
  /** Rows of pole p are startOfPole[p] .. startOfPole[p + 1]. */
  readonly startOfPole: Uint32Array;
  /** Months since January 1970, NO_DAY where the day is not known. */
  readonly month: Int32Array;
  /** First and last month of all rows; null where no row has a day. */
  readonly months: { readonly first: number; readonly last: number } | null;
}

/** Null where the territory has no realestate family. */
export const listingsOf = oncePer(({ realestate, poles }: Territory): Listings | null =>
  realestate === null ? null : prepare(realestate.listings, poles.rows),
);

function prepare(table: Realestate['listings'], poles: number): Listings {
  const startOfPole = new Uint32Array(poles + 1);
  for (const pole of table.pole) startOfPole[pole + 1]!++;
  for (let pole = 0; pole < poles; pole++) startOfPole[pole + 1]! += startOfPole[pole]!;
  const month = Int32Array.from(table.day, monthOfDay);
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of month) {
    if (value === NO_DAY) continue;
    first = Math.min(first, value);
    last = Math.max(last, value);
  }
  return { table, startOfPole, month, months: first <= last ? { first, last } : null };
}

export interface ListingFilter {
  readonly kinds: readonly ListingKind[];
  readonly states: readonly ListingState[];
  readonly types: readonly PropertyType[];
  /** Months since January 1970, both inclusive. Rows without a day never pass. */
  readonly fromMonth: number;
  readonly toMonth: number;
}

/** Whether a row of the listings passes. */
export function listingTest({ table, month }: Listings, filter: ListingFilter): (row: number) => boolean {
  const kinds = LISTING_KINDS.map((kind) => filter.kinds.includes(kind));
  const states = LISTING_STATES.map((state) => filter.states.includes(state));
  const types = PROPERTY_TYPES.map((type) => filter.types.includes(type));
  return (row) =>
    month[row]! >= filter.fromMonth &&
    month[row]! <= filter.toMonth &&
    kinds[table.kind[row]!]! &&
    states[table.state[row]!]! &&
    types[table.type[row]!]!;
}

/** Rows at one pole are handed to `visit`, in order of their days. */
export function eachListingAt({ startOfPole }: Listings, pole: number, visit: (row: number) => void): void {
  for (let row = startOfPole[pole]!; row < startOfPole[pole + 1]!; row++) visit(row);
}
