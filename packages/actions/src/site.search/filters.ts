import { PLACES_AT_ONCE, Reach } from '@hinterland/engine/siteSearch';
import { SNAP_HARD_LIMIT_METERS, snapPlace } from '@hinterland/engine/snap';
import { haversineMeters, PolygonIndex } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { multiPolygonOf } from '../input/polygon.ts';
import type { Input } from './schema.ts';

interface Place {
  readonly lat: number;
  readonly lng: number;
}
type Snap = NonNullable<ReturnType<typeof snapPlace>>;

/** Whether a place is kept out by its distance to own stores. */
export const nearOwnTest =
  ({ ownStores, awayFromOwnMeters }: Input) =>
  ({ lat, lng }: Place): boolean =>
    awayFromOwnMeters > 0 && ownStores.some((own) => haversineMeters(lng, lat, own.lng, own.lat) < awayFromOwnMeters);

/** Whether a place lies inside `outsidePolygon`. */
export function excludedTest({ outsidePolygon }: Input): (place: Place) => boolean {
  if (outsidePolygon === undefined) return () => false;
  const index = new PolygonIndex([multiPolygonOf(outsidePolygon)]);
  return ({ lat, lng }) => index.first(lng, lat) === 0;
}

/** Returns those of some places that are nearer to an own store than `awayFromOwnMinutes`, by the travel time to it. */
export function minutesFromOwn<P extends { readonly snap: Snap }>(
  context: ActionContext,
  { ownStores, awayFromOwnMinutes, mode, traffic }: Input,
  places: readonly P[],
): Set<P> {
  const near = new Set<P>();
  if (awayFromOwnMinutes === 0 || places.length === 0) return near;
  const { territory } = context;
  const snaps = ownStores.flatMap((own) => snapPlace(territory, mode, own, SNAP_HARD_LIMIT_METERS) ?? []);
  const reach = new Reach(territory, { mode, traffic }, () => stopIfCancelled(context));
  const limitCost = Math.round(awayFromOwnMinutes * 60_000) - 1;
  for (let first = 0; first < snaps.length; first += PLACES_AT_ONCE) {
    const some = snaps.slice(first, first + PLACES_AT_ONCE);
    reach.search(some, limitCost);
    for (const place of places) {
      if (some.some((_, lane) => reach.timeFrom(lane, place.snap) <= limitCost)) near.add(place);
    }
  }
  return near;
}
