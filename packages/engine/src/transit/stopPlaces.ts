import type { Mode } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import { joinRoad } from '../snap/joinRoad.ts';
import { isServed } from '../snap/nearestEdge.ts';
import { type RoadPlace, SNAP_LIMIT_METERS } from '../snap/snapOrigins.ts';
import type { Timetable } from './timetable.ts';

/** Where stops join the roads of a mode, by stop; the edge is NONE where none is near. */
export interface StopPlaces {
  readonly edge: Uint32Array;
  readonly positionMillimeters: Uint32Array;
  readonly accessMillimeters: Uint32Array;
}

const kept = new PerTerritory<StopPlaces>();

/**
 * Returns where stops join the roads of a mode. On foot that is as the timetable has it. Other modes come to the same place
 * where its street is open to them, else to their own road near the stop, from which people walk.
 */
export function stopPlacesOf(territory: Territory, timetable: Timetable, mode: Mode): StopPlaces {
  return mode === 'walk' ? timetable.stops : kept.get(territory, mode, () => joined(territory, timetable, mode));
}

/** Returns a stop as a place at which a search on streets may start. */
export const stopPlace = ({ edge, positionMillimeters, accessMillimeters }: StopPlaces, stop: number): RoadPlace => ({
  edge: edge[stop]!,
  positionMillimeters: positionMillimeters[stop]!,
  accessMillimeters: accessMillimeters[stop]!,
});

function joined(territory: Territory, { stops }: Timetable, mode: Mode): StopPlaces {
  const places = {
    edge: stops.edge.slice(),
    positionMillimeters: stops.positionMillimeters.slice(),
    accessMillimeters: stops.accessMillimeters.slice(),
  };
  for (let stop = 0; stop < stops.rows; stop++) {
    if (stops.edge[stop] !== NONE && isServed(territory, mode, stops.edge[stop]!)) continue;
    const [lat, lng] = [stops.latMicrodegrees[stop]! / 1e6, stops.lngMicrodegrees[stop]! / 1e6];
    const foot = joinRoad(territory, mode, lat, lng, SNAP_LIMIT_METERS);
    places.edge[stop] = foot?.edge ?? NONE;
    places.positionMillimeters[stop] = foot?.positionMillimeters ?? 0;
    places.accessMillimeters[stop] = foot?.distanceMillimeters ?? 0;
  }
  return places;
}
