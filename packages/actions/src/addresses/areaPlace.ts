import { MODES } from '@hinterland/catalogue';
import { nearestPoles } from '@hinterland/engine/geocode';
import { joinRoad, SNAP_LIMIT_METERS } from '@hinterland/engine/snap';
import { areaColumn } from '@hinterland/engine/tables';
import { haversineMeters, oncePer, toDegrees } from '@hinterland/geo';
import { baseOf, type Territory } from '@hinterland/territory';

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Address poles near the middle that are tried. */
const TRIED = 40;

/**
 * Returns where an area is gone to, in degrees: the address nearest to its middle that lies in it and from which the roads
 * of every mode of the territory are reached. The middle itself may be a hill, a lake or another town's field, where
 * no journey begins; it is returned where there is no such address. `middle` is the middle of the area.
 */
export function areaPlace(territory: Territory, row: number, middle: Place): Place {
  const kept = placesOf(baseOf(territory));
  const known = kept.get(row) ?? findPlace(territory, row, middle);
  kept.set(row, known);
  return known;
}

const placesOf = oncePer((_: Territory) => new Map<number, Place>());

function findPlace(territory: Territory, row: number, middle: Place): Place {
  const { poles, areas, poleAreas, snaps } = territory;
  const column = areaColumn(territory, row);
  const reach = haversineMeters(areas.west[row]!, areas.south[row]!, areas.east[row]!, areas.north[row]!) / 2;
  const modes = MODES.filter((mode) => snaps[mode] !== undefined);
  const near = nearestPoles(territory, middle, TRIED, Math.max(reach, SNAP_LIMIT_METERS));
  for (const { pole } of near) {
    if (column !== null && poleAreas[column][pole] !== row) continue;
    const [lat, lng] = [toDegrees(poles.latMicrodegrees[pole]!), toDegrees(poles.lngMicrodegrees[pole]!)];
    if (modes.every((mode) => joinRoad(territory, mode, lat, lng, SNAP_LIMIT_METERS) !== null)) return { lat, lng };
  }
  return middle;
}
