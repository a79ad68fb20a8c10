import { haversineMeters } from '@hinterland/geo';
import { AREA_COLUMNS, type AreaColumn, baseOf, type Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import type { LatLng } from '../query/query.ts';
import { poleTree } from '../snap/poleTree.ts';
import { SNAP_HARD_LIMIT_METERS } from '../snap/snapOrigins.ts';
import { isWhereListed, placeOfStore } from './sectorStores.ts';

const keptPoles = new PerTerritory<Int32Array>({ followsFromStores: true });

/** Half of a box of one kilometer is searched first, then wider ones. */
const REACHES_METERS = [150, 500, SNAP_HARD_LIMIT_METERS];
const METERS_PER_MICRODEGREE = 0.1112;

/**
 * Area of each store in a layer, row = store: that of the nearest address, at most SNAP_HARD_LIMIT_METERS away; -1 for
 * none. So a store and its neighbors always lie in the same areas, also where the map has no borders.
 */
export function areaOfStores(territory: Territory, column: AreaColumn): Int32Array {
  const areas = territory.poleAreas[column];
  return nearestPoles(territory).map((pole) => (pole < 0 ? -1 : areas[pole]!));
}

/** Nearest pole of each store, -1 for none within reach; found once per territory. */
function nearestPoles(territory: Territory): Int32Array {
  return keptPoles.get(territory, '', () => {
    const base = baseOf(territory);
    const listed = base === territory ? null : nearestPoles(base);
    return Int32Array.from({ length: territory.players?.stores.rows ?? 0 }, (_, store) =>
      listed !== null && isWhereListed(territory, store)
        ? listed[store]!
        : nearestPole(territory, placeOfStore(territory, store)),
    );
  });
}

/** The pole nearest to a place, at most SNAP_HARD_LIMIT_METERS away; -1 for none. */
export function nearestPole(territory: Territory, { lat, lng }: LatLng): number {
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const tree = poleTree(territory);
  for (const reach of REACHES_METERS) {
    const up = reach / METERS_PER_MICRODEGREE;
    const right = up / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    let [nearest, least] = [-1, reach];
    tree.visitBox(lng * 1e6 - right, lat * 1e6 - up, lng * 1e6 + right, lat * 1e6 + up, (pole) => {
      const meters = haversineMeters(lng, lat, lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6);
      if (meters < least || (meters === least && nearest < 0)) [nearest, least] = [pole, meters];
    });
    if (nearest >= 0) return nearest;
  }
  return -1;
}

/** Stores per area of a layer and sector row: how many stores of each sector lie in an area. */
export function storesInAreas(territory: Territory, rows: Uint32Array): Float64Array {
  const counts = new Float64Array(territory.areas.rows);
  for (const column of AREA_COLUMNS) {
    const areas = areaOfStores(territory, column);
    for (const row of rows) if (areas[row]! >= 0) counts[areas[row]!]!++;
  }
  return counts;
}
