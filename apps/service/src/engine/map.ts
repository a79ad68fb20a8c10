import { gzipSync } from 'node:zlib';
import type { Territory } from '@hinterland/territory';
import { outlineOf, type TileAddress, tileOf } from '@hinterland/tiles';

/** A part of a territory's map: a vector tile, or an area as GeoJSON by its code. */
export type MapQuestion = { readonly tile: TileAddress } | { readonly outlineOf: string };

/** Returns the part gzipped; null where there is none. */
export function answerMap(territory: Territory, question: MapQuestion): Uint8Array | null {
  if ('tile' in question) return gzipSync(tileOf(territory, question.tile));
  const outline = outlineOf(territory, question.outlineOf);
  return outline === null ? null : gzipSync(JSON.stringify(outline));
}
