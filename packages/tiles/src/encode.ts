import { fromVectorTileJs } from '@maplibre/vt-pbf';
import { EXTENT } from './address.ts';
import type { TileFeature } from './layers/layer.ts';

/** A vector tile (Mapbox Vector Tile 2.1) of layers by name; layers without features are left out. */
export function encodeTile(layers: readonly (readonly [string, readonly TileFeature[]])[]): Uint8Array {
  const filled = layers.filter(([, features]) => features.length > 0);
  const tile = Object.fromEntries(
    filled.map(([name, features]) => [
      name,
      {
        version: 2,
        name,
        extent: EXTENT,
        length: features.length,
        feature: (i: number) => {
          const { id, type, tags, geometry } = features[i]!;
          return { id, type, extent: EXTENT, properties: tags, loadGeometry: () => geometry };
        },
      },
    ]),
  );
  return fromVectorTileJs({ layers: tile } as unknown as Parameters<typeof fromVectorTileJs>[0]);
}
