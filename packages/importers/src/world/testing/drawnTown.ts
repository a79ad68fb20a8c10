import { block, pbfBytes } from '../../pbf/testing/encodePbf.ts';
import { fromDegrees } from '../../shapes/projections.ts';
import { shapefileOf } from '../../testing/shapefile.ts';

/** Side of a quarter of the town, and between two of its streets, in degrees. */
const HALF = 0.009;
const STEP = 0.0018;
/** The map goes on around the quarters, so that its edge cuts none. */
const MAP_HALF = 0.0135;

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A map of towns: streets as a lattice, a house at each crossing, nothing else. Areas of people are the four quarters of one. */
export function drawnTown(...towns: readonly Point[]): Uint8Array {
  const drawn = towns.map((town, i) => objectsOf(town, i * OBJECTS_PER_TOWN));
  return pbfBytes([
    block({ dense: drawn.flatMap(({ nodes }) => nodes) }),
    block({ dense: drawn.flatMap(({ houses }) => houses) }),
    block({ ways: drawn.flatMap(({ ways }) => ways) }),
  ]);
}

/** More than a town has. */
const OBJECTS_PER_TOWN = 100_000;

function objectsOf({ lat, lng }: Point, firstId: number) {
  const side = Math.round((2 * MAP_HALF) / STEP);
  const place = (i: number) => -MAP_HALF + STEP * (i + 0.5);
  const nodes = Array.from({ length: side * side }, (_, n) => ({
    id: firstId + n + 1,
    lat: lat + place(Math.floor(n / side)),
    lng: lng + place(n % side),
  }));
  const lines = Array.from({ length: 2 * side }, (_, l) =>
    Array.from({ length: side }, (_, i) => firstId + (l < side ? l * side + i : i * side + (l - side)) + 1),
  );
  const houses = nodes.map((node) => ({
    ...node,
    id: node.id + 10_000,
    lat: node.lat + 0.0003,
    lng: node.lng + 0.0003,
    tags: { 'addr:housenumber': String(node.id - firstId), 'addr:street': 'Main Street' },
  }));
  const ways = lines.map((way, i) => ({
    id: firstId + i + 1,
    nodes: way,
    tags: { highway: 'residential', name: `Street ${i}` },
  }));
  return { nodes, houses, ways };
}

/** The box around the town that is asked for: west,south,east,north. */
export const boxAround = ({ lat, lng }: Point): string =>
  [lng - 2 * HALF, lat - 2 * HALF, lng + 2 * HALF, lat + 2 * HALF].map((degrees) => degrees.toFixed(4)).join(',');

/**
 * A Shapefile in a projection: the four quarters of the town, an area some 50 km away, and one without an outline. `attributes` are
 * those of the area in this order.
 */
export function quarters(
  { lat, lng }: Point,
  crs: string,
  attributes: (area: number) => Readonly<Record<string, string | number>>,
): { shp: Buffer; dbf: Buffer } {
  const square = (west: number, south: number) => ringIn(crs, [lng + west, lat + south, HALF, HALF]);
  const corners = [
    [-HALF, -HALF],
    [0, -HALF],
    [-HALF, 0],
    [0, 0],
    [0.5, 0.5],
  ] as const;
  return shapefileOf([
    ...corners.map(([west, south], area) => ({
      properties: attributes(area),
      geometry: { type: 'Polygon' as const, coordinates: [square(west, south)] },
    })),
    { properties: attributes(corners.length), geometry: null },
  ]);
}

/** The land west of a place and the land east of it, some 50 km wide each, and an area far away. */
export function halves(
  { lat, lng }: Point,
  crs: string,
  attributes: (area: number) => Readonly<Record<string, string | number>>,
): { shp: Buffer; dbf: Buffer } {
  return shapefileOf(
    [lng - 0.5, lng, lng + 3].map((west, area) => ({
      properties: attributes(area),
      geometry: { type: 'Polygon' as const, coordinates: [ringIn(crs, [west, lat - 0.5, 0.5, 1])] },
    })),
  );
}

/** A rectangle by its corner, width and height in degrees, in a projection. */
function ringIn(crs: string, [west, south, width, height]: readonly [number, number, number, number]): number[][] {
  const project = fromDegrees(crs, 'test') ?? ((x: number, y: number) => [x, y] as [number, number]);
  // Points between the corners keep the sides where they are in degrees.
  const steps = 32;
  const side = (from: readonly number[], to: readonly number[]) =>
    Array.from({ length: steps }, (_, i) =>
      [0, 1].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * i) / steps),
    );
  const corners = [
    [west, south],
    [west, south + height],
    [west + width, south + height],
    [west + width, south],
  ];
  const points = corners.flatMap((corner, i) => side(corner, corners[(i + 1) % 4]!));
  return [...points, corners[0]!].map(([x, y]) => project(x!, y!) as number[]);
}
