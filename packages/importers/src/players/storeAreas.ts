import {
  expandBoxMeters,
  interiorPoint,
  type MultiPolygonCoordinates,
  multiPolygonAreaSquareKm,
  multiPolygonBox,
  PolygonIndex,
} from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';
import { relationOutline, wayOutline } from '../map/outline.ts';

/** Buildings begin at most this far from a store that lies in them; the longest malls do. */
const LONGEST_BUILDING_METERS = 300;
/** A store's outline may be this much larger than the building that it is a unit of, since both are drawn by hand. */
const DRAWN_LARGER = 1.05;

/**
 * Returns the floor, m², of stores that are mapped by an outline which is no building: a unit within a building has its own
 * area; of a plot, whose car park is no floor, the buildings on it count. NaN where the map has no building there.
 */
export function floorsOfOutlines(map: OsmData, outlines: readonly MultiPolygonCoordinates[]): number[] {
  if (outlines.length === 0) return [];
  const buildings = buildingsNear(map, outlines);
  const index = new PolygonIndex(buildings);
  const areas = buildings.map(squareMetersOf);
  const onPlots = sumsOnPlots(outlines, buildings, areas);
  return outlines.map((outline, i) => {
    const own = squareMetersOf(outline);
    const point = interiorPoint(outline);
    const around = point === null ? -1 : index.first(...point);
    if (around >= 0 && own <= DRAWN_LARGER * areas[around]!) return own;
    return onPlots[i]! > 0 ? onPlots[i]! : Number.NaN;
  });
}

const squareMetersOf = (polygon: MultiPolygonCoordinates): number => multiPolygonAreaSquareKm(polygon) * 1e6;

/** Square meters of the buildings whose inner point lies on each plot. */
function sumsOnPlots(
  outlines: readonly MultiPolygonCoordinates[],
  buildings: readonly MultiPolygonCoordinates[],
  areas: readonly number[],
): Float64Array {
  const sums = new Float64Array(outlines.length);
  const plots = new PolygonIndex([...outlines]);
  buildings.forEach((building, i) => {
    const point = interiorPoint(building);
    if (point === null) return;
    for (const plot of plots.all(...point)) sums[plot]! += areas[i]!;
  });
  return sums;
}

/** Outlines of all buildings that begin near one of the stores. */
function buildingsNear(map: OsmData, outlines: readonly MultiPolygonCoordinates[]): MultiPolygonCoordinates[] {
  const zones = new PolygonIndex(
    outlines.map((outline) => {
      const { west, south, east, north } = expandBoxMeters(multiPolygonBox(outline), LONGEST_BUILDING_METERS);
      return [
        [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      ];
    }),
  );
  const isBuilding = (tag: string | undefined) => tag !== undefined && tag !== 'no';
  const found: MultiPolygonCoordinates[] = [];
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (!isBuilding(map.tag('way', way, 'building'))) continue;
    const node = map.wayNodes(way)[0] ?? NONE;
    if (node === NONE || zones.first(map.lng(node), map.lat(node)) < 0) continue;
    const { polygon, isComplete } = wayOutline(map, way);
    if (isComplete) found.push(polygon);
  }
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    if (!isBuilding(map.tag('relation', relation, 'building'))) continue;
    const { polygon, isComplete } = relationOutline(map, relation);
    const [corner] = polygon[0]?.[0] ?? [];
    if (isComplete && corner !== undefined && zones.first(corner[0]!, corner[1]!) >= 0) found.push(polygon);
  }
  return found;
}
