import type { Catchment } from '@hinterland/engine/catchment';
import { nearestPole, placesInBands } from '@hinterland/engine/market';
import { snapPlace } from '@hinterland/engine/snap';
import { areaColumn } from '@hinterland/engine/tables';
import { pointInMultiPolygon } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import type { Subject } from './subject.ts';

/** Places between two looks whether the call was cancelled. */
const PLACES_AT_ONCE = 250;

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Positions of the parts of a subject in which each place lies; none where it lies outside. */
export function partsOfPlaces(
  context: ActionContext,
  { origin, parts }: { readonly origin: Subject['origin']; readonly parts: readonly unknown[] },
  places: readonly Place[],
): ReadonlySet<number>[] {
  const partsOf = places.map(() => new Set<number>());
  if (origin.kind === 'catchment') {
    bandsOfPlaces(context, origin.catchment, places).forEach((band, i) => {
      if (band < 0) return;
      // Parts are band 1, cumulative 1, band 2, cumulative 2, and so on.
      partsOf[i]!.add(2 * band);
      for (let cumulative = 2 * band + 1; cumulative < parts.length; cumulative += 2) partsOf[i]!.add(cumulative);
    });
  } else if (origin.kind === 'polygon') {
    places.forEach(({ lat, lng }, i) => {
      if (pointInMultiPolygon(lng, lat, origin.coordinates)) partsOf[i]!.add(0);
    });
  } else {
    putInAreas(context, origin.rows, places, partsOf);
    if (parts.length > origin.rows.length) {
      for (const found of partsOf) if (found.size > 0) found.add(parts.length - 1);
    }
  }
  return partsOf;
}

/** The band in which each place's own travel lies, by the rule of addresses; -1 outside. */
export function bandsOfPlaces(context: ActionContext, catchment: Catchment, places: readonly Place[]): number[] {
  const { measure, mode } = catchment.query;
  const bands: number[] = [];
  for (let from = 0; from < places.length; from += PLACES_AT_ONCE) {
    stopIfCancelled(context);
    const some = places.slice(from, from + PLACES_AT_ONCE).map(({ lat, lng }) => {
      const place = { lat, lng };
      return { place, snap: measure === 'radius' ? null : snapPlace(context.territory, mode, place) };
    });
    bands.push(...placesInBands(catchment, some).map(({ band }) => band));
  }
  return bands;
}

/** A place lies in the areas of the address nearest to it, as stores do. */
function putInAreas(
  context: ActionContext,
  areas: readonly number[],
  places: readonly Place[],
  partsOf: readonly Set<number>[],
): void {
  const { territory } = context;
  const columns = areas.map((area) => territory.poleAreas[areaColumn(territory, area)!]);
  places.forEach((place, i) => {
    if (i % PLACES_AT_ONCE === 0) stopIfCancelled(context);
    const pole = nearestPole(territory, place);
    if (pole < 0) return;
    areas.forEach((area, part) => {
      if (columns[part]![pole] === area) partsOf[i]!.add(part);
    });
  });
}
