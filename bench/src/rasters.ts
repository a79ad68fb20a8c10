import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catchment } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { CatchmentError, type CatchmentQuery, type LatLng } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { CIRCLES, circleRows, errorRow } from './rasterCircles.ts';

const ORIGINS = 200;
const SEED = 20261127;
const LIMIT_MINUTES = [10, 20];

interface RasterPlace {
  readonly name: string;
  readonly country: string;
  readonly extract: string;
  /** Name of its grids; the census is that of 2021 where no other year is named. */
  readonly grid: string;
  readonly census?: string;
  /** A model that lies over it. */
  readonly model?: string;
  /** Cells at the border of a country have people of its neighbors, whose homes are not on the map. */
  readonly within?: boolean;
}

/** Places with a map and with a census by cells of 1 km. */
const PLACES: readonly RasterPlace[] = [
  {
    name: 'Liechtenstein',
    country: 'LI',
    extract: 'extracts/liechtenstein-2022-12-15.osm.pbf',
    grid: 'liechtenstein',
    model: 'liechtenstein-switzerland-east-density-30s.tif',
    within: true,
  },
  { name: 'Malta', country: 'MT', extract: 'world/extracts/malta-2016-11-09.osm.pbf', grid: 'malta' },
  {
    name: 'Monaco',
    country: 'MC',
    extract: 'extracts/monaco-2025-10-23.osm.pbf',
    grid: 'monaco',
    census: '2011',
    within: true,
  },
  { name: 'Krems', country: 'AT', extract: 'world/extracts/krems-at.osm.pbf', grid: 'krems' },
  { name: 'Milan', country: 'IT', extract: 'milan/milan_italy_small.osm.pbf', grid: 'milan' },
  { name: 'Oslo', country: 'NO', extract: 'extracts/oslo-east-filtered.osm.pbf', grid: 'oslo' },
  { name: 'Darmstadt', country: 'DE', extract: 'extracts/darmstadt-north.osm.pbf', grid: 'darmstadt' },
];

/**
 * Residents within 10 and 20 minutes by car of the same 200 addresses, once by the census' cells of 1 km and once by another
 * raster of the same place; and within circles where there is no map. Returns a Markdown table of the difference. `names` are
 * the places to measure, all where empty; the others have their rows of the last run with the same folder.
 */
export async function rasters({
  dataDir,
  workDir,
  names,
}: {
  dataDir: string;
  workDir: string;
  names: readonly string[];
}): Promise<string> {
  await mkdir(workDir, { recursive: true });
  const kept = join(workDir, 'rows.json');
  const rows = JSON.parse(await readFile(kept, 'utf8').catch(() => '{}')) as Record<string, string[]>;
  const isWanted = (name: string) => names.length === 0 || names.includes(name);
  for (const place of PLACES) if (isWanted(place.name)) rows[place.name] = await rowsOf(dataDir, workDir, place);
  if (isWanted(CIRCLES)) rows[CIRCLES] = await circleRows(join(dataDir, 'world/rasters'));
  await writeFile(kept, JSON.stringify(rows));
  return [
    `Residents within 10 and 20 minutes by car of ${ORIGINS} random addresses per place (seed ${SEED}), by another raster against the`,
    'census of 2021 by cells of 1 km (of Monaco 2011: later grids lack its people), all on the same map. An error is the difference as a share of',
    'the census; total is that of all people in the map. Origins with fewer than 100 residents by the census are left out. Goal: median 10%, p90 25%.',
    '',
    '| place | people by | within | origins | median error | p90 error | total |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...[...PLACES.map(({ name }) => name), CIRCLES].flatMap((name) => rows[name] ?? []),
    '',
    EXPLAINED,
  ].join('\n');
}

/** What the rows beyond the goal come from. */
const EXPLAINED = `What is beyond the goal comes from the map, the cells or the census. Map: the crop of Darmstadt is a strip of 5 km, and a third of its people lie
in cells that its edge cuts; that of Oslo ends at the fjord. Cells: those of 5 km have both valley and mountain in Liechtenstein, and in Monaco, which has 2 km²,
mostly sea and France, whose share goes by area. Census: the grid of 2021 lacks the people of Monaco although its cells name it; 2011 has them. GPW
spreads the people of a municipality evenly over its area, also over its mountains; the command does not take it. Eurostat's grid of 2018 is three years older. GHS-POP, which
the command takes, has no map beside it here: circles around populated cells stand for catchments, in the part of Luxembourg, Belgium and Germany that both files have. WorldPop is at hand
for Nauru alone, which has neither map nor census here; New York, Sydney and Porto Alegre have a census and no raster.`;

async function rowsOf(dataDir: string, workDir: string, place: RasterPlace): Promise<string[]> {
  const within = place.within ? ', within: { level: 2 }' : '';
  const data = (file: string) => join(dataDir, 'world/rasters', file);
  const table = (file: string) =>
    `{ from: raster, file: ${JSON.stringify(file)}, cell: GRD_ID, people: T, missingBelow: 0${within} }`;
  const tiff = (file: string, more: string) => `{ from: raster, file: ${JSON.stringify(data(file))}${more}${within} }`;
  const year = place.census ?? '2021';
  const own = data(`${place.grid}-${year}.csv`);
  const census = await built(dataDir, workDir, place, 'census', table(own));
  const origins = randomOrigins(census);
  const truth = reachedBy(census, origins);
  const rows: string[] = [];
  const compare = async (name: string, kind: string, units: string) => {
    const other = reachedBy(await built(dataDir, workDir, place, kind, units), origins);
    rows.push(...compared(place.name, name, truth, other));
  };
  for (const meters of [2000, 5000]) {
    const file = join(workDir, `${place.grid}-${meters}.csv`);
    await writeFile(file, await coarser(own, meters));
    await compare(`the same census by ${meters / 1000} km`, `cells-${meters}`, table(file));
  }
  if (year === '2021') {
    const file = `${place.grid}-geostat-2021-1km-3035.tif`;
    await compare('the same census as GeoTIFF', 'tiff', tiff(file, ', crs: "EPSG:3035"'));
    await compare("Eurostat's grid of 2018", 'grid-2018', table(data(`${place.grid}-2018.csv`)));
  } else await compare('the grid of 2021', 'grid-2021', table(data(`${place.grid}-2021.csv`)));
  if (place.model !== undefined) {
    await compare('GPW, people per km² by 30″', 'model', tiff(place.model, ', per: square-kilometer'));
  }
  return rows;
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
  { name, country, extract, grid }: RasterPlace,
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
    const pairs = truth.people.map((people, i): [number, number] => [
      people?.[limit] ?? 0,
      other.people[i]?.[limit] ?? Number.NaN,
    ]);
    return errorRow(place, name, `${minutes} min`, pairs, [truth.total, other.total]);
  });
}
