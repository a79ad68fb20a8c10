import { latMicrodegreesOf, lngMicrodegreesOf, mercatorX, mercatorY } from './geometry/mercator.ts';

/** A tile: column x from the west, row y from the north, of the 2^z by 2^z tiles of zoom z. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Deepest zoom that is cut; maps enlarge it beyond. */
export const MAX_ZOOM = 16;
/** Units along a side of a tile. */
export const EXTENT = 4096;
/** Units that geometry reaches beyond each side, so that lines and labels meet across tiles. */
export const BUFFER = 64;

/** Whether there is such a tile. */
export function isTileAddress({ z, x, y }: TileAddress): boolean {
  const tiles = 2 ** z;
  return [z, x, y].every(Number.isInteger) && z >= 0 && z <= MAX_ZOOM && x >= 0 && x < tiles && y >= 0 && y < tiles;
}

/** Box of a tile with its buffer, in microdegrees. */
export interface TileBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function tileBox({ z, x, y }: TileAddress, bufferUnits = BUFFER): TileBox {
  const tiles = 2 ** z;
  const margin = bufferUnits / EXTENT;
  return {
    west: lngMicrodegreesOf((x - margin) / tiles),
    south: latMicrodegreesOf((y + 1 + margin) / tiles),
    east: lngMicrodegreesOf((x + 1 + margin) / tiles),
    north: latMicrodegreesOf((y - margin) / tiles),
  };
}

/** Tiles of a zoom that share a point with a box in degrees, row by row. */
export function* tilesOfBox(
  z: number,
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
): Generator<TileAddress> {
  const tiles = 2 ** z;
  const at = (value: number) => Math.min(tiles - 1, Math.max(0, Math.floor(value * tiles)));
  const [left, right] = [at(mercatorX(west * 1e6)), at(mercatorX(east * 1e6))];
  const bottom = at(mercatorY(south * 1e6));
  for (let y = at(mercatorY(north * 1e6)); y <= bottom; y++) for (let x = left; x <= right; x++) yield { z, x, y };
}
