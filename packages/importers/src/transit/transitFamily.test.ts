import { SeededRandom } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../graph/build.ts';
import type { Timetable } from '../inputs/transit.ts';
import { drawOsm } from '../map/testing/drawOsm.ts';
import { Report } from '../report/report.ts';
import { stopPlaces } from './stopPlaces.ts';
import { StreetWalks } from './streetWalks.ts';
import { transitFamily } from './transitFamily.ts';

/** Two blocks of 200 m; the street from d to e is one way for cars, not on foot. */
const { map, position } = drawOsm(
  `
  a-------b-------c
  |       |       |
  |       |       |
  |       |       |
  d-------e-------f
  `,
  {
    ways: [
      ['abc', { highway: 'residential', name: 'North' }],
      ['def', { highway: 'residential', name: 'South', oneway: 'yes' }],
      ['ad', { highway: 'residential' }],
      ['be', { highway: 'residential' }],
      ['cf', { highway: 'residential' }],
    ],
  },
);
const graph = buildGraph(map, ['DE']);

type Call = readonly [stop: string, arrivalSeconds: number, departureSeconds?: number];

/** A timetable with a stop at each corner, a trip for each list of calls. */
function timetable(trips: readonly (readonly Call[])[], changes: Partial<Timetable> = {}): Timetable {
  const corners = ['a', 'b', 'c', 'd', 'e', 'f'];
  const calls = trips.flat();
  const firstCall = trips.map((_, trip) => trips.slice(0, trip).flat().length);
  return {
    id: 'x',
    zone: 'Europe/Berlin',
    stops: corners.map((id) => ({ id, name: id, lng: position(id)[0], lat: position(id)[1], station: '' })),
    routes: [{ name: '1', longName: '', agency: '', type: 3 }],
    services: [[100, 101, 108]],
    trips: {
      service: new Uint32Array(trips.length),
      route: new Uint32Array(trips.length),
      firstCall: Uint32Array.of(...firstCall, calls.length),
    },
    calls: {
      stop: Uint32Array.from(calls, ([stop]) => corners.indexOf(stop)),
      rule: new Uint8Array(calls.length),
      arrivalSeconds: Uint32Array.from(calls, ([, arrival]) => arrival),
      departureSeconds: Uint32Array.from(calls, ([, arrival, departure]) => departure ?? arrival),
    },
    transfers: [],
    ...changes,
  };
}

async function familyOf(
  timetables: readonly Timetable[],
  longestTransferSeconds = 600,
  report: Report = new Report('Test'),
) {
  const each = async function* () {
    yield* timetables;
  };
  const context = { version: '1', territoryVersion: '1', sources: [], timeZone: 'Europe/Berlin', graph, report };
  const { tables } = await transitFamily({ longestTransferSeconds, timetables: each }, context);
  return tables as any;
}

/** Ways to change as "ab" with their seconds. */
async function walksOf(transfers: Timetable['transfers'], longestTransferSeconds = 600, stopChanges = {}) {
  const trip: Call[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((stop, i) => [stop, 60 * i]);
  const tables = await familyOf([timetable([trip], { transfers, ...stopChanges })], longestTransferSeconds);
  const { transitStops: stops, transitStopWalks: starts, transitWalks: walks } = tables;
  const found: Record<string, number> = {};
  for (let from = 0; from < stops.id.length; from++) {
    for (let row = starts.firstWalk[from]; row < starts.firstWalk[from + 1]; row++) {
      found[`${stops.id[from]}${stops.id[walks.stop[row]]}`] = walks.seconds[row];
    }
  }
  return found;
}

describe('patterns', () => {
  it('part trips that overtake from those that follow each other', async () => {
    const tables = await familyOf([
      timetable([
        [
          ['a', 800],
          ['b', 900, 910],
          ['c', 1000],
        ],
        [
          ['a', 850],
          ['b', 860],
          ['c', 950],
        ],
        [
          ['a', 900],
          ['b', 910],
          ['c', 1000],
        ],
        [
          ['a', 900],
          ['b', 910],
          ['c', 1000],
        ],
        [
          ['c', 900],
          ['b', 910],
          ['c', 1000],
        ],
      ]),
    ]);
    const { firstStop, firstTrip, firstTime } = tables.transitPatterns;
    expect([[...firstStop], [...firstTrip], [...firstTime]]).toEqual([
      [0, 3, 6, 9],
      [0, 3, 4, 5],
      [0, 9, 12, 15],
    ]);
    expect([...tables.transitTimes.departureSeconds]).toEqual(
      [
        [800, 910, 1000, 900, 910, 1000, 900, 910, 1000],
        [850, 860, 950],
        [900, 910, 1000],
      ].flat(),
    );
    const names = [...tables.transitPatternStops.stop].map((stop) => tables.transitStops.id[stop]);
    expect(names.join('')).toBe('abcabccbc');
  });

  it('hold every trip of random timetables once, none earlier anywhere than the one before it', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new SeededRandom(seed);
      const trips = Array.from({ length: 40 }, () => {
        let time = random.int(600);
        return Array.from({ length: 2 + random.int(3) }, (_, i): Call => {
          const arrival = time + random.int(300);
          time = arrival + random.int(30);
          return ['abcd'[i]!, arrival, time];
        });
      });
      const { transitPatterns, transitPatternStops, transitStops, transitTimes } = await familyOf([timetable(trips)]);
      const { firstStop, firstTrip, firstTime } = transitPatterns;
      const found: string[] = [];
      for (let pattern = 0; pattern + 1 < firstStop.length; pattern++) {
        const stops = firstStop[pattern + 1] - firstStop[pattern];
        for (let trip = firstTrip[pattern]; trip < firstTrip[pattern + 1]; trip++) {
          const calls = Array.from({ length: stops }, (_, i) => {
            const row = firstTime[pattern] + (trip - firstTrip[pattern]) * stops + i;
            const { arrivalSeconds, departureSeconds } = transitTimes;
            if (trip > firstTrip[pattern]) {
              expect(arrivalSeconds[row]).toBeGreaterThanOrEqual(arrivalSeconds[row - stops]);
              expect(departureSeconds[row]).toBeGreaterThanOrEqual(departureSeconds[row - stops]);
            }
            const id = transitStops.id[transitPatternStops.stop[firstStop[pattern] + i]];
            return `${id} ${arrivalSeconds[row]} ${departureSeconds[row]}`;
          });
          found.push(calls.join(', '));
        }
      }
      const given = trips.map((calls) =>
        calls.map(([id, arrival, departure]) => `${id} ${arrival} ${departure}`).join(', '),
      );
      expect(found.toSorted(), `seed ${seed}`).toEqual(given.toSorted());
    }
  });

  it('come from several timetables, each with its own stops, days and routes', async () => {
    const one = timetable([
      [
        ['a', 0],
        ['b', 60],
      ],
    ]);
    const two = timetable(
      [
        [
          ['f', 0],
          ['a', 60],
        ],
      ],
      { id: 'y', zone: 'Europe/Rome', services: [[90], [99]] },
    );
    const tables = await familyOf([one, { ...two, trips: { ...two.trips, service: Uint32Array.of(1) } }]);
    expect(tables.transitFeeds).toEqual({
      id: ['x', 'y'],
      zone: ['Europe/Berlin', 'Europe/Rome'],
      firstDay: [100, 90],
      days: [9, 10],
    });
    expect(tables.transitStops.feed).toEqual([0, 0, 1, 1]);
    expect([...tables.transitTrips.service]).toEqual([0, 2]);
    expect([...tables.transitTrips.route]).toEqual([0, 1]);
    // Days 100, 101 and 108; then 90 and 99.
    expect(tables.transitServices).toEqual({ feed: [0, 1, 1], firstByte: [0, 2, 4] });
    expect([...tables.transitServiceDays.bits]).toEqual([0b11, 0b1, 0b1, 0, 0, 0b10]);
  });

  it.each<[string, string, number[], boolean]>([
    ['Europe/Berlin', 'Europe/Berlin', [19_800], false],
    ['Europe/Vienna', 'Europe/Berlin', [19_800], false],
    ['America/New_York', 'Europe/Berlin', [19_800], true],
    ['Asia/Calcutta', 'Asia/Kolkata', [19_800], false],
    // Clocks of Phoenix and Denver differ in summer alone.
    ['America/Phoenix', 'America/Denver', [19_724, 19_725], false],
    ['America/Phoenix', 'America/Denver', [19_724, 19_900], true],
    ['Europe/Lisbon', 'Europe/Madrid', [19_800], true],
    ['Australia/Sydney', 'Australia/Brisbane', [19_724], true],
    ['Australia/Sydney', 'Australia/Brisbane', [19_900], false],
    ['Etc/GMT-2', 'Africa/Johannesburg', [19_800], false],
  ])('in %s on a map in %s, on days %j: warned of %s', async (zone, timeZone, days, isWarned) => {
    const report = new Report('Test');
    const context = { version: '1', territoryVersion: '1', sources: [], timeZone, graph, report };
    const one = timetable(
      [
        [
          ['a', 0],
          ['b', 60],
        ],
      ],
      { zone, services: [days] },
    );
    const timetables = async function* () {
      yield one;
    };
    await transitFamily({ longestTransferSeconds: 600, timetables }, context);
    expect(report.toJson().warnings).toEqual(
      isWarned ? [expect.stringContaining(`in the time zone ${zone}, the territory in ${timeZone}`)] : [],
    );
    expect(report.toJson().facts['ways to change between two stops']).toBe(2);
  });

  it('name the first stop of each station', async () => {
    const both = timetable([
      [
        ['a', 0],
        ['b', 60],
        ['c', 120],
      ],
    ]);
    const stops = both.stops.map((stop) => ({ ...stop, station: stop.id === 'b' || stop.id === 'c' ? 'S' : '' }));
    const { transitStops } = await familyOf([{ ...both, stops }]);
    const rowOf = (id: string) => transitStops.id.indexOf(id);
    const first = Math.min(rowOf('b'), rowOf('c'));
    expect([transitStops.station[rowOf('b')], transitStops.station[rowOf('c')]]).toEqual([first, first]);
    expect(transitStops.station[rowOf('a')]).toBe(rowOf('a'));
  });
});

describe('ways to change', () => {
  it('lead over the streets at 5 km/h, both ways, up to the limit', async () => {
    const walks = await walksOf([]);
    // 200 m are 144 s, and a second more where whole microdegrees make them some centimeters longer.
    const predicted = { aa: 0, ab: 144, ba: 144, de: 144, ed: 144, ac: 288, ae: 288, af: 432 };
    for (const [way, seconds] of Object.entries(predicted)) {
      expect(walks[way], way).toBeGreaterThanOrEqual(seconds);
      expect(walks[way], way).toBeLessThanOrEqual(seconds + 1);
    }
    expect(Object.keys(walks)).toHaveLength(36);
    const short = await walksOf([], 150);
    expect(
      Object.keys(short)
        .filter((key) => key.startsWith('a'))
        .sort(),
    ).toEqual(['aa', 'ab', 'ad']);
  });

  it('are made longer or taken away by rules', async () => {
    const walks = await walksOf([
      { from: 0, to: 1, leastSeconds: 200 },
      { from: 1, to: 0, leastSeconds: 100 },
      { from: 0, to: 3, leastSeconds: null },
      { from: 2, to: 2, leastSeconds: 90 },
      { from: 4, to: 4, leastSeconds: null },
      { from: 0, to: 2, leastSeconds: 0 },
      { from: 0, to: 2, leastSeconds: 1000 },
    ]);
    expect(walks).toMatchObject({ ab: 200, cc: 90, ac: 1000 });
    expect(walks.ba).toBe((await walksOf([])).ba);
    expect(walks).toHaveProperty('da');
    expect(walks).not.toHaveProperty('ad');
    expect(walks).not.toHaveProperty('ee');
  });

  it('are straight where a rule joins stops that no street does', async () => {
    const { stops } = timetable([]);
    const [lng, lat] = position('f');
    // 3 km south of f, too far from every street; g lies 100 m beside it.
    const away = (east: number) => ({ lng: lng + east / 111_195, lat: lat - 3000 / 111_195 });
    const moved = { stops: stops.map((stop, i) => (i < 2 ? { ...stop, ...away(100 * i) } : stop)) };
    const rules = [
      { from: 0, to: 1, leastSeconds: 0 },
      { from: 0, to: 2, leastSeconds: 0 },
    ];
    const walks = await walksOf(rules, 600, moved);
    expect(
      Object.keys(walks)
        .filter((key) => /^[ab]/.test(key))
        .sort(),
    ).toEqual(['aa', 'ab', 'bb']);
    expect(walks.ab! - 72).toBeLessThanOrEqual(1);
  });

  it('take the times of a naive search, to the millisecond, for stops anywhere on the streets', () => {
    const random = new SeededRandom(7);
    const count = 30;
    const [west, south] = [position('d')[0], position('d')[1]];
    const [east, north] = [position('c')[0], position('c')[1]];
    const between = (low: number, high: number) => Math.round((low + random.next() * (high - low)) * 1e6);
    const lng = Int32Array.from({ length: count }, () => between(west, east));
    const lat = Int32Array.from({ length: count }, () => between(south, north));
    const places = stopPlaces(graph, lng, lat);
    expect(places.edge.filter((edge) => edge === NONE)).toHaveLength(0);
    const limit = 400_000;
    const streets = new StreetWalks(graph, places, limit);
    const naive = naiveTimes(places);
    let within = 0;
    for (let from = 0; from < count; from++) {
      const found = streets.from(from);
      for (let to = 0; to < count; to++) {
        if (to === from) continue;
        const expected = naive(from, to);
        if (expected <= limit) within++;
        expect(found.get(to) ?? Infinity).toBe(expected <= limit ? expected : Infinity);
      }
    }
    expect(within).toBeGreaterThan(count);
    expect(within).toBeLessThan(count * (count - 1));
  });
});

/** Least times by the Floyd-Warshall algorithm over all junctions, then over both ends of both streets. */
function naiveTimes({ edge, positionMillimeters, accessMillimeters }: ReturnType<typeof stopPlaces>) {
  const { fromNode, toNode, lengthMillimeters } = graph.edges;
  const { forwardMilliseconds, backwardMilliseconds } = graph.weights['walk-normal'];
  const nodes = graph.nodes.lngMicrodegrees.length;
  const least = Array.from({ length: nodes }, (_, i) =>
    Array.from({ length: nodes }, (_, j) => (i === j ? 0 : Infinity)),
  );
  fromNode.forEach((from, e) => {
    const to = toNode[e]!;
    least[from]![to] = Math.min(least[from]![to]!, forwardMilliseconds[e]!);
    least[to]![from] = Math.min(least[to]![from]!, backwardMilliseconds[e]!);
  });
  for (let k = 0; k < nodes; k++)
    for (let i = 0; i < nodes; i++)
      for (let j = 0; j < nodes; j++) least[i]![j] = Math.min(least[i]![j]!, least[i]![k]! + least[k]![j]!);
  const share = (whole: number, part: number, length: number) => Math.round((whole * part) / length);
  const access = (stop: number) => Math.round(accessMillimeters[stop]! * 0.72);
  return (a: number, b: number): number => {
    const [ea, eb] = [edge[a]!, edge[b]!];
    const [pa, pb] = [positionMillimeters[a]!, positionMillimeters[b]!];
    const [la, lb] = [lengthMillimeters[ea]!, lengthMillimeters[eb]!];
    const leave = [
      [fromNode[ea]!, share(backwardMilliseconds[ea]!, pa, la)],
      [toNode[ea]!, share(forwardMilliseconds[ea]!, la - pa, la)],
    ] as const;
    const enter = [
      [fromNode[eb]!, share(forwardMilliseconds[eb]!, pb, lb)],
      [toNode[eb]!, share(backwardMilliseconds[eb]!, lb - pb, lb)],
    ] as const;
    const over = leave.flatMap(([from, out]) => enter.map(([to, into]) => out + least[from]![to]! + into));
    const along =
      ea !== eb
        ? Infinity
        : share(pb >= pa ? forwardMilliseconds[ea]! : backwardMilliseconds[ea]!, Math.abs(pb - pa), la);
    return access(a) + Math.min(along, ...over) + access(b);
  };
}
