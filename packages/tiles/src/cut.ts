import { isTileAddress, type TileAddress, tileBox } from './address.ts';
import { Canvas } from './canvas.ts';
import { encodeTile } from './encode.ts';
import { addresses } from './layers/addresses.ts';
import { areaNames, areas } from './layers/areas.ts';
import { BACKDROP_LAYERS } from './layers/backdrop.ts';
import type { Cut, Layer, TileSource } from './layers/layer.ts';
import { roads } from './layers/roads.ts';
import { stores } from './layers/stores.ts';

/** Raised whenever the tiles of the same bundle change, so that their addresses do. */
export const TILES_REVISION = 1;

/** The layers of a tile in their order in it. */
export const LAYERS: readonly Layer[] = [...BACKDROP_LAYERS, areas, roads, areaNames, addresses, stores];

/** A tile is cut coarser until it is no larger than this. */
export const TILE_BYTES_MAX = 500_000;
/** Factors by which area counts less, one after the other. */
const COARSENESSES = [1, 4, 16, 64, 256];

/**
 * A tile, uncompressed; empty where nothing lies in it. Low zooms come from the bundle where it has them. Throws RangeError
 * where there is no such tile.
 */
export function tileOf(source: TileSource, address: TileAddress): Uint8Array {
  return preparedTile(source, address) ?? cutTile(source, address);
}

/** The tile as it was made with the bundle; null where it was not. */
function preparedTile({ backdrop }: TileSource, { z, x, y }: TileAddress): Uint8Array | null {
  if (backdrop == null) return null;
  const { lowTiles, lowTileBytes } = backdrop;
  for (let row = 0; row < lowTiles.rows && lowTiles.zoom[row]! <= z; row++) {
    if (lowTiles.zoom[row] !== z || lowTiles.x[row] !== x || lowTiles.y[row] !== y) continue;
    return lowTileBytes.byte.slice(lowTiles.startByte[row]!, lowTiles.startByte[row + 1] ?? lowTileBytes.rows);
  }
  return null;
}

/** Cuts a tile from the tables, whatever the bundle has prepared. */
export function cutTile(source: TileSource, address: TileAddress, layers: readonly Layer[] = LAYERS): Uint8Array {
  if (!isTileAddress(address)) throw new RangeError(`There is no tile ${address.z}/${address.x}/${address.y}.`);
  const there = layers.filter(({ minZoom }) => address.z >= minZoom);
  let tile: Uint8Array = new Uint8Array(0);
  for (const coarseness of COARSENESSES) {
    const cut = cutOf(address, coarseness);
    tile = encodeTile(there.map((layer) => [layer.name, layer.draw(source, cut)]));
    if (tile.byteLength <= TILE_BYTES_MAX) break;
  }
  return tile;
}

/** Half a pixel of a tile of 512 pixels, and an eighth of one where details are looked at. */
const toleranceUnits = (z: number): number => (z >= 14 ? 1 : 4);

/** A tile before anything is drawn on it; see Cut for `coarseness`. */
export const cutOf = (address: TileAddress, coarseness: number): Cut => ({
  address,
  box: tileBox(address),
  canvas: new Canvas(address, toleranceUnits(address.z) * Math.sqrt(coarseness)),
  coarseness,
});
