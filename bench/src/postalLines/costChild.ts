import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Geocode from '@hinterland/engine/geocode';
import type * as TerritoryPackage from '@hinterland/territory';
import type { SearchCost } from './cost.ts';

/** Parts of a checkout's build that it does not export. */
interface ArrowWriter {
  arrowFile(spec: object, table: object): Iterable<Uint8Array>;
}
interface Tables {
  readonly SEARCH_TABLES: Readonly<Record<string, object>>;
}

// Built code of a checkout, this one or an older one.
const [root, bundle, queriesFile] = process.argv.slice(2) as [string, string, string];
const built = async <T>(path: string): Promise<T> => (await import(join(root, 'packages', path))) as T;
const { addressSearchTables, loadTerritory } = await built<typeof TerritoryPackage>('territory/dist/index.js');
const { arrowFile } = await built<ArrowWriter>('territory/dist/write/arrowWrite.js');
const { SEARCH_TABLES } = await built<Tables>('territory/dist/format/tables.js');
const { parseQuery, searchAddresses } = await built<typeof Geocode>('engine/dist/geocode/index.js');

const territory = await loadTerritory(bundle);
const { countries } = territory.manifest;
const queries = JSON.parse(await readFile(queriesFile, 'utf8')) as string[];
const ask = () => {
  for (const query of queries) searchAddresses(territory, parseQuery(query, countries), { limit: 5 });
};
ask();
const start = process.cpuUsage();
ask();
const { user, system } = process.cpuUsage(start);

const index = Object.entries(addressSearchTables(territory)) as [string, object][];
const indexBytes = index.reduce((sum, [name, table]) => {
  const spec = SEARCH_TABLES[`search${name[0]!.toUpperCase()}${name.slice(1)}`]!;
  return sum + [...arrowFile(spec, table)].reduce((bytes, piece) => bytes + piece.byteLength, 0);
}, 0);
const cost: SearchCost = { processorMicroseconds: (user + system) / queries.length, indexBytes };
process.stdout.write(JSON.stringify(cost));
