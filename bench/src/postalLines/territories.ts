import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import type { Unsaid } from './measure.ts';

/** A file of real addresses, below the folder of the test data. */
export interface AddressFile {
  readonly file: string;
  /** Two-letter code. */
  readonly country: string;
  /** For parts that no address of the file holds. */
  readonly unsaid: Unsaid;
}

export const REGISTERS: readonly AddressFile[] = [
  { file: 'addresses/openaddresses_au_pelias_input_4.csv', country: 'AU', unsaid: {} },
  { file: 'addresses/openaddresses_output_alameda_geom.zip', country: 'US', unsaid: { region: 'CA' } },
  { file: 'addresses/openaddresses_output_santa_clara.zip', country: 'US', unsaid: { region: 'CA' } },
  { file: 'addresses/openaddresses_us_nj_willow_ave_hoboken.csv', country: 'US', unsaid: { region: 'NJ' } },
];

export const EXTRACTS: readonly AddressFile[] = [
  {
    file: 'new-york/nyc-lower-manhattan.osm.pbf',
    country: 'US',
    // By the first digits of ZIP codes, as the post names the towns.
    unsaid: { city: { 10: 'New York', 112: 'Brooklyn' }, region: 'NY' },
  },
  { file: 'sydney/sydney-cbd-au-2023-01-12.osm.pbf', country: 'AU', unsaid: { city: 'Sydney', region: 'NSW' } },
  { file: 'extracts/centre-mifflin-pa-merged.osm.pbf', country: 'US', unsaid: { region: 'PA' } },
  { file: 'extracts/darmstadt-north.osm.pbf', country: 'DE', unsaid: { city: 'Darmstadt' } },
  { file: 'extracts/liechtenstein-2022-12-15.osm.pbf', country: 'LI', unsaid: {} },
  { file: 'extracts/andorra-2026-04-03.osm.pbf', country: 'AD', unsaid: {} },
  { file: 'extracts/monaco-2025-10-23.osm.pbf', country: 'MC', unsaid: { city: 'Monaco' } },
  { file: 'extracts/oahu-honolulu-us-2018-01-27.osm.pbf', country: 'US', unsaid: { city: 'Honolulu', region: 'HI' } },
  { file: 'extracts/portland-region.osm.pbf', country: 'US', unsaid: { city: 'Portland', region: 'OR' } },
  { file: 'extracts/columbus-unordered.osm.pbf', country: 'US', unsaid: { city: 'Columbus', region: 'OH' } },
  { file: 'extracts/oslo-east-filtered.osm.pbf', country: 'NO', unsaid: { city: 'Oslo' } },
  { file: 'world/extracts/krems-at.osm.pbf', country: 'AT', unsaid: { city: 'Krems' } },
  { file: 'world/extracts/malta-2016-11-09.osm.pbf', country: 'MT', unsaid: {} },
  { file: 'porto-alegre/poa_osm.pbf', country: 'BR', unsaid: { city: 'Porto Alegre' } },
];

/** Roads for registers, which have none: address search does not look at them. */
const SOME_ROADS = 'extracts/monaco-2025-10-23.osm.pbf';

export const isAtHand = (dataDir: string, { file }: AddressFile): boolean =>
  existsSync(join(dataDir, file)) && existsSync(join(dataDir, SOME_ROADS));

/** Builds a territory of the addresses of a file, and of the boundaries of an extract, and gives it to `use`. */
export async function withAddressesOf<T>(
  dataDir: string,
  { file, country }: AddressFile,
  use: (territory: Territory) => T,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-postal-'));
  try {
    const data = resolve(dataDir);
    const isExtract = file.endsWith('.pbf');
    const poles = isExtract
      ? '- from: osm-addresses'
      : `- { from: openaddresses, file: "${join(data, file)}"${entry(file)} }`;
    const recipe = `
id: postal-lines
name: Postal lines
countries: [${country}]
continent: europe
timeZone: Etc/UTC
versions: { territory: "1" }
map: { osm: "${join(data, isExtract ? file : SOME_ROADS)}"${isExtract ? '' : ', box: { west: -180, south: -80, east: 180, north: 80 }'} }
poles:
  ${poles}
boundaries:
${isExtract ? '  - { from: osm, levels: { 4: { kind: region }, 6: { kind: county }, 8: { kind: municipality } }, postcodes: true }' : '  []'}
sources:
  - { name: The file, licence: none, attribution: none, family: territory }
`;
    await writeFile(join(dir, 'recipe.yaml'), recipe);
    await buildTerritory(await readRecipe(join(dir, 'recipe.yaml')), { outDir: join(dir, 'bundle') });
    return use(await loadTerritory(join(dir, 'bundle')));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const entry = (file: string): string => (file.endsWith('.zip') ? ', entry: ".csv"' : '');
