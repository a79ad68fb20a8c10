import { type TileAddress, tilesOfBox } from './address.ts';
import { cutTile } from './cut.ts';
import type { TileSource } from './layers/layer.ts';

/** Last zoom whose tiles are made with the bundle. */
const LAST_ZOOM = 10;

/** Tiles of low zooms over a box in degrees, as the tables `lowTiles` and `lowTileBytes`. */
export function lowTiles(source: TileSource, box: { west: number; south: number; east: number; north: number }) {
  const tiles: { readonly address: TileAddress; readonly bytes: Uint8Array }[] = [];
  for (let z = 0; z <= LAST_ZOOM; z++) {
    const addresses = [...tilesOfBox(z, box)].sort((a, b) => a.x - b.x || a.y - b.y);
    for (const address of addresses) tiles.push({ address, bytes: cutTile(source, address) });
  }
  let end = 0;
  const startByte = tiles.map(({ bytes }) => {
    end += bytes.byteLength;
    return end - bytes.byteLength;
  });
  const byte = new Uint8Array(end);
  for (const [i, { bytes }] of tiles.entries()) byte.set(bytes, startByte[i]!);
  return {
    lowTiles: {
      zoom: tiles.map(({ address }) => address.z),
      x: tiles.map(({ address }) => address.x),
      y: tiles.map(({ address }) => address.y),
      startByte,
    },
    lowTileBytes: { byte },
  };
}
