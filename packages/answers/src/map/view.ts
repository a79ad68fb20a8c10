import type { Layer, Position } from '../layers.ts';

/** Size of the map in its own units; it is as wide as the paper allows. */
export const WIDTH = 720;
export const HEIGHT = 460;
const PADDING = 40;
/** Units along a side of the world at zoom 0. */
const WORLD = 512;
const ZOOM_MAX = 15.5;
const TILE_ZOOM_MAX = 15;

/** West, south, east and north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A part of the world in Web Mercator on a map of WIDTH by HEIGHT. */
export interface MapView {
  /** The box that it was made for. */
  readonly box: Box;
  readonly zoom: number;
  /** Zoom of the tiles behind it. */
  readonly tileZoom: number;
  /** Sides of what it shows, in degrees. */
  readonly seen: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  readonly metersPerUnit: number;
  project(position: Position): readonly [x: number, y: number];
  /** Position and size of a tile on the map. */
  tile(address: { readonly z: number; readonly x: number; readonly y: number }): {
    readonly x: number;
    readonly y: number;
    readonly size: number;
  };
}

/** The box around everything that layers show; null around nothing. */
export function boxOf(layers: readonly Layer[]): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (one: unknown): void => {
    if (!Array.isArray(one)) return;
    const [lng, lat] = one;
    if (typeof lng !== 'number') for (const inner of one) visit(inner);
    else {
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  };
  for (const { features } of layers) for (const { geometry } of features) visit(geometry.coordinates);
  return west > east ? null : [west, south, east, north];
}

/** The view in which a box fills the map, to its deepest zoom. */
export function viewOf(box: Box): MapView {
  const [west, south, east, north] = box;
  const [left, right] = [worldX(west), worldX(east)];
  const [top, bottom] = [worldY(north), worldY(south)];
  const fits = (size: number, room: number) => (size > 0 ? Math.log2((room - 2 * PADDING) / (size * WORLD)) : ZOOM_MAX);
  const zoom = Math.min(fits(right - left, WIDTH), fits(bottom - top, HEIGHT), ZOOM_MAX);
  const scale = WORLD * 2 ** zoom;
  const [x0, y0] = [((left + right) / 2) * scale - WIDTH / 2, ((top + bottom) / 2) * scale - HEIGHT / 2];
  const latitude = (south + north) / 2;
  return {
    box,
    zoom,
    tileZoom: Math.max(0, Math.min(TILE_ZOOM_MAX, Math.floor(zoom))),
    seen: {
      west: lngOf(x0 / scale),
      east: lngOf((x0 + WIDTH) / scale),
      north: latOf(y0 / scale),
      south: latOf((y0 + HEIGHT) / scale),
    },
    metersPerUnit: (EQUATOR_METERS * Math.cos((latitude * Math.PI) / 180)) / scale,
    project: ([lng = 0, lat = 0]) => [worldX(lng) * scale - x0, worldY(lat) * scale - y0],
    tile: ({ z, x, y }) => ({ x: (x / 2 ** z) * scale - x0, y: (y / 2 ** z) * scale - y0, size: scale / 2 ** z }),
  };
}

const EQUATOR_METERS = 40_075_017;
const worldX = (lng: number): number => (lng + 180) / 360;
const worldY = (lat: number): number => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
const lngOf = (x: number): number => x * 360 - 180;
const latOf = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
