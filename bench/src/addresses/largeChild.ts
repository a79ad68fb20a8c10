import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import { assembleTerritory, OsmBuilder, Report } from '@hinterland/importers';
import { addressSearchTables, loadTerritory } from '@hinterland/territory';
import { generatedAddresses } from './generated.ts';

const SEED = 7;

/** One step of the bench in a process of its own, so that its memory is its own. Prints what it measured as JSON. */
const [step, bundle, count] = process.argv.slice(2) as [string, string, string];
const measured = { build, index, open }[step];
process.stdout.write(JSON.stringify(await measured!()));

/** Builds a territory of generated addresses and one road, as a recipe does from an address file. */
async function build(): Promise<object> {
  const map = new OsmBuilder();
  map.addWay([map.addNode(-34, 145), map.addNode(-34, 145.01)], { highway: 'residential', name: 'The Only Road' });
  const report = new Report('Generated addresses');
  await assembleTerritory(
    {
      id: 'generated',
      name: 'Generated',
      countries: ['AU'],
      continent: 'oceania',
      timeZone: 'Etc/UTC',
      versions: { territory: '1' },
      osm: map.build(),
      poleSources: [
        {
          kind: 'address',
          async each(push) {
            for (const address of generatedAddresses(Number(count), SEED)) push(address);
          },
        },
      ],
      boundaries: [],
      census: null,
      sources: [{ name: 'Generated', licence: 'none', attribution: 'none', family: 'territory' }],
      report,
    },
    bundle,
  );
  await writeFile(join(bundle, 'report.json'), JSON.stringify(report.toJson()));
  return { steps: report.toJson().steps };
}

/** The index alone, from a territory that is there. */
async function index(): Promise<object> {
  const territory = await loadTerritory(bundle);
  const { addresses, texts } = territory;
  // Columns are read when they are first looked at; that is no part of making an index.
  for (const column of [addresses.street, addresses.locality, addresses.region, addresses.postcode, addresses.pole]) {
    if (column.length !== addresses.rows) throw new Error('a column is cut short');
  }
  if (texts.text.at(0) !== '' || addresses.number.length !== addresses.rows) throw new Error('a column is cut short');
  const before = process.memoryUsage.rss();
  const busy = process.cpuUsage();
  addressSearchTables(territory);
  const { user, system } = process.cpuUsage(busy);
  return {
    cpuSeconds: (user + system) / 1e6,
    growthMegabytes: (1024 * process.resourceUsage().maxRSS - before) / 1e6,
  };
}

/** From nothing to the first answer, and the memory that a process has then. */
async function open(): Promise<object> {
  const descriptor = JSON.parse(await readFile(join(bundle, 'territory/1/family.json'), 'utf8')) as {
    files: { name: string; bytes: number }[];
  };
  const started = performance.now();
  const territory = await loadTerritory(bundle);
  const opened = performance.now();
  searchAddresses(territory, parseQuery('12 main street', ['AU']), { limit: 10 });
  const answered = performance.now();
  return {
    openMilliseconds: opened - started,
    firstMilliseconds: answered - opened,
    residentMegabytes: process.memoryUsage.rss() / 1e6,
    indexFiles: descriptor.files.filter(({ name }) => name.startsWith('search')),
    addressBytes: descriptor.files.find(({ name }) => name === 'addresses.arrow')!.bytes,
  };
}
