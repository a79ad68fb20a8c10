import { STRAIGHT_METERS_PER_SECOND } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import type { LatLng, StoreTravel } from '../query/query.ts';
import { OutlineEdge } from './outlineEdge.ts';

type Side = 'west' | 'south' | 'east' | 'north';

/** Sides of the map at which its roads were cut off. */
type CutSides = Readonly<Record<Side, boolean>>;

/** Parts of a side, and in how many of them roads have to end for a side that cuts: an island's cape touches one. */
const SIDE_PARTS = 20;
const CUT_PARTS = 5;
/** Roads end at a side where they come this near: this share of the box, at most so many meters. */
const NEAR_SHARE = 0.02;
const NEAR_METERS = 400;
const METERS_PER_DEGREE = 111_195;
/** Points of the circle that are looked at. */
const RINGS = 12;
const SPOKES = 32;

/** Returns the radius of the circle that people usually come from within a time, meters. */
export const straightReachMeters = (
  { mode, transit }: Pick<StoreTravel, 'mode' | 'transit'>,
  seconds: number,
): number => seconds * STRAIGHT_METERS_PER_SECOND[transit === undefined ? mode : 'transit'];

const kept = new PerTerritory<CutSides>();

/** Returns the sides of the box that roads run up to along a quarter of their length or more. */
function cutSides(territory: Territory): CutSides {
  return kept.get(territory, '', () => {
    const { west, south, east, north } = territory.manifest.bbox;
    const { lngMicrodegrees, latMicrodegrees, rows } = territory.nodes;
    const seen = {
      west: new Set<number>(),
      south: new Set<number>(),
      east: new Set<number>(),
      north: new Set<number>(),
    };
    const nearLat = Math.min(NEAR_SHARE * (north - south), NEAR_METERS / METERS_PER_DEGREE);
    const nearLng = Math.min(NEAR_SHARE * (east - west), NEAR_METERS / METERS_PER_DEGREE / cosOf(territory));
    for (let node = 0; node < rows; node++) {
      const [lng, lat] = [lngMicrodegrees[node]! / 1e6, latMicrodegrees[node]! / 1e6];
      const alongLat = Math.floor((SIDE_PARTS * (lat - south)) / (north - south));
      const alongLng = Math.floor((SIDE_PARTS * (lng - west)) / (east - west));
      if (lng - west <= nearLng) seen.west.add(alongLat);
      if (east - lng <= nearLng) seen.east.add(alongLat);
      if (lat - south <= nearLat) seen.south.add(alongLng);
      if (north - lat <= nearLat) seen.north.add(alongLng);
    }
    const isCut = (side: Side) => seen[side].size >= CUT_PARTS;
    return { west: isCut('west'), south: isCut('south'), east: isCut('east'), north: isCut('north') };
  });
}

const keptOutlines = new PerTerritory<OutlineEdge | null>();

/** The edge of a map that is complete within an outline, as within a border, rather than in its box. */
const outlineEdge = (territory: Territory): OutlineEdge | null =>
  keptOutlines.get(territory, '', () => {
    const { mapOutline } = territory.manifest;
    return mapOutline === undefined ? null : new OutlineEdge(mapOutline, territory);
  });

/** Whether places lie beyond the edge of the map; null where none so near to the place does. */
function beyondTest(territory: Territory, { lat, lng }: LatLng, radiusMeters: number) {
  const edge = outlineEdge(territory);
  if (edge !== null) {
    return edge.isNear(lng, lat, radiusMeters) ? (x: number, y: number) => edge.isBeyond(x, y) : null;
  }
  const cut = cutSides(territory);
  if (!(cut.west || cut.south || cut.east || cut.north)) return null;
  const { west, south, east, north } = territory.manifest.bbox;
  return (x: number, y: number) =>
    (cut.west && x < west) || (cut.east && x > east) || (cut.south && y < south) || (cut.north && y > north);
}

/** Returns the share of a circle that lies beyond a side or part of the outline at which the map was cut off, 0..1; 0 for a radius of 0. */
export function shareBeyondMap(territory: Territory, place: LatLng, radiusMeters: number): number {
  const isBeyond = radiusMeters <= 0 ? null : beyondTest(territory, place, radiusMeters);
  if (isBeyond === null) return 0;
  const { lat, lng } = place;
  const up = radiusMeters / METERS_PER_DEGREE;
  const right = up / cosOf(territory);
  let beyond = 0;
  for (let ring = 0; ring < RINGS; ring++) {
    // Rings of equal area.
    const share = Math.sqrt((ring + 0.5) / RINGS);
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const angle = (2 * Math.PI * spoke) / SPOKES;
      const [x, y] = [lng + share * right * Math.cos(angle), lat + share * up * Math.sin(angle)];
      if (isBeyond(x, y)) beyond++;
    }
  }
  return beyond / (RINGS * SPOKES);
}

const cosOf = ({ manifest: { bbox } }: Territory): number =>
  Math.max(0.01, Math.cos((((bbox.south + bbox.north) / 2) * Math.PI) / 180));
