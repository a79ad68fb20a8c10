import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addresses } from './addresses/addresses.ts';
import { analyses } from './analyses.ts';
import { classSpeeds } from './classSpeeds/classSpeeds.ts';
import { corrections } from './corrections.ts';
import { country } from './country/country.ts';
import { freshPlaces } from './country/freshPlaces.ts';
import { nativeSearch } from './country/nativeSearch.ts';
import { isSize, type Size } from './country/prepare.ts';
import { coverage } from './coverage.ts';
import { datasets } from './datasets.ts';
import { fairness, pagesUnderAttack } from './fairness/fairness.ts';
import type { Report } from './goals/figures.ts';
import { writeGoals } from './goals/goalsSection.ts';
import { http } from './http.ts';
import { imports } from './imports.ts';
import { isochroneQuality } from './isochroneQuality.ts';
import { jobs } from './jobs.ts';
import { ledger } from './ledger.ts';
import { locationAllocation } from './locationAllocation.ts';
import { markets } from './markets.ts';
import { writeSection } from './page.ts';
import { postalLines } from './postalLines/postalLines.ts';
import { rasters } from './rasters.ts';
import { salesForecasts } from './salesModel/salesForecasts.ts';
import { salesIdentities, salesSums } from './salesModel/salesSums.ts';
import { serviceTable } from './serviceTable.ts';
import { siteSearch } from './siteSearch.ts';
import { spend } from './spend.ts';
import { start } from './start.ts';
import { tiles } from './tiles.ts';
import { transit } from './transit/transit.ts';
import { worker } from './worker.ts';

/** Options of a bench on the command line. */
interface Settings {
  /** How many addresses to generate. */
  readonly addresses: readonly number[];
  readonly root: string;
  readonly territories: readonly string[];
  readonly dataDir: string;
  /** CSV with the columns query and expected. */
  readonly queries: string;
  readonly size: Size;
  readonly workDir: string;
  /** Recipes to measure; all where empty. */
  readonly recipes: readonly string[];
  /** Fronts of the attack on others; all where empty. */
  readonly fronts: readonly string[];
}

interface Bench {
  readonly title: string;
  /** What the command line must say. */
  readonly needs: readonly ('territory' | 'data')[];
  /** Returns the section's text, Markdown, with figures for goals where it has such. */
  run(settings: Settings): Promise<string | Report>;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  addresses: { title: 'Address search', needs: [], run: addresses },
  'postal-lines': {
    title: 'Postal lines',
    needs: ['data'],
    run: ({ dataDir, territories }) => postalLines({ dataDir, territories }),
  },
  country: {
    title: 'A country',
    needs: ['data'],
    run: ({ root, dataDir, size, workDir }) => country({ root, dataDir, size, workDir }),
  },
  'fresh-places': {
    title: 'Places asked once',
    needs: ['data'],
    run: ({ root, dataDir, size, workDir }) => freshPlaces({ root, dataDir, size, workDir }),
  },
  'native-search': {
    title: 'Search beside a native twin',
    needs: ['data'],
    run: ({ root, dataDir, size, workDir }) => nativeSearch({ root, dataDir, size, workDir }),
  },
  analyses: {
    title: 'Analyses of a catchment that is there',
    needs: ['territory'],
    run: ({ territories }) => analyses(territories),
  },
  corrections: { title: 'Corrections of stores', needs: [], run: corrections },
  coverage: { title: 'Coverage of a network', needs: [], run: ({ territories }) => coverage(territories) },
  datasets: {
    title: 'Datasets',
    needs: [],
    run: ({ root }) => datasets(root),
  },
  imports: {
    title: 'Building territories',
    needs: ['data'],
    run: ({ root, dataDir }) => imports({ root, dataDir }),
  },
  'isochrone-quality': {
    title: 'Quality of isochrones',
    needs: ['territory'],
    run: ({ territories }) => isochroneQuality(territories),
  },
  rasters: {
    title: 'People by raster against a census',
    needs: ['data'],
    run: ({ dataDir, workDir, recipes }) => rasters({ dataDir, workDir, names: recipes }),
  },
  spend: {
    title: 'Spend of regions',
    needs: ['data'],
    run: ({ dataDir }) => spend(dataDir),
  },
  'class-speeds': {
    title: 'Speeds beside three routers',
    needs: ['data'],
    run: ({ root, dataDir, workDir, recipes }) => classSpeeds({ root, dataDir, workDir, recipes }),
  },
  'sales-forecasts': {
    title: 'Sales forecasts',
    needs: [],
    run: ({ territories, workDir }) => salesForecasts(territories, workDir),
  },
  'sales-identities': {
    title: 'Identities of sales forecasts',
    needs: [],
    run: ({ workDir }) => salesIdentities(10_000, workDir),
  },
  'sales-sums': { title: 'Sums of sales forecasts', needs: [], run: ({ workDir }) => salesSums(1000, workDir) },
  tiles: { title: 'Map tiles', needs: ['territory'], run: ({ territories }) => tiles(territories) },
  transit: {
    title: 'Public transport',
    needs: ['territory'],
    run: ({ territories }) => transit(territories),
  },
  'location-allocation': {
    title: 'Location-allocation',
    needs: ['data'],
    run: ({ dataDir }) => locationAllocation(join(dataDir, 'world/territory')),
  },
  'site-search': { title: 'Search for sites', needs: [], run: () => siteSearch() },
  markets: { title: 'Actions on markets', needs: [], run: () => markets() },
  worker: {
    title: 'Tables through the worker',
    needs: [],
    run: ({ root }) => worker(root),
  },
  'service-table': {
    title: 'Tables through a service',
    needs: [],
    run: ({ root }) => serviceTable(root),
  },
  ledger: {
    title: 'The ledger',
    needs: [],
    run: () => ledger(),
  },
  jobs: {
    title: 'Background jobs',
    needs: [],
    run: ({ root }) => jobs(root),
  },
  start: { title: 'Starts of the service', needs: [], run: ({ root }) => start(root) },
  fairness: {
    title: 'Others under attack',
    needs: [],
    run: ({ root, fronts }) => fairness(root, fronts),
  },
  'fairness-pages': {
    title: 'Others under attack on pages and agents',
    needs: [],
    run: ({ root, fronts }) => pagesUnderAttack(root, fronts),
  },
  http: {
    title: 'Calls over HTTP',
    needs: [],
    run: ({ root }) => http(root),
  },
};

const USAGE = `usage: npm run bench -- NAME [--territory DIR ...] [--data DIR] [--queries FILE] [--date DATE] [--page FILE] [--size SIZE] [--dir DIR] [--addresses COUNT ...] [--front NAME ...] [--recipe NAME ...]

${Object.entries(BENCHES)
  .map(
    ([name, { title, needs }]) =>
      `  ${name.padEnd(20)}${title}${needs.length === 0 ? '' : ` (needs ${needs.map((need) => `--${need}`).join(', ')})`}`,
  )
  .join('\n')}

addresses: --queries FILE also asks the queries of a CSV file with the columns query and expected; --addresses COUNT,\nseveral times if need be, is how many are generated (1000000).\nfairness, fairness-pages: --front NAME, several times if need be, attacks on these alone, and prints only.\ncountry, fresh-places, native-search: --size small, region, country (default) or dense. These and class-speeds: --dir keeps what is built, so that the next run only measures.\nclass-speeds, rasters: --recipe NAME, several times if need be, measures these alone; the others have their rows of the last run with the same --dir.\nsales-forecasts, sales-sums, sales-identities: with --dir several processes share the chains, stop after five minutes, and print what all of them know.\nResults are printed and kept in docs/benchmarks/ (--page "" only prints;\nsizes other than country are printed only).`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      territory: { type: 'string', multiple: true, default: [] },
      data: { type: 'string', default: '' },
      queries: { type: 'string', default: '' },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      page: { type: 'string', default: 'docs/benchmarks.md' },
      size: { type: 'string', default: 'country' },
      dir: { type: 'string', default: '' },
      addresses: { type: 'string', multiple: true, default: ['1000000'] },
      front: { type: 'string', multiple: true, default: [] },
      recipe: { type: 'string', multiple: true, default: [] },
    },
  });
  const bench = BENCHES[positionals[0] ?? ''];
  const { size } = values;
  const counts = values.addresses.map(Number);
  const missing = bench?.needs.filter((need) => values[need].length === 0) ?? [];
  if (
    bench === undefined ||
    positionals.length !== 1 ||
    missing.length > 0 ||
    !isSize(size) ||
    !counts.every((count) => count > 0)
  ) {
    const reason =
      missing.length > 0 ? `${positionals[0]} needs ${missing.map((need) => `--${need}`).join(', ')}.\n\n` : '';
    process.stderr.write(`${reason}${USAGE}\n`);
    return 2;
  }
  const root = join(import.meta.dirname, '../..');
  const processors = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const load = loadavg()[0]!.toFixed(1);
  const page = size === 'country' && values.front.length === 0 ? values.page : '';
  const report = await bench.run({
    addresses: counts,
    root,
    territories: values.territory,
    dataDir: values.data,
    queries: values.queries,
    size,
    workDir: values.dir,
    recipes: values.recipe,
    fronts: values.front,
  });
  const { text, figures } = typeof report === 'string' ? { text: report, figures: {} } : report;
  const section = `${processors} (load before the start ${load}), Node ${process.version}, ${values.date}.\n\n${text}`;
  process.stdout.write(`## ${bench.title}\n\n${section}\n`);
  if (page === '') return 0;
  await writeSection(join(root, page), bench.title, section);
  if (Object.keys(figures).length > 0) {
    await writeGoals(join(root, page), figures, { date: values.date, commit: commitOf(root), processors, load });
  }
  return 0;
}

/** The commit of the code, with a "+" where files were changed since. */
function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'apps', 'packages', 'bench') === '' ? '' : '+'}`;
}

process.exitCode = await main();
