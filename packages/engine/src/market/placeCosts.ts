import { haversineMeters } from '@hinterland/geo';
import { sweepOf, transitPlacesOf } from '../catchment/catchment.ts';
import { bandOf, originsByEdge, snappedCost } from '../catchment/sweep.ts';
import type { Catchment } from '../catchment/types.ts';
import type { LatLng } from '../query/query.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';

/** A place relative to a catchment. */
export interface PlaceReach {
  /** Position in the limits; -1 for a place outside. */
  readonly band: number;
  /** Least cost from the place to an origin (or back, outbound): milliseconds or millimeters; Infinity outside. */
  readonly cost: number;
}

/**
 * In which band places lie, by the same rule as poles: travel between place and origin in the direction of the catchment,
 * access legs included, or the straight way under a radius. In: where each place meets the roads of the catchment's mode
 * (null: nowhere); a radius looks at the place alone.
 */
export function placesInBands(
  of: Catchment,
  places: readonly { readonly place: LatLng; readonly snap: SnappedOrigin | null }[],
): PlaceReach[] {
  const limitCosts = of.bands.map(({ limitCost }) => limitCost);
  const reachOf = (cost: number): PlaceReach => {
    const band = bandOf(limitCosts, cost);
    return band < limitCosts.length ? { band, cost } : { band: -1, cost: Infinity };
  };
  if (of.query.measure === 'radius') {
    return places.map(({ place }) => {
      const meters = of.query.origins.map(({ lat, lng }) => haversineMeters(lng, lat, place.lng, place.lat));
      return reachOf(Math.round(Math.min(...meters) * 1000));
    });
  }
  const reach = transitPlacesOf(of);
  const sweep = sweepOf(of);
  const starts = new Map(originsByEdge(sweep.origins).entries());
  return places.map(({ snap }) => {
    if (snap === null) return { band: -1, cost: Infinity };
    const cost = snappedCost(sweep, snap, starts.get(snap.edge) ?? null);
    // Over the ends of an edge a time at the percentile is an upper bound: it takes the part of the walk all the way.
    return reachOf(reach === null ? cost : reach.at(snap, cost).atPercentile);
  });
}
