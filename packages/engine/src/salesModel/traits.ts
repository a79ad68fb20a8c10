import { haversineMeters } from '@hinterland/geo';
import { decayTable } from '../market/decay.ts';
import type { Traits } from './likeness.ts';
import { outsideUtilityUnder, type SalesMarket, startOf, utilityOf } from './salesMarket.ts';

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const NEAREST_METERS = 50;

/**
 * What places are like, under the parameters of the sector: floor area, spend of those within reach weighed by travel time, how
 * much of the choice there others are, and the way to the nearest other own store, in straight line. In: places with their
 * steps, and the position of each in the market if it is one of its stores.
 */
export function traitsOf(
  market: SalesMarket,
  places: readonly (Place & {
    readonly attraction: number;
    readonly steps: Uint16Array;
    readonly position: number | null;
  })[],
  ownStores: readonly (Place & { readonly position: number | null })[],
): Traits[] {
  const start = startOf(market);
  const decay = decayTable(market.parameters);
  const outside = outsideUtilityUnder(market, start);
  const utility = market.stores.map((store) => utilityOf({ storeTerms: [] }, start, store));
  const sums = new Float64Array(market.demand.length).fill(outside);
  market.stores.forEach(({ steps }, j) => {
    for (let p = 0; p < sums.length; p++) sums[p]! += utility[j]! * decay[steps[p]!]!;
  });
  return places.map(({ attraction, steps, position, lat, lng }) => {
    const own = utilityOf({ storeTerms: [] }, start, { attraction, values: [] });
    let [spend, others] = [0, 0];
    for (let p = 0; p < sums.length; p++) {
      const near = decay[steps[p]!]!;
      if (near === 0) continue;
      const rivals = sums[p]! - (position === null ? 0 : own * near);
      spend += market.demand[p]! * near;
      others += market.demand[p]! * near * Math.log(Math.max(rivals, outside) / outside);
    }
    const ways = ownStores.flatMap((other) => {
      if (other.position !== null && other.position === position) return [];
      return [haversineMeters(lng, lat, other.lng, other.lat)];
    });
    return {
      floorArea: Math.log(attraction),
      spendWithinReach: Math.log(Math.max(spend, 1e-9)),
      competition: spend > 0 ? others / spend : 0,
      ownStoreDistance: Math.log(Math.max(NEAREST_METERS, ways.length > 0 ? Math.min(...ways) : 100_000)),
    };
  });
}
