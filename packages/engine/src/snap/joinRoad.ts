import { chooseJoin, JOIN_LIMITS, type Mode } from '@hinterland/catalogue';
import { haversineMeters, toDegrees } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { placeParts, snapParts } from '../memory/parts.ts';
import { edgeKindOf } from './edgeKind.ts';
import { type EdgeFoot, edgesAround, footOnEdge, isServed, nearestEdge } from './nearestEdge.ts';
import { poleTree } from './poleTree.ts';
import { snapStarts } from './snapStarts.ts';

/** A place so near to a pole is that pole's address: addresses within a meter of each other are one pole. */
const AT_POLE_METERS = 1;

/**
 * Returns where a place joins the roads of a mode, by the rule by which poles join them (`chooseJoin`); an address, where
 * its pole does. Null where that is farther than `maxMeters`, or nowhere.
 */
export function joinRoad(
  territory: Territory,
  mode: Mode,
  lat: number,
  lng: number,
  maxMeters: number,
): EdgeFoot | null {
  const limits = { ...JOIN_LIMITS, maxMeters: Math.max(maxMeters, JOIN_LIMITS.maxMeters) };
  const foot =
    joinOfPole(territory, mode, lat, lng) ??
    chooseJoin(limits, (kind, farthestMillimeters) =>
      nearestEdge(
        territory,
        mode,
        lat,
        lng,
        farthestMillimeters,
        (edge) => isServed(territory, mode, edge) && edgeKindOf(territory, mode, edge) === kind,
      ),
    );
  return foot === null || foot.distanceMillimeters > maxMeters * 1000 ? null : foot;
}

/** Returns where the pole at a place joins the roads; null where no pole stands there, or it joins none. */
function joinOfPole(territory: Territory, mode: Mode, lat: number, lng: number): EdgeFoot | null {
  if (territory.snaps[mode] === undefined) return null;
  const pole = poleAt(territory, lat, lng);
  if (pole === -1) return null;
  const firstSnap = snapStarts(territory, mode);
  const snaps = snapParts(territory, mode);
  let found: EdgeFoot | null = null;
  // Most poles stand beside their road.
  for (const meters of [50, 400, JOIN_LIMITS.maxMeters]) {
    edgesAround(
      territory,
      lat,
      lng,
      () => (found === null ? meters * 1000 : -1),
      (edge) => {
        if (found !== null) return;
        const [first, end] = [firstSnap[edge]!, firstSnap[edge + 1]!];
        if (first < end) snaps.need(first, end);
        for (let row = first; row < end; row++) {
          if (snaps.pole[row] !== pole) continue;
          const positionMillimeters = snaps.positionMillimeters[row]!;
          const distanceMillimeters = snaps.accessMillimeters[row]!;
          found = { ...footOnEdge(territory, edge, lat, lng), positionMillimeters, distanceMillimeters };
          return;
        }
      },
    );
    if (found !== null) break;
  }
  return found;
}

/** Returns the row of the pole nearest to a place, of equally near ones the lowest; -1 where none stands at it. */
function poleAt(territory: Territory, lat: number, lng: number): number {
  const places = placeParts(territory);
  const { lngMicrodegrees, latMicrodegrees } = places;
  // Microdegrees that a meter and rounding may span, also far from the equator.
  const latReach = 12;
  const lngReach = latReach / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const [x, y] = [lng * 1e6, lat * 1e6];
  let nearest = -1;
  let least = AT_POLE_METERS;
  poleTree(territory).visitBox(x - lngReach, y - latReach, x + lngReach, y + latReach, (pole) => {
    places.need(pole, pole + 1);
    const meters = haversineMeters(lng, lat, toDegrees(lngMicrodegrees[pole]!), toDegrees(latMicrodegrees[pole]!));
    if (meters > least || (meters === least && nearest !== -1)) return;
    nearest = pole;
    least = meters;
  });
  return nearest;
}
