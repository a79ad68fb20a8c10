import {
  CatchmentError,
  type CatchmentQuery,
  catchment,
  type Isochrone,
  isochrones,
  type LatLng,
} from '@hinterland/engine';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';

const ORIGINS = 50;
const SEED = 20261121;

type Question = Pick<CatchmentQuery, 'mode' | 'limits'> & { readonly name: string };

const QUESTIONS: readonly Question[] = [
  { name: '5 min walk', mode: 'walk', limits: [300] },
  { name: '15 min walk', mode: 'walk', limits: [900] },
  { name: '5 min car', mode: 'car', limits: [300] },
  { name: '10 min car', mode: 'car', limits: [600] },
  { name: '15 min car', mode: 'car', limits: [900] },
  { name: '30 min car', mode: 'car', limits: [1800] },
];

/**
 * How well polygons show who is reached: 50 random addresses per territory as origins, inbound, traffic normal. Recall and
 * precision are weighed with residents. Returns a Markdown table.
 */
export async function isochroneQuality(dirs: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const dir of dirs) {
    const territory = await loadTerritory(dir);
    const origins = randomOrigins(territory);
    for (const question of QUESTIONS) rows.push(measure(territory, origins, question));
  }
  return [
    `Median over ${ORIGINS} random addresses with roads for cars and walkers near (in brackets the 3rd lowest), seed ${SEED}. Residents within the polygon that are reached ÷`,
    'residents reached = recall, ÷ residents within the polygon = precision. Goals (methods.md, B.10): recall 0.99; precision',
    '0.95 for 10 minutes by car, 0.90 for 5 minutes on foot. Time is that of catchment and polygon, median of the second round.',
    '',
    '| territory | limit | recall | precision | cell, m | reached poles | km² | points | ms |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function randomOrigins(territory: Territory): LatLng[] {
  const random = new SeededRandom(SEED);
  const { rows, lngMicrodegrees, latMicrodegrees } = territory.poles;
  const origins: LatLng[] = [];
  for (let tries = 0; origins.length < ORIGINS && tries < 100 * ORIGINS; tries++) {
    const pole = random.int(rows);
    const origin = { lat: latMicrodegrees[pole]! / 1e6, lng: lngMicrodegrees[pole]! / 1e6 };
    if (QUESTIONS.every(({ mode }) => hasRoad(territory, origin, mode))) origins.push(origin);
  }
  return origins;
}

function hasRoad(territory: Territory, origin: LatLng, mode: CatchmentQuery['mode']): boolean {
  try {
    catchment(territory, queryOf(origin, { mode, limits: [1] }));
    return true;
  } catch (error) {
    if (error instanceof CatchmentError) return false;
    throw error;
  }
}

function queryOf(origin: LatLng, { mode, limits }: Pick<Question, 'mode' | 'limits'>): CatchmentQuery {
  return { origins: [origin], measure: 'time', mode, traffic: 'normal', limits, direction: 'inbound' };
}

function measure(territory: Territory, origins: readonly LatLng[], question: Question): string {
  const drawn: { isochrone: Isochrone; poles: number; milliseconds: number }[] = [];
  for (const round of [1, 2]) {
    for (const origin of origins) {
      const started = performance.now();
      const of = catchment(territory, queryOf(origin, question));
      const [isochrone] = isochrones(of);
      const milliseconds = performance.now() - started;
      if (round === 2) drawn.push({ isochrone: isochrone!, poles: of.bands[0]!.cumulative.poles, milliseconds });
    }
  }
  const sorted = (of: (one: (typeof drawn)[number]) => number | null) =>
    drawn
      .map(of)
      .filter((value) => value !== null)
      .sort((a, b) => a - b);
  const median = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? Number.NaN;
  const share = (of: (one: Isochrone) => number | null) => {
    const values = sorted(({ isochrone }) => of(isochrone));
    return `${median(values).toFixed(4)} (${(values[2] ?? Number.NaN).toFixed(3)})`;
  };
  const figure = (of: (one: (typeof drawn)[number]) => number | null, digits: number) =>
    median(sorted(of)).toFixed(digits);
  return `| ${[
    territory.manifest.name,
    question.name,
    share(({ shape }) => shape.recall),
    share(({ shape }) => shape.precision),
    figure(({ isochrone }) => isochrone.shape.cellMeters, 0),
    figure(({ poles }) => poles, 0),
    figure(({ isochrone }) => isochrone.areaSquareKm, 2),
    figure(({ isochrone }) => isochrone.polygon.coordinates.flat(2).length, 0),
    figure(({ milliseconds }) => milliseconds, 1),
  ].join(' | ')} |`;
}
