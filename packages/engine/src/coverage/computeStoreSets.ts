import type { Territory } from '@hinterland/territory';
import { MAX_COST, travelTimes } from '../graph/edgeCosts.ts';
import { CatchmentError } from '../query/errors.ts';
import { checkOrigins, snapOrigins } from '../snap/snapOrigins.ts';
import { hasPreparedSweep, preparedSweep } from '../sweep/preparedSweep.ts';
import { rideStoreSets, searchStoreSets } from './searchStoreSets.ts';
import type { StoreSets, StoreSetsOptions, StoreSetsQuery } from './storeSets.ts';
import { sweepStoreSets } from './sweepStoreSets.ts';

/** Places of one query: 500 stores and 100 candidates. */
const MAX_PLACES = 600;

/** Up to this many places, one search per place is faster than building a hierarchy. */
const FEW_PLACES = 32;

/**
 * Returns for every pole the set of places that it reaches within the limit. Throws CatchmentError for a question that
 * cannot be answered, its origin index being the number of the place, and TooManyPolesError where `polesMax` is passed early.
 */
export function storeSets(territory: Territory, query: StoreSetsQuery, options: StoreSetsOptions = {}): StoreSets {
  const { places, mode, transit, limitSeconds, snapLimitMeters } = query;
  if (places.length === 0) throw new CatchmentError('origins_empty', 'places is empty: give at least one place.');
  if (places.length > MAX_PLACES) {
    throw new CatchmentError(
      'origins_too_many',
      `places holds ${places.length} places; at most ${MAX_PLACES} go into one query.`,
    );
  }
  checkOrigins(territory, places);
  const limitCost = Math.round(limitSeconds * 1000);
  if (!(limitCost > 0 && limitCost <= MAX_COST)) {
    throw new CatchmentError(
      'limit_invalid',
      `limitSeconds is ${limitSeconds}; it must lie above 0 and not above ${Math.floor(MAX_COST / 1000)}.`,
    );
  }
  const costs = travelTimes(territory, query, 'inbound');
  const origins = snapOrigins(territory, mode, places, snapLimitMeters);
  const progress = options.progress ?? (() => {});
  if (transit !== undefined) {
    const ridden = rideStoreSets(territory, costs, transit, origins, limitCost, progress);
    progress(1);
    return ridden;
  }
  const isSwept =
    options.method === undefined
      ? mode !== 'walk' && (places.length > FEW_PLACES || hasPreparedSweep(territory, costs))
      : options.method === 'sweep';
  const sets = isSwept
    ? sweepStoreSets(
        territory,
        costs,
        preparedSweep(territory, costs, () => progress(0)),
        origins,
        limitCost,
        progress,
        options.polesMax,
      )
    : searchStoreSets(territory, costs, origins, limitCost, progress);
  progress(1);
  return sets;
}
