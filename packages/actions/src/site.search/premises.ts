import { eachListingAt, listingsOf } from '@hinterland/engine/realestate';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES, type Territory } from '@hinterland/territory';
import type { Input } from './schema.ts';

/** Commercial premises that are offered for rent. */
export interface Premises {
  readonly lat: number;
  readonly lng: number;
  /** As its source names the offer. */
  readonly offer: string;
  /** Null where it is not known. */
  readonly rentPerMonth: number | null;
  readonly squareMeters: number | null;
}

const RENT = LISTING_KINDS.indexOf('rent');
const LISTING = LISTING_STATES.indexOf('listing');
const COMMERCIAL = PROPERTY_TYPES.indexOf('commercial');

/** Yields the premises at some addresses that were still on the market when their source was read, within rent and floor area. */
export function* premisesAt(
  territory: Territory,
  poles: Iterable<number>,
  { rentMax, squareMetersMin }: Pick<Input, 'rentMax' | 'squareMetersMin'>,
): Iterable<Premises> {
  const listings = listingsOf(territory);
  if (listings === null) return;
  const { table } = listings;
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  for (const pole of poles) {
    const found: Premises[] = [];
    eachListingAt(listings, pole, (row) => {
      const isVacant =
        table.kind[row] === RENT &&
        table.state[row] === LISTING &&
        table.type[row] === COMMERCIAL &&
        table.open[row] === 1;
      const [rent, area] = [table.price[row]!, table.floorAreaSquareMeters[row]!];
      // A rent or floor area that is not known is NaN, and passes no bound.
      if (!isVacant || (rentMax !== undefined && !(rent <= rentMax))) return;
      if (squareMetersMin !== undefined && !(area >= squareMetersMin)) return;
      found.push({
        lat: latMicrodegrees[pole]! / 1e6,
        lng: lngMicrodegrees[pole]! / 1e6,
        offer: table.id.at(row),
        rentPerMonth: Number.isNaN(rent) ? null : rent,
        squareMeters: Number.isNaN(area) ? null : area,
      });
    });
    yield* found;
  }
}
