import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { TileAddress } from '../address.ts';

/** A feature as a foreign reader of vector tiles sees it, in degrees. */
export interface Decoded {
  readonly id: number | undefined;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly points: number[][];
  readonly lines: number[][][];
  readonly polygons: number[][][][];
}

/** Features of a tile by layer. */
export function decode(tile: Uint8Array, { z, x, y }: TileAddress): Readonly<Record<string, readonly Decoded[]>> {
  const { layers } = new VectorTile(new PbfReader(tile));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, i) => {
        const feature = layer.feature(i);
        const { geometry } = feature.toGeoJSON(x, y, z);
        const decoded: Decoded = {
          id: feature.id,
          properties: feature.properties,
          points: [],
          lines: [],
          polygons: [],
        };
        if (geometry.type === 'Point') decoded.points.push(geometry.coordinates);
        if (geometry.type === 'LineString') decoded.lines.push(geometry.coordinates);
        if (geometry.type === 'MultiLineString') decoded.lines.push(...geometry.coordinates);
        if (geometry.type === 'Polygon') decoded.polygons.push(geometry.coordinates);
        if (geometry.type === 'MultiPolygon') decoded.polygons.push(...geometry.coordinates);
        return decoded;
      }),
    ]),
  );
}
