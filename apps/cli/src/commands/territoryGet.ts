import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ComparedSource,
  FetchProgress,
  GotTerritory,
  Plan,
  RasterName,
  RenewedStores,
} from '@hinterland/importers';
import { loadTerritory, readManifest, type Territory } from '@hinterland/territory';
import type { Command } from 'commander';
import { CommandError, figure, note, type Progress, print, progressBar, table, twoColumns } from '../terminal.ts';
import { eventLines } from './getEvents.ts';
import { unansweredText } from './unanswered.ts';

interface GetOptions {
  radius?: string;
  mirror?: string;
  from?: string;
  official?: boolean;
  raster?: string;
  overture?: string;
  compare?: string;
  rim?: string;
  timetables?: boolean;
  dryRun?: boolean;
  home: string;
  cache?: string;
  out?: string;
  json?: boolean;
  events?: boolean;
  stores?: boolean;
  yes?: boolean;
  acceptLosses?: boolean;
}

/** Adds the commands that make any place on Earth a territory. */
export function addGetCommands(territory: Command): void {
  withOptions(
    territory
      .command('get')
      .description('make a territory of any place on Earth: fetch what it needs, write its recipe, build it')
      .argument(
        '<place>',
        'a town ("Graz, Austria"), a country or its code, a region of the extracts, a box west,south,east,north or a point lat,lng',
      ),
  )
    .option('--dry-run', 'list files, sizes, licenses, time and memory, and fetch nothing; needs no network')
    .action((place: string, options: GetOptions) => get(place, options, false));
  withOptions(
    territory
      .command('update')
      .description('fetch what is newer for a place, and add a version beside the old one')
      .argument('<place>', 'the place, as it was given to get'),
  )
    .option('--stores', 'its lists of stores alone: roads, people and areas stay')
    .action((place: string, options: GetOptions) => get(place, options, true));
}

const withOptions = (command: Command): Command =>
  command
    .option('--radius <km>', 'half the side of the box around a town or point', '25')
    .option(
      '--mirror <folder or address>',
      'a folder or address that has the files under host/path, in place of the public servers (HINTERLAND_MIRROR)',
      process.env.HINTERLAND_MIRROR || undefined,
    )
    .option('--from <folder>', 'folder with files that were fetched by hand')
    .option('--official', 'people from official figures or not at all')
    .option(
      '--raster <name>',
      'people from a raster of the world, worldpop or ghsl, although there are official figures',
    )
    .option(
      '--overture <themes>',
      "rows of Overture's newest release, cut out by ranges: addresses, places, buildings, divisions, some of them with commas between, all or none; places where absent and the map holds less than half of the stores that registers count",
    )
    .option(
      '--compare <name>',
      'raster that official figures are compared with in the report: worldpop, ghsl or none; worldpop where it is less than 60 MB',
    )
    .option(
      '--rim <km>',
      'kilometers beyond a country, region or box that are fetched, too, people, roads and stores included, or none; 25 where absent and at most 2 GB or as much as the place itself to fetch, none around a town or point, whose --radius says it',
    )
    .option(
      '--timetables',
      'timetables of public transport (GTFS), looked up in the list of the Mobility Database; their terms are not verified, so nothing of them is shown to everybody',
    )
    .option('--home <folder>', 'folder of territories, places and downloads', process.env.HINTERLAND_HOME ?? 'var')
    .option('--cache <folder>', 'folder of downloads; HOME/downloads where absent')
    .option('--out <folder>', 'folder of the bundle; HOME/territories/ID where absent')
    .option('--yes', 'go on although the machine has less memory or disk than the plan needs')
    .option('--accept-losses', 'put a list of stores in force although it lost more than a third of its stores')
    .option('--json', 'print plan and verdict as JSON; of a name that several places have, the candidates')
    .option('--events', 'print what happens as lines of JSON: plan, progress each second, done or failed');

async function get(text: string, options: GetOptions, refresh: boolean): Promise<void> {
  const {
    comparedSources,
    findPlace,
    getTerritory,
    getWithStores,
    MOST_RIM_KM,
    renewStores,
    makePlan,
    Namesakes,
    OVERTURE_THEMES,
    RASTERS,
    withFreeId,
  } = await import('@hinterland/importers');
  const raster = options.raster as RasterName | undefined;
  if (raster !== undefined && !RASTERS.includes(raster)) {
    throw new CommandError(`There is no raster "${raster}"; there are ${RASTERS.join(' and ')}.`, 2);
  }
  const compare = options.compare as RasterName | 'none' | undefined;
  if (compare !== undefined && compare !== 'none' && !RASTERS.includes(compare)) {
    throw new CommandError(
      `There is no raster "${compare}" to compare with; there are ${RASTERS.join(' and ')}, or none.`,
      2,
    );
  }
  const choice = {
    official: options.official,
    raster,
    compare,
    overture: themesOf(options.overture, OVERTURE_THEMES),
    rimKm: rimOf(options.rim, MOST_RIM_KM),
    timetables: options.timetables,
  };
  let place: ReturnType<typeof findPlace>;
  try {
    const found = findPlace(text, Number(options.radius ?? 25));
    place = options.out === undefined ? await withFreeId(found, options.home) : found;
  } catch (error) {
    if (options.json && error instanceof Namesakes) print(JSON.stringify({ candidates: error.candidates }, null, 2));
    throw error;
  }
  if (options.dryRun) {
    const plan = makePlan(place, choice);
    print(options.json ? JSON.stringify(planJson(plan, comparedSources(plan)), null, 2) : planText(plan));
    return;
  }
  // A service will keep its database beside what is fetched.
  await mkdir(options.home, { recursive: true, mode: 0o700 });
  const out = options.out ?? join(options.home, 'territories', place.id);
  const events = options.events ? eventLines((line) => print(JSON.stringify(line))) : null;
  const bar = events === null ? progressBar() : { update: events.building, stop: events.stop };
  const started = performance.now();
  const settings = {
    ...choice,
    placesDir: join(options.home, 'places'),
    outDir: out,
    cacheDir: options.cache ?? join(options.home, 'downloads'),
    mirror: options.mirror,
    from: options.from,
    isAgreed: options.yes ?? false,
    acceptsLosses: options.acceptLosses,
    refresh,
    ...(options.mirror === undefined ? { addressesOf: await guard() } : {}),
    ...(events ?? {
      planned: (plan: Plan) => note(planText(plan)),
      noted: (text: string) => note(`Note: ${text}`),
      fetching: fetchingText(bar.update),
      building: bar.update,
    }),
  };
  const failed = (error: Error) => {
    events?.failed(error.message);
    throw error;
  };
  if (options.stores) {
    const renewed = await renewStores(place, settings).catch(failed).finally(bar.stop);
    if (events !== null) events.done(null);
    else if (options.json) print(JSON.stringify(renewed, null, 2));
    else print(renewedText(place.name, out, renewed));
    return;
  }
  const fetchAndBuild = options.overture === undefined ? getWithStores : getTerritory;
  const got = await fetchAndBuild(place, settings).catch(failed).finally(bar.stop);
  const territory = got === null ? null : await loadTerritory(out);
  const compared = got === null || territory === null ? null : await comparison(territory, got, out);
  if (events !== null) {
    events.done(got === null ? null : { verdict: got.verdict, center: (await readManifest(out)).center });
    return;
  }
  if (got === null) {
    print(`${place.name}: the servers have nothing newer than ${out}.`);
    return;
  }
  const { verdict, recipe, isOwnRecipe, plan } = got;
  if (options.json) {
    print(
      JSON.stringify(
        { plan: planJson(plan, comparedSources(plan)), verdict, comparison: compared, out, recipe },
        null,
        2,
      ),
    );
    return;
  }
  const seconds = figure((performance.now() - started) / 1000, 1);
  print(`${place.name} is built and in force: ${out} (${seconds} s)\n`);
  print(twoColumns(verdict.facts.map(([name, value]) => [`  ${name}`, value])));
  print(`\nVerdict: ${verdict.verdict}.${verdict.reasons.map((reason) => `\n  - ${reason}`).join('')}`);
  if (compared !== null) {
    const { comparisonText } = await import('./peopleCompared.ts');
    print(`\n${comparisonText(compared)}`);
  }
  print(`\n${await sampleText(territory!)}`);
  const unanswered = await unansweredText(territory!);
  if (unanswered !== '') print(`\nWithout an answer:\n${unanswered}`);
  print(
    `\nThe recipe is ${recipe}${isOwnRecipe ? ', with your changes' : ''}; the full report is ${join(out, 'report.txt')}.`,
  );
  print(nextStep(out, options.home));
}

const renewedText = (name: string, out: string, renewed: RenewedStores | null): string =>
  renewed === null
    ? `${name}: no list of stores is newer than those in ${out}.`
    : `${name}: the stores of ${renewed.version} are in force beside the roads of ${renewed.roads}: ${out}`;

/** Kilometers of the rim. */
function rimOf(text: string | undefined, most: number): number | 'usual' {
  if (text === undefined) return 'usual';
  if (text === 'none') return 0;
  const km = Number(text);
  if (text.trim() !== '' && km >= 0 && km <= most) return km;
  throw new CommandError(`--rim is a number of kilometers from 0 to ${most}, or none. "${text}" is neither.`, 2);
}

/** Themes of Overture by their names with commas between; all or none where it says so. */
function themesOf<T extends string>(text: string | undefined, themes: readonly T[]): readonly T[] {
  if (text === undefined || text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === 'all') return themes;
  const unknown = names.find((name) => !themes.some((theme) => theme === name));
  if (unknown !== undefined) {
    throw new CommandError(`Overture has no theme "${unknown}" here; there are ${themes.join(', ')}, all and none.`, 2);
  }
  return themes.filter((theme) => names.includes(theme));
}

/** Compares the people with those of a raster where there is one, in the report, too. */
async function comparison(territory: Territory, got: GotTerritory, dir: string) {
  const { comparePeople, reportComparison } = await import('./peopleCompared.ts');
  const compared = comparePeople(territory, got);
  if (compared !== null) await reportComparison(got, compared, dir);
  return compared;
}

/** Public hosts alone: addresses are checked before they are connected to. */
async function guard() {
  const { makeTargets, resolveHost } = await import('@hinterland/service');
  const targets = makeTargets({ resolve: resolveHost, allowedNetworks: [], baseUrl: () => '' });
  return targets.addressesOf;
}

const megabytes = (value: number): string =>
  value >= 1000 ? `${figure(value / 1000, 1)} GB` : `${figure(value, value < 1 ? 2 : value < 10 ? 1 : 0)} MB`;

/** Shows the bytes of a file and the time left; without a terminal a line per file. */
function fetchingText(update: Progress): (state: FetchProgress) => void {
  const started = new Map<string, { bytes: number; at: number }>();
  return ({ name, bytes, total }) => {
    const all = total === undefined ? '' : ` of ${megabytes(total / 1e6)}`;
    const first = started.get(name) ?? { bytes, at: performance.now() };
    started.set(name, first);
    const rate = (bytes - first.bytes) / (performance.now() - first.at);
    const left = total === undefined || !(rate > 0) ? '' : `, ${duration((total - bytes) / rate / 1000)} left`;
    if (first.bytes !== bytes && !process.stderr.isTTY) return;
    const now = process.stderr.isTTY ? `${megabytes(bytes / 1e6)}${all}${left}` : `${all.slice(4) || 'size not known'}`;
    update(`fetching ${name} (${now})`, total === undefined ? 0 : bytes / total);
  };
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds / 5) * 5} s` : `${Math.ceil(seconds / 60)} min`;
}

const sizeOf = (files: readonly { readonly megabytes?: number }[]): number =>
  files.reduce((sum, file) => sum + (file.megabytes ?? 0), 0);

function planText({ place, files, cuts, people, comparison, estimate, notes }: Plan): string {
  const rows = [...files, ...cuts].map((file) => ({
    file: file.name,
    source: file.source,
    size: file.megabytes === undefined ? 'not known' : `about ${megabytes(file.megabytes)}`,
    license: file.licence,
    date: file.vintage ?? 'newest',
    for: file.purpose,
  }));
  const { west, south, east, north } = place.box;
  const kind =
    people === null
      ? 'nobody'
      : [people, ...(people.beside ?? [])]
          .map(({ name, pack }) => `${name} (${pack === undefined ? 'a model' : 'official'})`)
          .join('; ');
  return [
    `${place.name} (${place.countries.join(', ')}), ${place.whole === undefined ? `${west}, ${south} to ${east}, ${north}` : 'whole'}`,
    ...notes.map((text) => `Note: ${text}`),
    `People from: ${kind}`,
    ...(comparison === null
      ? []
      : [`Compared with: ${comparison.name}, about ${megabytes(sizeOf(comparison.files))} more to fetch`]),
    '',
    table(rows),
    '',
    `Expected: ${megabytes(estimate.downloadMegabytes)} to fetch, ${megabytes(estimate.diskMegabytes)} of disk, ${megabytes(estimate.memoryMegabytes)} of memory, ${duration(estimate.buildSeconds)} to build; about ${figure(estimate.people)} people.`,
    '',
  ].join('\n');
}

/** What the rim adds to the plan. */
const rimJson = ({ without: _, ...rim }: NonNullable<Plan['rim']>) => rim;

const planJson = (
  { place, files, cuts, people, comparison, estimate, notes, extracts, rim }: Plan,
  sources: readonly ComparedSource[],
) => ({
  place,
  extracts: extracts.map(({ id }) => id),
  people:
    people === null
      ? null
      : {
          code: people.code,
          name: people.name,
          official: people.pack !== undefined,
          ...(people.beside === undefined
            ? {}
            : { beside: people.beside.map(({ code, name, pack }) => ({ code, name, official: pack !== undefined })) }),
        },
  sources,
  comparison: comparison === null ? null : { code: comparison.code, name: comparison.name, files: comparison.files },
  files,
  cuts,
  estimate,
  ...(rim === undefined ? {} : { rim: rimJson(rim) }),
  notes,
});

/** Residents within 5, 10 and 15 minutes by car, as the first question answers them; or why it cannot be asked there. */
async function sampleText(territory: Territory): Promise<string> {
  try {
    return await firstAnswer(territory);
  } catch (error) {
    const { lat, lng } = territory.manifest.center;
    return `The first question, from ${lat}, ${lng}, has no answer: ${(error as Error).message} Ask from another place.`;
  }
}

async function firstAnswer(territory: Territory): Promise<string> {
  const { findAction } = await import('@hinterland/actions');
  const action = findAction('analysis.isochrone')!;
  const { lat, lng } = territory.manifest.center;
  const bandSeconds = [300, 600, 900];
  const input = action.input.parse({ origins: [{ lat, lng }], bandSeconds, mode: 'car', traffic: 'normal' });
  const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
  const { result } = action.run(context, input) as { result: { bands: readonly { residents: number | null }[] } };
  let within = 0;
  const lines = result.bands.map(({ residents }, i) => {
    within += residents ?? Number.NaN;
    return [`  within ${bandSeconds[i]! / 60} minutes`, Number.isNaN(within) ? 'not known' : figure(within)] as const;
  });
  return `Residents by car from ${lat}, ${lng}:\n${twoColumns(lines)}`;
}

const nextStep = (out: string, home: string): string =>
  [
    '',
    'Ask first:',
    `  npx hinterland territory draw ${out} --out isochrone.svg`,
    `  npx hinterland serve${home === 'var' ? '' : ` --home ${home}`}`,
  ].join('\n');
