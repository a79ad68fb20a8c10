import { catchment } from '@hinterland/engine/catchment';
import { storeSets } from '@hinterland/engine/coverage';
import { isochrones } from '@hinterland/engine/isochrone';
import type { CatchmentQuery, LatLng } from '@hinterland/engine/query';
import { timetableOf, typicalDay } from '@hinterland/engine/transit';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';

export const ORIGINS = 50;
export const SEED = 20_261_123;
const LIMIT_SECONDS = 3600;
const WINDOW_MINUTES = 120;

/** Start of the window, in minutes. The timetable at hand of Porto Alegre has trips from 11:50 to 18:00 alone. */
const FROM_MINUTE: Readonly<Record<string, number>> = { 'porto-alegre': 14 * 60 };

/** How people come to the first stop, and which way they travel. */
export interface Journeys {
  readonly direction: CatchmentQuery['direction'];
  readonly access: 'walk' | 'bicycle';
}

/** What the questions of a territory took: medians of the addresses, but for the stores. */
export interface Measured {
  readonly name: string;
  readonly stops: number;
  readonly trips: number;
  readonly poles: number;
  readonly polesReached: number;
  readonly stopsReached: number;
  /** Processor time of the first round, in which ways from stops are found and kept. */
  readonly firstMilliseconds: number;
  /** The second round by the clock: median, and 95 of 100. */
  readonly wallMilliseconds: number;
  readonly slowMilliseconds: number;
  readonly milliseconds: number;
  /** All addresses as the stores of one network, by the clock and of the processor. */
  readonly storesWallSeconds: number;
  readonly storesSeconds: number;
}

/** Asks two rounds of catchments of random addresses with a stop in reach, then the stores of a network at them. */
export async function measure(territory: Territory, { direction, access }: Journeys): Promise<Measured> {
  const { timetable, transit } = windowOf(territory, access);
  const query: Omit<CatchmentQuery, 'origins'> = {
    measure: 'time',
    // Of the leg at the poles.
    mode: direction === 'inbound' ? access : 'walk',
    traffic: 'normal',
    direction,
    limits: [LIMIT_SECONDS],
    transit,
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
      mode: access,
      traffic: 'normal',
      limitSeconds: LIMIT_SECONDS / 2,
      transit,
    }),
  );
  const median = (of: (one: (typeof asked)[number]) => number) => percentile(asked.map(of), 0.5);
  return {
    name: territory.manifest.name,
    stops: timetable.stops.rows,
    trips: territory.transit!.trips.rows,
    poles: territory.poles.rows,
    polesReached: median(({ poles }) => poles),
    stopsReached: median(({ stops }) => stops),
    firstMilliseconds: percentile(first, 0.5),
    wallMilliseconds: median(({ wall }) => wall),
    slowMilliseconds: percentile(
      asked.map(({ wall }) => wall),
      0.95,
    ),
    milliseconds: median(({ cpu }) => cpu),
    storesWallSeconds: stores.wall / 1000,
    storesSeconds: stores.cpu / 1000,
  };
}

function windowOf(territory: Territory, access: Journeys['access']) {
  const timetable = timetableOf(territory);
  const day = timetable === null ? null : typicalDay(timetable, 'weekday');
  if (timetable === null || day === null) throw new Error(`${territory.manifest.name} has no timetable of a weekday.`);
  const fromMinute = FROM_MINUTE[territory.manifest.id] ?? 7 * 60;
  const transit: NonNullable<CatchmentQuery['transit']> = {
    day,
    fromMinute,
    toMinute: fromMinute + WINDOW_MINUTES,
    percentile: 50,
    maxRides: 3,
    maxWalkSeconds: 900,
    ...(access === 'bicycle' ? { bicycleSeconds: 600 } : {}),
  };
  return { timetable, transit };
}

function randomAddress({ poles }: Territory, random: SeededRandom): LatLng {
  const pole = random.int(poles.rows);
  return { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
}
