import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { EXTENT } from './address.ts';
import type { TileFeature } from './layers/layer.ts';

/** A vector tile (Mapbox Vector Tile 2.1) of layers by name; layers without features are left out. */
export function encodeTile(layers: readonly (readonly [string, readonly TileFeature[]])[]): Uint8Array {
  const filled = layers.filter(([, features]) => features.length > 0);
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return fromGeojsonVt(tiles as never, { version: 2, extent: EXTENT });
}
