import type { Box } from '@hinterland/geo';
import {
  areaPolygonReader,
  BACKDROP_TABLES,
  type FamilyContent,
  TERRITORY_TABLES,
  tableOf,
} from '@hinterland/territory';
import { lowTiles, type TileSource } from '@hinterland/tiles';
import { backdropTables } from '../../backdrop/backdropTables.ts';
import type { BackdropFeature } from '../../inputs/backdrop.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import { sourcesOf } from './sources.ts';

/** The family "backdrop": what maps show behind data, and the tiles of low zooms. Its version is that of the territory. */
export function backdropFamily(
  { versions, sources }: TerritoryInputs,
  features: Iterable<BackdropFeature>,
  territory: FamilyContent,
  box: Box,
): FamilyContent {
  const tables = backdropTables(features);
  return {
    family: 'backdrop',
    version: versions.territory,
    territoryVersion: versions.territory,
    sources: sourcesOf(sources, 'territory'),
    tables: { ...tables, ...lowTiles(tileSource(territory, tables), box) },
  };
}

/** The tables of the two families as tiles are cut from them. */
function tileSource({ tables, files }: FamilyContent, backdrop: ReturnType<typeof backdropTables>): TileSource {
  const table = <N extends keyof typeof TERRITORY_TABLES>(name: N) =>
    tableOf<(typeof TERRITORY_TABLES)[N]>(TERRITORY_TABLES[name], tables[name] as never);
  const areas = table('areas');
  const polygons = files!['areas.geojsonl']!.bytes;
  const shared = new SharedArrayBuffer(polygons.byteLength);
  new Uint8Array(shared).set(polygons);
  return {
    nodes: table('nodes'),
    edges: table('edges'),
    shapes: table('shapes'),
    texts: table('texts'),
    poles: table('poles'),
    addresses: table('addresses'),
    areas,
    areaPolygon: areaPolygonReader(shared, areas),
    derived: null,
    search: null,
    backdrop: {
      features: tableOf(BACKDROP_TABLES.backdropFeatures, backdrop.backdropFeatures),
      rings: tableOf(BACKDROP_TABLES.backdropRings, backdrop.backdropRings),
      points: tableOf(BACKDROP_TABLES.backdropPoints, backdrop.backdropPoints),
      boxes: tableOf(BACKDROP_TABLES.backdropBoxes, backdrop.backdropBoxes),
      lowTiles: tableOf(BACKDROP_TABLES.lowTiles, { zoom: [], x: [], y: [], startByte: [] }),
      lowTileBytes: tableOf(BACKDROP_TABLES.lowTileBytes, { byte: [] }),
    },
  };
}
