import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catchment } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { CatchmentError, type CatchmentQuery, type LatLng } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { percentile } from './percentile.ts';

const ORIGINS = 200;
const SEED = 20261127;
const LIMIT_MINUTES = [10, 20];

/** Places with a map and with the census of 2021 by cells of 1 km; a modelled raster where one lies beside them. */
const PLACES = [
  {
    name: 'Liechtenstein',
    country: 'LI',
    extract: 'extracts/liechtenstein-2022-12-15.osm.pbf',
    grid: 'liechtenstein',
    model: 'liechtenstein-switzerland-east-density-30s.tif',
    within: ', within: { level: 2 }',
  },
  { name: 'Malta', country: 'MT', extract: 'world/extracts/malta-2016-11-09.osm.pbf', grid: 'malta' },
  { name: 'Krems', country: 'AT', extract: 'world/extracts/krems-at.osm.pbf', grid: 'krems' },
  { name: 'Milan', country: 'IT', extract: 'milan/milan_italy_small.osm.pbf', grid: 'milan' },
  { name: 'Oslo', country: 'NO', extract: 'extracts/oslo-east-filtered.osm.pbf', grid: 'oslo' },
  { name: 'Darmstadt', country: 'DE', extract: 'extracts/darmstadt-north.osm.pbf', grid: 'darmstadt' },
] as const;

/**
 * Residents within 10 and 20 minutes by car of the same 200 addresses, once by the census' cells of 1 km and once by a coarser
 * or modelled raster of the same place. Returns a Markdown table of the difference.
 */
export async function rasters({ dataDir, workDir }: { dataDir: string; workDir: string }): Promise<string> {
  await mkdir(workDir, { recursive: true });
  const rows: string[] = [];
  for (const place of PLACES) {
    const build = (name: string, units: string) => built(dataDir, workDir, place, name, units);
    // Cells at the border of a country have people of its neighbors, whose homes are not on the map.
    const within = 'within' in place ? place.within : '';
    const gridOf = (file: string) =>
      `{ from: raster, file: ${JSON.stringify(file)}, cell: GRD_ID, people: T, missingBelow: 0${within} }`;
    const census = await build('census', gridOf(join(dataDir, `world/rasters/${place.grid}-2021.csv`)));
    const origins = randomOrigins(census);
    const others: [string, Territory][] = [];
    for (const meters of [2000, 5000]) {
      const file = join(workDir, `${place.grid}-${meters}.csv`);
      await writeFile(file, await coarser(join(dataDir, `world/rasters/${place.grid}-2021.csv`), meters));
      others.push([`the same census by ${meters / 1000} km`, await build(`cells-${meters}`, gridOf(file))]);
    }
    if ('model' in place) {
      const file = JSON.stringify(join(dataDir, `world/rasters/${place.model}`));
      others.push([
        'a model, people per km² by 30″',
        await build('model', `{ from: raster, file: ${file}, per: square-kilometer${within} }`),
      ]);
    }
    const truth = reachedBy(census, origins);
    for (const [name, territory] of others)
      rows.push(...compared(place.name, name, truth, reachedBy(territory, origins)));
  }
  return [
    `Residents within 10 and 20 minutes by car of ${ORIGINS} random addresses per place (seed ${SEED}), by another raster against the`,
    'census of 2021 by cells of 1 km, all on the same map. An error is the difference as a share of the census; total is that of all people in',
    'the map. Origins with fewer than 100 residents by the census are left out.',
    '',
    '| place | people by | minutes | origins | median error | p90 error | total |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

/** Cells of a census put together into larger ones of the same grid. */
async function coarser(path: string, meters: number): Promise<string> {
  const sums = new Map<string, number>();
  for (const line of (await readFile(path, 'utf8')).trim().split('\n').slice(1)) {
    const [, east, north, people] = line.trim().split(',').map(Number) as [number, number, number, number];
    const [x, y] = [east, north].map((side) => Math.floor(side / meters) * meters);
    const code = `CRS3035RES${meters}mN${y}E${x}`;
    sums.set(code, (sums.get(code) ?? 0) + people);
  }
  return `GRD_ID,T\n${[...sums].map(([code, people]) => `${code},${people}`).join('\n')}\n`;
}

const OTHER_TOPICS = [
  'age_classes',
  'families',
  'education',
  'origins',
  'employment',
  'income',
  'housing',
  'mobility',
  'consumption',
];

async function built(
  dataDir: string,
  workDir: string,
  { name, country, extract, grid }: (typeof PLACES)[number],
  kind: string,
  units: string,
): Promise<Territory> {
  const id = `${grid}-${kind}`;
  const total = units.includes('.csv') ? 'T' : 'people';
  const recipe = join(workDir, `${id}.yaml`);
  await writeFile(
    recipe,
    `id: ${id}
name: ${name}
countries: [${country}]
continent: europe
timeZone: Europe/Vienna
versions: { territory: "1", sociodemo: "1" }
map: { osm: ${JSON.stringify(join(dataDir, extract))} }
poles: [{ from: osm-addresses }, { from: osm-buildings }, { from: streets }]
census:
  currency: EUR
  units: ${units}
  topics: { residents: { table: cells, fields: { total: ${total} } } }
  unavailable: { ${OTHER_TOPICS.map((topic) => `${topic}: not compared`).join(', ')} }
sources: [{ name: OpenStreetMap, licence: ODbL-1.0, attribution: © OpenStreetMap contributors, family: territory }]
`,
  );
  const outDir = join(workDir, id);
  await rm(outDir, { recursive: true, force: true });
  await buildTerritory(await readRecipe(recipe), { outDir });
  return loadTerritory(outDir);
}

const queryOf = (origin: LatLng): CatchmentQuery => ({
  origins: [origin],
  measure: 'time',
  mode: 'car',
  traffic: 'normal',
  limits: LIMIT_MINUTES.map((minutes) => minutes * 60),
  direction: 'inbound',
});

function randomOrigins(territory: Territory): LatLng[] {
  const random = new SeededRandom(SEED);
  const { rows, lngMicrodegrees, latMicrodegrees } = territory.poles;
  const origins: LatLng[] = [];
  for (let tries = 0; origins.length < ORIGINS && tries < 100 * ORIGINS; tries++) {
    const pole = random.int(rows);
    const origin = { lat: latMicrodegrees[pole]! / 1e6, lng: lngMicrodegrees[pole]! / 1e6 };
    if (reachedFrom(territory, origin) !== null) origins.push(origin);
  }
  return origins;
}

/** Residents within each limit; null where no road is near. */
function reachedFrom(territory: Territory, origin: LatLng): number[] | null {
  try {
    return catchment(territory, queryOf(origin)).bands.map(({ cumulative }) => cumulative.residents ?? 0);
  } catch (error) {
    if (error instanceof CatchmentError) return null;
    throw error;
  }
}

interface Reached {
  readonly total: number;
  /** By origin, then by limit; null where no road is near. */
  readonly people: readonly (readonly number[] | null)[];
}

function reachedBy(territory: Territory, origins: readonly LatLng[]): Reached {
  const weights = measurePerPole(territory, 'population')!;
  return {
    total: weights.reduce((sum, people) => sum + people, 0),
    people: origins.map((origin) => reachedFrom(territory, origin)),
  };
}

function compared(place: string, name: string, truth: Reached, other: Reached): string[] {
  return LIMIT_MINUTES.map((minutes, limit) => {
    const errors = truth.people.flatMap((people, i) => {
      const [right, found] = [people?.[limit] ?? 0, other.people[i]?.[limit]];
      return right < 100 || found === undefined ? [] : [Math.abs(found / right - 1)];
    });
    const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
    const total = `${Math.round(other.total).toLocaleString('en-US')} of ${Math.round(truth.total).toLocaleString('en-US')}`;
    return `| ${place} | ${name} | ${minutes} | ${errors.length} | ${percent(percentile(errors, 0.5))} | ${percent(percentile(errors, 0.9))} | ${total} |`;
  });
}
