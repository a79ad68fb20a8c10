import { classifyRings, VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { TileAddress } from './address.ts';
import { cutOf, LAYERS } from './cut.ts';
import { encodeTile } from './encode.ts';
import { BACKDROP_LAYERS } from './layers/backdrop.ts';
import type { Cut, TileFeature, TileSource } from './layers/layer.ts';

/** A tile of an operator's background map in Protomaps' schema, uncompressed: the tile that is asked for, or one above it. */
export interface BasemapTile {
  readonly bytes: Uint8Array;
  readonly address: TileAddress;
}

/** Layers that are taken from it; roads, borders and whatever else come from the territory. */
const TAKEN = ['earth', 'landcover', 'landuse', 'water', 'buildings', 'places'];

/** Cuts a tile whose backdrop is that of another map; null where that map has nothing there. */
export function tileOnBasemap(source: TileSource, address: TileAddress, basemap: BasemapTile | null): Uint8Array {
  const cut = cutOf(address, 1);
  const own = LAYERS.filter((layer) => !(BACKDROP_LAYERS.includes(layer) && TAKEN.includes(layer.name)))
    .filter(({ minZoom }) => address.z >= minZoom)
    .map((layer) => [layer.name, layer.draw(source, cut)] as const);
  return encodeTile([...(basemap === null ? [] : taken(basemap, cut)), ...own]);
}

function taken({ bytes, address }: BasemapTile, { canvas }: Cut): (readonly [string, TileFeature[]])[] {
  const { layers } = new VectorTile(new PbfReader(bytes));
  const tiles = 2 ** address.z;
  return TAKEN.flatMap((name) => {
    const layer = layers[name];
    if (layer === undefined) return [];
    const flat = (points: readonly { x: number; y: number }[]): Float64Array => {
      const positions = new Float64Array(2 * points.length);
      for (const [i, { x, y }] of points.entries()) {
        positions[2 * i] = (address.x + x / layer.extent) / tiles;
        positions[2 * i + 1] = (address.y + y / layer.extent) / tiles;
      }
      return positions;
    };
    const features = Array.from({ length: layer.length }, (_, i): TileFeature[] => {
      const feature = layer.feature(i);
      const type = feature.type as 1 | 2 | 3;
      const parts = feature.loadGeometry();
      const geometry =
        type === 1
          ? parts.flat().flatMap(({ x, y }) => {
              const [u, v] = flat([{ x, y }]);
              const point = canvas.point(u!, v!);
              return point === null ? [] : [[point]];
            })
          : type === 2
            ? parts.flatMap((part) => canvas.line(flat(part)))
            : classifyRings(parts).flatMap((polygon) => canvas.polygon(polygon.map(flat)));
      const tags = feature.properties as TileFeature['tags'];
      return geometry.length === 0
        ? []
        : [{ ...(feature.id === undefined ? {} : { id: feature.id }), type, geometry, tags }];
    }).flat();
    return [[name, features] as const];
  });
}
