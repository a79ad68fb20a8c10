import { gzipSync } from 'node:zlib';
import type { Territory } from '@hinterland/territory';
import { type BasemapTile, outlineOf, type TileAddress, tileOf, tileOnBasemap } from '@hinterland/tiles';
import { networkParty } from '../kit/rates/pace.ts';

/** A part of a territory's map: a vector tile, or an area as GeoJSON by its code. */
export type MapQuestion =
  | {
      readonly tile: TileAddress;
      /** Tile of the operator's own background map, null where that has none there; absent without such a map. */
      readonly basemap?: BasemapTile | null;
    }
  | { readonly outlineOf: string };

/** Who looks at a map: parties take turns. */
export interface Viewing {
  readonly party: string;
  /** Whether the party is somebody who is not signed in. */
  readonly isStranger?: boolean;
  readonly signal: AbortSignal;
}

/** Returns the party of a stranger: the network that a request came from. */
export const strangerAt = ({
  address,
  signal,
}: {
  readonly address: string;
  readonly signal: AbortSignal;
}): Viewing => ({
  party: networkParty(address),
  isStranger: true,
  signal,
});

/** The largest tile of New York is 1% larger than at level 6 and packed in half the time. */
const LEVEL = 4;

/** Returns the part gzipped; null where there is none. */
export function answerMap(territory: Territory, question: MapQuestion): Uint8Array | null {
  if ('tile' in question) {
    const { tile, basemap } = question;
    return gzipSync(basemap === undefined ? tileOf(territory, tile) : tileOnBasemap(territory, tile, basemap), {
      level: LEVEL,
    });
  }
  const outline = outlineOf(territory, question.outlineOf);
  return outline === null ? null : gzipSync(JSON.stringify(outline), { level: LEVEL });
}
