import { type Catchment, catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { type Isochrone, isochrones } from '@hinterland/engine/isochrone';
import { CatchmentError, type CatchmentQuery, type LatLng } from '@hinterland/engine/query';
import { PolygonIndex, SeededRandom } from '@hinterland/geo';
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
    `Median over ${ORIGINS} random addresses with roads for cars and walkers near (in brackets the third lowest), seed`,
    `${SEED}. Of the residents within the polygon those who are reached ÷ residents reached = recall, ÷ residents within`,
    'the polygon = precision, by a look at every pole. Goals: recall 0.99; precision 0.95 for 10 minutes by car, 0.90 for',
    '5 minutes on foot. Time is that of catchment and polygon together, median of the second round.',
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

/** Recall and precision by a look at every pole, and whether the answer says the same. */
function lookedAt(territory: Territory, weights: Float64Array, of: Catchment, { polygon, shape }: Isochrone) {
  const { rows, lngMicrodegrees, latMicrodegrees } = territory.poles;
  const isReached = new Uint8Array(rows);
  for (const pole of reachedPoles(of).poles) isReached[pole] = 1;
  // In whole microdegrees, so that places on the rim are exact.
  const whole = (degrees: number) => Math.round(degrees * 1e6);
  const index = new PolygonIndex([
    polygon.coordinates.map((rings) => rings.map((ring) => ring.map((at) => at.map(whole)))),
  ]);
  let [inside, reached, reachedInside] = [0, 0, 0];
  for (let pole = 0; pole < rows; pole++) {
    const isInside = index.first(lngMicrodegrees[pole]!, latMicrodegrees[pole]!) === 0;
    if (isInside) inside += weights[pole]!;
    if (isReached[pole] === 1) reached += weights[pole]!;
    if (isInside && isReached[pole] === 1) reachedInside += weights[pole]!;
  }
  const found = {
    recall: reached > 0 ? reachedInside / reached : null,
    precision: inside > 0 ? reachedInside / inside : null,
  };
  for (const name of ['recall', 'precision'] as const) {
    if (Math.abs((found[name] ?? -1) - (shape[name] ?? -1)) > 1e-6) {
      throw new Error(`The answer says ${name} ${shape[name]}, a look at every pole ${found[name]}.`);
    }
  }
  return found;
}

function queryOf(origin: LatLng, { mode, limits }: Pick<Question, 'mode' | 'limits'>): CatchmentQuery {
  return { origins: [origin], measure: 'time', mode, traffic: 'normal', limits, direction: 'inbound' };
}

interface Drawn {
  readonly recall: number | null;
  readonly precision: number | null;
  readonly isochrone: Isochrone;
  readonly poles: number;
  readonly milliseconds: number;
}

function measure(territory: Territory, origins: readonly LatLng[], question: Question): string {
  const weights = measurePerPole(territory, 'population') ?? new Float64Array(territory.poles.rows).fill(1);
  const drawn: Drawn[] = [];
  for (const round of [1, 2]) {
    for (const origin of origins) {
      const started = performance.now();
      const of = catchment(territory, queryOf(origin, question));
      const isochrone = isochrones(of)[0]!;
      const milliseconds = performance.now() - started;
      if (round === 1) continue;
      const { poles } = of.bands[0]!.cumulative;
      drawn.push({ ...lookedAt(territory, weights, of, isochrone), isochrone, poles, milliseconds });
    }
  }
  const sorted = (of: (one: Drawn) => number | null) =>
    drawn
      .map(of)
      .filter((value) => value !== null)
      .sort((a, b) => a - b);
  const median = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? Number.NaN;
  const share = (name: 'recall' | 'precision') => {
    const values = sorted((one) => one[name]);
    return `${median(values).toFixed(4)} (${(values[2] ?? Number.NaN).toFixed(3)})`;
  };
  const figure = (of: (one: Drawn) => number | null, digits: number) => median(sorted(of)).toFixed(digits);
  return `| ${[
    territory.manifest.name,
    question.name,
    share('recall'),
    share('precision'),
    figure(({ isochrone }) => isochrone.shape.cellMeters, 0),
    figure(({ poles }) => poles, 0),
    figure(({ isochrone }) => isochrone.areaSquareKm, 2),
    figure(({ isochrone }) => isochrone.polygon.coordinates.flat(2).length, 0),
    figure(({ milliseconds }) => milliseconds, 1),
  ].join(' | ')} |`;
}
