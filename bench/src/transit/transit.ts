import { catchment } from '@hinterland/engine/catchment';
import { storeSets } from '@hinterland/engine/coverage';
import { isochrones } from '@hinterland/engine/isochrone';
import type { CatchmentQuery, LatLng } from '@hinterland/engine/query';
import { timetableOf, typicalDay } from '@hinterland/engine/transit';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { percentile } from './percentile.ts';
import { timed } from './timed.ts';

const ORIGINS = 50;
const SEED = 20_261_123;
const LIMIT_SECONDS = 3600;

/** Start of the window of two hours, in minutes. The timetable at hand of Porto Alegre has trips from 11:50 to 18:00 alone. */
const FROM_MINUTE: Readonly<Record<string, number>> = { 'porto-alegre': 14 * 60 };

/**
 * How long journeys by public transport take: of 50 random addresses with a stop in reach the residents within an hour and the polygon, for each
 * of 120 departures, one thread; then the same addresses as stores of one network. Returns a Markdown table.
 */
export async function transit(dirs: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const dir of dirs) rows.push(await measure(await loadTerritory(dir)));
  return [
    `${ORIGINS} random addresses with a stop in reach, seed ${SEED}, outbound, a weekday from 7:00 to 9:00 (Porto Alegre from 14:00 to 16:00, since its`,
    'timetable at hand has trips from 11:50 to 18:00 alone), median of the departures, at most three rides and walks of 15 minutes.',
    'One thread. "First" is the median of the first round, in which walks from stops are found and kept; the other times are those of',
    'the second one: catchment with residents, reliability and polygon. "50 stores" are the poles of each address as a store, within half an hour',
    'by public transport. "MB at most" is the peak of the process after all that, the territories above included. Goals: 150 ms and 50 on the demo; 50 stores',
    'in 5 s. Where other work loads the machine, CPU time is what to compare.',
    '',
    '| territory | stops | trips | poles | poles reached | stops reached | first, ms CPU | ms | 95 %, ms | ms CPU | 50 stores, s | s CPU | MB at most |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

async function measure(territory: Territory): Promise<string> {
  const timetable = timetableOf(territory);
  const day = timetable === null ? null : typicalDay(timetable, 'weekday');
  if (timetable === null || day === null) throw new Error(`${territory.manifest.name} has no timetable of a weekday.`);
  const fromMinute = FROM_MINUTE[territory.manifest.id] ?? 7 * 60;
  const query: Omit<CatchmentQuery, 'origins'> & Required<Pick<CatchmentQuery, 'transit'>> = {
    measure: 'time',
    mode: 'walk',
    traffic: 'normal',
    direction: 'outbound',
    limits: [LIMIT_SECONDS],
    transit: { day, fromMinute, toMinute: fromMinute + 120, percentile: 50, maxRides: 3, maxWalkSeconds: 900 },
  };
  const ask = async (origin: LatLng) => {
    const { result, wall, cpu } = await timed(() => {
      const of = catchment(territory, { ...query, origins: [origin] });
      isochrones(of);
      return of;
    });
    return { wall, cpu, poles: result.bands[0]!.cumulative.poles, stops: result.transit!.rides.stopTimes.stops.length };
  };
  const origins: LatLng[] = [];
  const first: number[] = [];
  const random = new SeededRandom(SEED);
  for (let tries = 0; origins.length < ORIGINS && tries < 20 * ORIGINS; tries++) {
    const origin = randomAddress(territory, random);
    const { stops, cpu } = await ask(origin);
    if (stops === 0) continue;
    origins.push(origin);
    first.push(cpu);
  }
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  for (const origin of origins) asked.push(await ask(origin));
  const stores = await timed(() =>
    storeSets(territory, {
      places: origins,
      mode: 'walk',
      traffic: 'normal',
      limitSeconds: LIMIT_SECONDS / 2,
      transit: query.transit,
    }),
  );
  const median = (of: (one: (typeof asked)[number]) => number) => percentile(asked.map(of), 0.5);
  return `| ${[
    territory.manifest.name,
    timetable.stops.rows.toLocaleString('en-US'),
    territory.transit!.trips.rows.toLocaleString('en-US'),
    territory.poles.rows.toLocaleString('en-US'),
    median(({ poles }) => poles).toLocaleString('en-US'),
    median(({ stops }) => stops).toLocaleString('en-US'),
    percentile(first, 0.5).toFixed(0),
    median(({ wall }) => wall).toFixed(0),
    percentile(
      asked.map(({ wall }) => wall),
      0.95,
    ).toFixed(0),
    median(({ cpu }) => cpu).toFixed(0),
    (stores.wall / 1000).toFixed(1),
    (stores.cpu / 1000).toFixed(1),
    (process.resourceUsage().maxRSS / 1000).toFixed(0),
  ].join(' | ')} |`;
}

function randomAddress({ poles }: Territory, random: SeededRandom): LatLng {
  const pole = random.int(poles.rows);
  return { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
}
