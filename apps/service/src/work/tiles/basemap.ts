import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BasemapTile, TileAddress } from '@hinterland/tiles';
import { PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles';

/** Name of an operator's own background map in the folder of a bundle. */
const BASEMAP_FILE = 'basemap.pmtiles';

/** An operator's own background map, which takes the place of the bundle's backdrop. */
export interface Basemap {
  /** Changes with the file. */
  readonly fingerprint: string;
  /** What must be shown, as HTML; null where the file says nothing. */
  readonly attribution: string | null;
  /** The tile, or the one above it where the file ends before; null where it has none. */
  tile(address: TileAddress): Promise<BasemapTile | null>;
}

/** Opens the background map in the folder of a bundle; null where there is none. Throws where it holds no vector tiles. */
export async function openBasemap(folder: string): Promise<Basemap | null> {
  const path = join(folder, BASEMAP_FILE);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (found === null) return null;
  const { size, mtimeMs } = found;
  const tiles = new PMTiles(new FileSource(path));
  const header = await tiles.getHeader();
  if (header.tileType !== TileType.Mvt) throw new Error(`${path} holds no vector tiles (MVT).`);
  const { attribution } = (await tiles.getMetadata()) as { attribution?: unknown };
  return {
    fingerprint: `${size} ${mtimeMs}`,
    attribution: typeof attribution === 'string' ? attribution : null,
    async tile({ z, x, y }) {
      const up = Math.max(0, z - header.maxZoom);
      const address = { z: z - up, x: x >> up, y: y >> up };
      const found = await tiles.getZxy(address.z, address.x, address.y);
      return found === undefined ? null : { bytes: new Uint8Array(found.data), address };
    },
  };
}

/** Parts of a file, which is opened for each: a tile reads one, and two more at most the first time. */
class FileSource implements Source {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  getKey(): string {
    return this.#path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const file = await open(this.#path);
    try {
      const data = new ArrayBuffer(length);
      const { bytesRead } = await file.read(new Uint8Array(data), 0, length, offset);
      return { data: data.slice(0, bytesRead) };
    } finally {
      await file.close();
    }
  }
}
