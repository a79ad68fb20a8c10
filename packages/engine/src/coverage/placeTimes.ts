import type { Measure } from '@hinterland/catalogue';
import { lengthened } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { PlaceCosts } from '../allocation/placeCosts.ts';
import { catchment, forEachReachedPole } from '../catchment/catchment.ts';
import { measureOfUnits } from '../census/measures.ts';
import type { LatLng } from '../query/query.ts';
import { peopleOfPoles } from './exactPeople.ts';
import { TooManyPolesError } from './poleLimit.ts';
import type { StoreSetsQuery } from './storeSets.ts';

/** Travel times of everyone who reaches some store or candidate; a customer is a pole with people. */
export interface PlaceTimes {
  /** Milliseconds: without candidates those to the nearest store, or the limit where no store is within it. */
  readonly times: PlaceCosts;
  /** People of each customer. */
  readonly people: Float64Array;
}

export interface PlaceTimesOptions {
  /** Stores come first among the places; the others are candidates. */
  readonly stores: number;
  readonly measure: Measure;
  /** Poles that candidates come nearer to than any store, once per candidate, that are held at most. */
  readonly polesMax: number;
  /** Called before each search with the share of the work done, 0..1; may throw to stop. */
  readonly progress?: (fraction: number) => void;
}

/** Returns the travel times of people to stores and candidates (inbound, to the millisecond), by one catchment per candidate. */
export function placeTimes(
  territory: Territory,
  { places, limitSeconds, ...travel }: StoreSetsQuery,
  { stores, measure, polesMax, progress }: PlaceTimesOptions,
): PlaceTimes {
  const { rows } = territory.poles;
  const limitCost = Math.round(limitSeconds * 1000);
  const peopleOf = peopleOfPoles(territory, measureOfUnits(territory, measure)!);
  const isReached = new Uint8Array(rows);
  const base = new Float64Array(rows).fill(limitCost);
  const visitFrom = (origins: readonly LatLng[], visit: (pole: number, cost: number) => void) =>
    forEachReachedPole(
      catchment(territory, { ...travel, origins, measure: 'time', direction: 'inbound', limits: [limitSeconds] }),
      (pole, cost) => {
        isReached[pole] = 1;
        visit(pole, cost);
      },
    );
  const open = places.slice(0, stores);
  // By public transport each store has its own percentile.
  const groups = travel.transit === undefined ? [open] : open.map((store) => [store]);
  const searches = groups.length + places.length - stores;
  let done = 0;
  for (const group of groups) {
    progress?.(done++ / searches);
    if (group.length === 0) continue;
    visitFrom(group, (pole, cost) => {
      base[pole] = Math.min(base[pole]!, cost);
    });
  }
  const firstEntry = new Uint32Array(places.length - stores + 1);
  let [poles, costs, count] = [new Uint32Array(1 << 12), new Uint32Array(1 << 12), 0];
  for (let j = 0; j + 1 < firstEntry.length; j++) {
    progress?.(done++ / searches);
    visitFrom([places[stores + j]!], (pole, cost) => {
      if (cost >= base[pole]! || peopleOf(pole) <= 0) return;
      if (count === poles.length) [poles, costs] = [lengthened(poles), lengthened(costs)];
      poles[count] = pole;
      costs[count++] = cost;
    });
    if (count > polesMax) throw new TooManyPolesError(count, polesMax);
    firstEntry[j + 1] = count;
  }
  const customerOf = new Int32Array(rows).fill(-1);
  const kept: number[] = [];
  for (let pole = 0; pole < rows; pole++) {
    if (isReached[pole] === 0 || peopleOf(pole) <= 0) continue;
    customerOf[pole] = kept.length;
    kept.push(pole);
  }
  return {
    times: {
      customers: kept.length,
      base: Float64Array.from(kept, (pole) => base[pole]!),
      firstEntry,
      customer: poles.subarray(0, count).map((pole) => customerOf[pole]!),
      cost: Float64Array.from(costs.subarray(0, count)),
    },
    people: Float64Array.from(kept, peopleOf),
  };
}
