import type { Territory } from '@hinterland/territory';
import type { TileAddress, TileBox } from '../address.ts';
import type { Canvas } from '../canvas.ts';
import type { TilePoint } from '../geometry/thin.ts';

/** What tiles are cut from: the tables of a territory that are drawn. */
export type TileSource = Pick<
  Territory,
  'nodes' | 'edges' | 'shapes' | 'texts' | 'poles' | 'addresses' | 'areas' | 'areaPolygon' | 'derived' | 'search'
> &
  Partial<Pick<Territory, 'players' | 'backdrop'>>;

/** A feature in whole units of the tile: 1 point, 2 line, 3 polygon; the geometry as the encoding has it. */
export interface TileFeature {
  readonly id?: number;
  readonly type: 1 | 2 | 3;
  readonly tags: Readonly<Record<string, string | number>>;
  readonly geometry: readonly (readonly TilePoint[])[];
}

/** One tile that is being cut. */
export interface Cut {
  readonly address: TileAddress;
  /** With the buffer, in microdegrees. */
  readonly box: TileBox;
  readonly canvas: Canvas;
  /** 1, and more where a tile would be too large: small things are left out by this factor of their area. */
  readonly coarseness: number;
}

/** A layer of the tiles. */
export interface Layer {
  readonly name: string;
  /** Fields of its features, for TileJSON. */
  readonly fields: Readonly<Record<string, string>>;
  readonly description: string;
  readonly minZoom: number;
  draw(source: TileSource, cut: Cut): TileFeature[];
}
