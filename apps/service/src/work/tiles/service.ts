import type { MapView } from '@hinterland/answers';
import { isTileAddress, type TileAddress, tilesOfBox } from '@hinterland/tiles';
import type { Engine } from '../../engine/engine.ts';
import type { MapQuestion, Viewing } from '../../engine/map.ts';
import type { Generation } from '../../engine/territoriesInForce.ts';
import type { Log } from '../../kit/log.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Basemap, openBasemap } from './basemap.ts';
import { tileJson, tilesVersion } from './description.ts';
import { type GroundTile, unpacked } from './ground.ts';

/** The maps of the territories in force. */
export type Tiles = ReturnType<typeof makeTiles>;

export function makeTiles(engine: Engine, log: Log) {
  /** Throws not_found where the territory is not in force. */
  const inForce = (territory: string): Generation => {
    const found = engine.territories.current.find((one) => one.territory.manifest.id === territory);
    if (found === undefined) throw nothing('There is no such territory. GET /tiles lists them.');
    return found;
  };

  const opened = new WeakMap<Generation, Promise<Basemap | null>>();
  /** The operator's own background map of a territory, opened once for each generation of its data. */
  const basemapOf = (generation: Generation): Promise<Basemap | null> => {
    const known = opened.get(generation);
    if (known !== undefined) return known;
    const opening = openBasemap(generation.bundle).catch((error) => {
      log.warn({ err: error, bundle: generation.bundle }, 'background map refused');
      return null;
    });
    opened.set(generation, opening);
    return opening;
  };
  const describe = async (generation: Generation, pathOf: (path: string) => string, query: string) =>
    tileJson(generation, await basemapOf(generation), pathOf, query);

  /** A part of the map, gzipped. Throws not_found where it or the version is not there. */
  async function part(territory: string, version: string, asked: MapQuestion, viewing: Viewing) {
    const generation = inForce(territory);
    const basemap = await basemapOf(generation);
    if (version !== tilesVersion(generation, basemap)) {
      throw nothing(
        `This version is not in force. GET /tiles/${generation.territory.manifest.id} names the one that is.`,
      );
    }
    const lease = engine.territories.lease(generation);
    try {
      const onBasemap = 'tile' in asked && basemap !== null;
      const question = onBasemap ? { ...asked, basemap: await basemap.tile(asked.tile) } : asked;
      const bytes = await engine.map(question, lease, viewing);
      if (bytes === null)
        throw nothing('There is no area with this code, or several share it: add its kind, as in postcode:2000.');
      return bytes;
    } finally {
      lease.release();
    }
  }

  return {
    /** TileJSON of every territory, by id. */
    list: (pathOf: (path: string) => string, query: string) =>
      Promise.all(engine.territories.current.map((generation) => describe(generation, pathOf, query))),
    /** TileJSON of a territory. Throws not_found. */
    describe: (territory: string, pathOf: (path: string) => string, query: string) =>
      describe(inForce(territory), pathOf, query),
    /** A tile, gzipped. Throws not_found. */
    tile(territory: string, version: string, address: TileAddress, viewing: Viewing): Promise<Uint8Array> {
      if (!isTileAddress(address)) throw nothing('There is no such tile.');
      return part(territory, version, { tile: address }, viewing);
    },
    /** The tiles behind a picture, of the version in force, uncompressed. Throws not_found. */
    async behind(territory: string, { tileZoom, seen }: MapView, viewing: Viewing): Promise<readonly GroundTile[]> {
      const generation = inForce(territory);
      const version = tilesVersion(generation, await basemapOf(generation));
      const addresses = [...tilesOfBox(tileZoom, seen)];
      return Promise.all(
        addresses.map(async (address) => ({
          address,
          bytes: unpacked(await part(territory, version, { tile: address }, viewing)),
        })),
      );
    },
    /** An area by its code as GeoJSON, gzipped. Throws not_found. */
    area: (territory: string, version: string, code: string, viewing: Viewing): Promise<Uint8Array> =>
      part(territory, version, { outlineOf: code }, viewing),
  };
}

const nothing = (detail: string) => new ProblemError('not_found', detail);
