import { nearestPoles } from '@hinterland/engine/geocode';
import { pointInMultiPolygon } from '@hinterland/geo';
import { POLE_KINDS, type Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { addressAt, areaAt } from '../addresses/present.ts';
import { areaDirectory } from '../areas/areaDirectory.ts';
import { versionsOf } from '../output/common.ts';
import type { Input, Output } from './schema.ts';

/** A tower may have a thousand flats. */
const MOST_ADDRESSES = 20;

export function run({ territory }: ActionContext, { lat, lng, limit, maxDistanceMeters }: Input): RunOutcome<Output> {
  const { poles } = territory;
  const near = nearestPoles(territory, { lat, lng }, limit, maxDistanceMeters);
  return {
    result: {
      poles: near.map(({ pole, distanceMeters, addresses }) => ({
        kind: POLE_KINDS[poles.kind[pole]!]!,
        lat: poles.latMicrodegrees[pole]! / 1e6,
        lng: poles.lngMicrodegrees[pole]! / 1e6,
        distanceMeters: Math.round(distanceMeters * 10) / 10,
        addresses: addresses.slice(0, MOST_ADDRESSES).map((row) => addressAt(territory, row)),
        addressCount: addresses.length,
      })),
      areas: areasAt(territory, lng, lat).map((row) => areaAt(territory, row)),
      dataVersion: versionsOf(territory, ['territory']),
    },
  };
}

/** Rows of the areas whose polygon holds a place, from large to small, each after those that it is a part of. */
function areasAt(territory: Territory, lng: number, lat: number): number[] {
  const { areas } = territory;
  return areaDirectory(territory)
    .entries.map(({ row }) => row)
    .filter((row) => {
      if (
        !(areas.west[row]! <= lng && lng <= areas.east[row]! && areas.south[row]! <= lat && lat <= areas.north[row]!)
      ) {
        return false;
      }
      const polygon = territory.areaPolygon(row);
      return polygon !== null && pointInMultiPolygon(lng, lat, polygon);
    });
}
