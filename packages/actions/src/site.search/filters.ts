import type { Measure } from '@hinterland/catalogue';
import { measurePerPole } from '@hinterland/engine/census';
import { PLACES_AT_ONCE, Reach } from '@hinterland/engine/siteSearch';
import { SNAP_HARD_LIMIT_METERS, snapPlace } from '@hinterland/engine/snap';
import { haversineMeters, PolygonIndex } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { multiPolygonOf } from '../input/polygon.ts';
import { type PlaceGrid, placesOfSector, placesOfStops } from './placeGrid.ts';
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

/** Whether a place lies farther from every stop than `nearStopMeters`, or from every store of the sector that anchors it. */
export function notNearTest(
  territory: Territory,
  { nearStopMeters, anchorSectorCode, anchorMeters }: Input,
): (place: Place) => boolean {
  const grids: PlaceGrid[] = [];
  if (nearStopMeters > 0) grids.push(placesOfStops(territory, nearStopMeters));
  if (anchorSectorCode !== undefined) grids.push(placesOfSector(territory, anchorSectorCode, anchorMeters));
  return ({ lat, lng }) => grids.some((grid) => grid.countNear(lat, lng, 1) === 0);
}

/** Returns those of some places that fewer people reach than `peopleAtLeast`, within the longest time that counts. */
export function reachedByFew<P extends { readonly snap: Snap }>(
  context: ActionContext,
  { peopleAtLeast, mode, traffic, ...input }: Input,
  limitCost: number,
  places: readonly P[],
): Set<P> {
  const few = new Set<P>();
  if (peopleAtLeast === 0 || places.length === 0) return few;
  const { territory } = context;
  const people = measurePerPole(territory, peopleMeasureOf(input))!;
  const reach = new Reach(territory, { mode, traffic }, () => stopIfCancelled(context));
  // Places near each other share a search; numbers of edges follow the ground.
  const order = places.toSorted((a, b) => a.snap.edge - b.snap.edge);
  for (let first = 0; first < order.length; first += PLACES_AT_ONCE) {
    const some = order.slice(first, first + PLACES_AT_ONCE);
    const sums = new Float64Array(some.length);
    reach.search(
      some.map(({ snap }) => snap),
      limitCost,
    );
    reach.forEachPole([...some.keys()], (pole, times) => {
      for (let lane = 0; lane < some.length; lane++) if (times[lane]! <= limitCost) sums[lane]! += people[pole]!;
    });
    for (const [lane, place] of some.entries()) if (sums[lane]! < peopleAtLeast) few.add(place);
  }
  return few;
}

/** Who counts for `peopleAtLeast`. */
export const peopleMeasureOf = ({ peopleMeasure, measure }: Pick<Input, 'peopleMeasure' | 'measure'>): Measure =>
  peopleMeasure ?? measure ?? 'population';
