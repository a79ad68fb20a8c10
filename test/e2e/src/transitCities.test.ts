import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type PlainClock,
  type PlainDeparture,
  type PlainWalks,
  plainTransit,
  plainWalks,
} from '../../../packages/engine/src/catchment/testing/plainTransit.ts';
import { writtenOut } from '../../../packages/engine/src/catchment/testing/writtenOut.ts';
import { WHOLE_STORMS } from './extent.ts';
import { dataFolder, hasData, root } from './hinterland.ts';
import { differencesFromR5 } from './timesOfR5.ts';

const HOUR = 3_600_000;
const dayOf = (date: string) => Date.parse(`${date}T00:00Z`) / (24 * HOUR);
/** Clocks in Milan go back from 3:00 to 2:00, which is 1:00 UTC. */
const CLOCK_CHANGE = dayOf('2014-10-26');

interface Window {
  readonly day: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

interface City {
  readonly recipe: string;
  readonly clock: PlainClock;
  /** Asked in turn. */
  readonly windows: readonly [Window, ...Window[]];
}

const window = (date: string, from: number, to: number): Window => ({
  day: dayOf(date),
  fromMinute: from * 60,
  toMinute: to * 60,
});

const CITIES: readonly City[] = [
  {
    recipe: 'porto-alegre',
    // Clocks in Brazil show UTC - 3 hours all through the timetable, which holds trips from noon to the evening.
    clock: {
      dayStart: (day) => (24 * day + 3) * HOUR,
      at: (day, minute) => (24 * day + 3) * HOUR + minute * 60_000,
    },
    windows: [
      window('2019-05-13', 14, 16),
      window('2019-05-17', 12, 13),
      window('2019-05-18', 22, 24),
      window('2019-06-20', 14, 15),
    ],
  },
  {
    recipe: 'milan',
    clock: {
      // Noon of the day lies after the change.
      dayStart: (day) => (24 * day - (day < CLOCK_CHANGE ? 2 : 1)) * HOUR,
      at: (day, minute) =>
        (24 * day - (24 * day + minute / 60 < 24 * CLOCK_CHANGE + 3 ? 2 : 1)) * HOUR + minute * 60_000,
    },
    windows: [
      window('2014-10-26', 1, 4),
      window('2014-10-22', 7, 9),
      window('2014-11-01', 10, 12),
      window('2014-10-25', 23, 24),
    ],
  },
];

/** Building Milan takes several seconds of processor time, so a quick run has Porto Alegre alone. */
const ASKED = WHOLE_STORMS ? CITIES : CITIES.slice(0, 1);
const ORIGINS = WHOLE_STORMS ? 50 : 1;
/** The plain way pays for every minute, and for a search on the streets around every stop. */
const [LONGEST_WALK_SECONDS, LONGEST_WINDOW_MINUTES] = WHOLE_STORMS ? [900, 180] : [300, 20];

describe.skipIf(!hasData)('public transport of real cities (needs the test data beside the project)', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-cities-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it.each(ASKED)(
    'takes the times of a search per minute at every stop and pole: $recipe',
    async ({ recipe, clock, windows }) => {
      const outDir = join(scratch, recipe);
      const path = join(root, `recipes/${recipe}.yaml`);
      await buildTerritory(await readRecipe(path, { dataDir: dataFolder }), { outDir });
      const territory = await loadTerritory(outDir);
      const network = writtenOut(territory.transit!);
      const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
      const random = new SeededRandom(317);
      let ridden = 0;
      for (const direction of ['outbound', 'inbound'] as const) {
        let walks: PlainWalks | undefined;
        for (let i = 0; i < ORIGINS; i++) {
          const pole = random.int(rows);
          const { day, fromMinute, toMinute } = windows[i % windows.length]!;
          const query = {
            origins: [{ lat: latMicrodegrees[pole]! / 1e6, lng: lngMicrodegrees[pole]! / 1e6 }],
            measure: 'time',
            mode: 'walk',
            traffic: 'normal',
            direction,
            limits: [1800, 3600],
            transit: {
              day,
              fromMinute,
              toMinute: Math.min(toMinute, fromMinute + LONGEST_WINDOW_MINUTES),
              percentile: [50, 5, 95, 80][random.int(4)]!,
              maxRides: 1 + random.int(4),
              maxWalkSeconds: LONGEST_WALK_SECONDS,
            },
          } as const satisfies CatchmentQuery;
          walks ??= plainWalks(territory, network, query);
          const of = catchment(territory, query);
          const plain = plainTransit(territory, network, query, of.origins, { walks, clock });
          const asked = `${direction} of pole ${pole}, ${JSON.stringify(query.transit)}`;
          const { stopTimes } = of.transit!.rides;
          expect(stopTimes.departures, asked).toBe(plain.length);
          expect(differencesAtStops(stopTimes, plain, direction === 'inbound'), asked).toEqual([]);
          expect(differencesAtPoles(of, plain), asked).toEqual([]);
          ridden += stopTimes.stops.length;
        }
      }
      expect(ridden).toBeGreaterThan(100);
      if (recipe !== 'porto-alegre') return;
      const differences = differencesFromR5(territory);
      expect(differences).toHaveLength(29);
      const absolute = differences.map(({ minutes }) => Math.abs(minutes)).sort((x, y) => x - y);
      expect(absolute[14]).toBeLessThanOrEqual(0.5);
      expect(differences.filter(({ minutes }) => Math.abs(minutes) > 2)).toEqual([]);
    },
    WHOLE_STORMS ? 3_600_000 : 180_000,
  );
});

type Times = NonNullable<ReturnType<typeof catchment>['transit']>['rides']['stopTimes'];

/** Stops and departures at which the times are not the same. The engine lists departures in the order of its search. */
function differencesAtStops({ stops, times }: Times, plain: readonly PlainDeparture[], isInbound: boolean): string[] {
  const differences: string[] = [];
  const rowOf = new Map(Array.from(stops, (stop, row) => [stop, row]));
  plain.forEach(({ atStops }, departure) => {
    const column = isInbound ? departure : plain.length - 1 - departure;
    atStops.forEach((expected, stop) => {
      const row = rowOf.get(stop);
      const found = row === undefined ? Infinity : times[row * plain.length + column]!;
      if (expected === Infinity ? found <= 3_600_000 : found !== expected) {
        differences.push(`stop ${stop}, departure ${departure}: ${found}, not ${expected}`);
      }
    });
  });
  return differences.slice(0, 10);
}

/** Poles whose time at the percentile differs, and bands that every, half or any departure fills with other poles. */
function differencesAtPoles(of: ReturnType<typeof catchment>, plain: readonly PlainDeparture[]): string[] {
  const { percentile } = of.query.transit!;
  const rankOf = (percent: number) => Math.ceil((percent * plain.length) / 100) - 1;
  const limits = of.bands.map(({ limitCost }) => limitCost);
  const costs = new Map<number, number>();
  const reached = reachedPoles(of);
  reached.poles.forEach((pole, i) => {
    costs.set(pole, reached.costs[i]!);
  });
  const differences: string[] = [];
  const counts = limits.map(() => ({ every: 0, half: 0, any: 0 }));
  const times = new Float64Array(plain.length);
  for (let pole = 0; pole < of.territory.poles.rows; pole++) {
    plain.forEach(({ atPoles }, departure) => {
      times[departure] = atPoles[pole]!;
    });
    times.sort();
    const expected = times[rankOf(percentile)]!;
    const found = costs.get(pole) ?? Infinity;
    if (found !== expected) differences.push(`pole ${pole}: ${found}, not ${expected}`);
    limits.forEach((limit, band) => {
      const count = counts[band]!;
      if (times[plain.length - 1]! <= limit) count.every++;
      if (times[rankOf(50)]! <= limit) count.half++;
      if (times[0]! <= limit) count.any++;
    });
  }
  of.transit!.reliability.forEach(({ every, half, any }, band) => {
    const found = JSON.stringify({ every: every.poles, half: half.poles, any: any.poles });
    if (found !== JSON.stringify(counts[band]))
      differences.push(`band ${band}: ${found}, not ${JSON.stringify(counts[band])}`);
  });
  return differences.slice(0, 10);
}
