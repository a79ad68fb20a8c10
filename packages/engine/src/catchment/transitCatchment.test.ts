import { pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { isochrones } from '../isochrone/index.ts';
import type { Direction, TransitQuery } from '../query/query.ts';
import type { RoadPlace } from '../snap/snapOrigins.ts';
import { type DrawnNetwork, type DrawnTrip, drawnTimetable, withTimetable } from '../testing/drawnTimetable.ts';
import { town } from '../testing/index.ts';
import { catchment, reachedPoles } from './catchment.ts';
import { plainCatchment } from './testing/plainCatchment.ts';
import { plainAtPercentile } from './testing/plainTransit.ts';
import { randomQuestion } from './testing/randomQuestion.ts';
import type { Catchment } from './types.ts';

/** 2026-03-02, a Monday. */
const MONDAY = 20_514;
const at = (hours: number, minutes = 0, seconds = 0) => hours * 3600 + minutes * 60 + seconds;

/** A trip that stops for no time, at these seconds of its service day. */
const trip = (stops: number[], times: number[], more: Partial<DrawnTrip> = {}): DrawnTrip => ({
  stops,
  arrivals: times,
  departures: times,
  days: [MONDAY],
  ...more,
});

const usual: TransitQuery = {
  day: MONDAY,
  fromMinute: 420,
  toMinute: 480,
  percentile: 50,
  maxRides: 3,
  maxWalkSeconds: 600,
};

/** Six kilometers without a street between a and d: whoever gets there rode. One minute on foot from o to a, from d to p. */
const island = () =>
  town('o---a   d---p   x---y', {
    blockMeters: 1000 / 12,
    speedKph: 36,
    marginMeters: 20_000,
    roads: { ad: { lengthMeters: 6000 }, dx: { lengthMeters: 6000 } },
  });

const onFoot = { measure: 'time', mode: 'walk', traffic: 'normal' } as const;
type Town = ReturnType<typeof island>;

/** A stop on the street of a node's pole. */
function stopAt(drawn: Town, name: string): RoadPlace {
  const { snaps } = drawn.territory;
  const row = snaps.walk!.pole.indexOf(drawn.pole(name));
  return {
    edge: snaps.walk!.edge[row]!,
    positionMillimeters: snaps.walk!.positionMillimeters[row]!,
    accessMillimeters: 0,
  };
}

/** Seconds to the pole of each node, from (inbound: to) the first of the names. */
function seconds(
  drawn: Town,
  network: DrawnNetwork,
  names: string,
  transit: Partial<TransitQuery> = {},
  direction: Direction = 'outbound',
): Record<string, number> {
  const territory = withTimetable(drawn.territory, drawnTimetable(network));
  const of = catchment(territory, {
    ...onFoot,
    origins: [drawn.at(names[0]!)],
    limits: [3600],
    direction,
    transit: { ...usual, ...transit },
  });
  const { poles, costs } = reachedPoles(of);
  const costOf = new Map(Array.from(poles, (pole, i) => [pole, costs[i]! / 1000]));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const cost = costOf.get(drawn.pole(name));
      return cost === undefined ? [] : [[name, cost] as const];
    }),
  );
}

/** Trips every `headway` minutes between two times of day, ten minutes from the first stop to the second. */
const line = (from: number, to: number, headway: number, start: number, end: number, more: Partial<DrawnTrip> = {}) =>
  Array.from({ length: Math.ceil((end - start) / (60 * headway)) }, (_, i) =>
    trip([from, to], [start + i * headway * 60, start + i * headway * 60 + 600], more),
  );

describe('journeys predicted by hand', () => {
  const drawn = island();
  const stops = ['a', 'd', 'x'].map((name) => stopAt(drawn, name));
  const everyQuarter: DrawnNetwork = { stops, trips: line(0, 1, 15, at(6), at(10)) };

  it.each([
    // Leaving at minute m of a quarter, one waits 14 - m minutes: each wait from 0 to 14 comes four times in the hour.
    [5, 0],
    [50, 7],
    [52, 7],
    [54, 8],
    [95, 14],
    [100, 14],
  ])('one line every 15 minutes: percentile %i waits %i minutes', (percentile, wait) => {
    const found = seconds(drawn, everyQuarter, 'op', { percentile });
    expect(found).toEqual({ o: 0, p: 60 + 60 * wait + 600 + 60 });
  });

  it('arrives by each minute in the inbound direction', () => {
    // Trips reach a at five-minute marks of a quarter, 7:10, 7:25, ...: who must be at o by 7:11 does not wait there.
    const back: DrawnNetwork = { stops, trips: line(1, 0, 15, at(5), at(10)) };
    expect(seconds(drawn, back, 'op', { percentile: 5 }, 'inbound')).toEqual({ o: 0, p: 60 + 600 + 60 });
    expect(seconds(drawn, back, 'op', { percentile: 95 }, 'inbound')).toEqual({ o: 0, p: 60 + 14 * 60 + 600 + 60 });
  });

  it('changes between two lines, with the least time of a change and as many rides as allowed', () => {
    const other = line(1, 2, 30, at(6, 13), at(10));
    const walks = [{ from: 1, to: 1, seconds: 120 }];
    const network = { stops, trips: [...everyQuarter.trips, ...other], walks };
    // At 7:14 one catches the 7:15, is at d at 7:25 and may leave at 7:27; the next one leaves at 7:43 and takes ten minutes.
    const oneMinute = { fromMinute: 434, toMinute: 435 };
    expect(seconds(drawn, network, 'ox', oneMinute).x).toBe((53 - 14) * 60);
    expect(seconds(drawn, network, 'ox', { ...oneMinute, maxRides: 1 })).toEqual({ o: 0 });
    // A change that takes a second more than there is until 7:43 waits until 8:13, and the limit is an hour.
    const slow = { ...network, walks: [{ from: 1, to: 1, seconds: 18 * 60 + 1 }] };
    expect(seconds(drawn, slow, 'ox', oneMinute)).toEqual({ o: 0 });
    const justInTime = { ...network, walks: [{ from: 1, to: 1, seconds: 18 * 60 }] };
    expect(seconds(drawn, justInTime, 'ox', oneMinute).x).toBe((53 - 14) * 60);
  });

  it('walks to the first stop and from the last one no longer than allowed, but all the way as far as the limit', () => {
    expect(seconds(drawn, everyQuarter, 'oap', { maxWalkSeconds: 60 })).toHaveProperty('p');
    expect(seconds(drawn, everyQuarter, 'oap', { maxWalkSeconds: 59 })).toEqual({ o: 0, a: 60 });
  });

  it('rides trips of the day before past midnight, and of the next one', () => {
    const everyDay = trip([2, 1], [at(12), at(13)], { days: [MONDAY, MONDAY + 1] });
    const late = { stops, trips: [everyDay, trip([0, 1], [at(25), at(25, 10)])] };
    const night = { fromMinute: 50, toMinute: 51 };
    expect(seconds(drawn, late, 'op', { ...night, day: MONDAY + 1 }).p).toBe(20 * 60 + 60);
    const early = { stops, trips: [everyDay, trip([0, 1], [at(0, 5), at(0, 15)], { days: [MONDAY + 1] })] };
    expect(seconds(drawn, early, 'op', { fromMinute: 1435, toMinute: 1436 }).p).toBe(20 * 60 + 60);
  });

  it('has no service on a holiday, and refuses a day without any', () => {
    const holiday = line(0, 1, 60, at(6), at(10)).map((one) => ({ ...one, days: [MONDAY + 1] }));
    const network = { stops, trips: [...holiday, trip([1, 2], [at(7), at(8)])] };
    expect(seconds(drawn, network, 'op')).toEqual({ o: 0 });
    expect(seconds(drawn, network, 'op', { day: MONDAY + 1 })).toHaveProperty('p');
    expect(() => seconds(drawn, network, 'op', { day: MONDAY + 2 })).toThrow(/No trip of the timetables runs/);
  });

  it('counts times of a service day from noon minus twelve hours on the nights of a clock change', () => {
    // 2026-10-25: clocks in Rome go back at 3:00. A trip at 4:30 "of the service day" leaves 7 h 30 min before noon.
    const days = [20_751];
    const zones = ['Europe/Rome'];
    const network = { zones, stops, trips: [trip([0, 1], [at(4, 30), at(4, 40)], { days })] };
    const before = { day: 20_751, fromMinute: 4 * 60 + 20, toMinute: 4 * 60 + 21 };
    expect(seconds(drawn, network, 'op', before).p).toBe(20 * 60 + 60);
    // 1:30 of the service day is 10 h 30 min before noon: the clocks, not yet set back, show 2:30.
    const night = { zones, stops, trips: [trip([0, 1], [at(1, 30), at(1, 40)], { days })] };
    expect(seconds(drawn, night, 'op', { day: 20_751, fromMinute: 140, toMinute: 141 }).p).toBe(20 * 60 + 60);
    // From 2:00 to 4:00 that night there are three hours, and a departure in each minute of them.
    const allNight = line(0, 1, 10, at(0), at(6), { days });
    const window = { day: 20_751, fromMinute: 120, toMinute: 240 };
    const of = catchment(withTimetable(drawn.territory, drawnTimetable({ zones, stops, trips: allNight })), {
      ...onFoot,
      origins: [drawn.at('o')],
      limits: [3600],
      direction: 'outbound',
      transit: { ...usual, ...window },
    });
    expect(of.transit!.rides.stopTimes.departures).toBe(180);
  });

  it('counts them on the night on which an hour is skipped, too', () => {
    // 2026-03-29: clocks in Rome go from 2:00 to 3:00. 1:30 of the service day is 10 h 30 min before noon: 0:30 by the clock.
    const day = 20_541;
    const zones = ['Europe/Rome'];
    const of = (from: number, to: number, window: Partial<TransitQuery>) =>
      seconds(drawn, { zones, stops, trips: [trip([0, 1], [from, to], { days: [day] })] }, 'op', { day, ...window }).p;
    expect(of(at(1, 30), at(1, 40), { fromMinute: 20, toMinute: 21 })).toBe(20 * 60 + 60);
    expect(of(at(4, 30), at(4, 40), { fromMinute: 260, toMinute: 261 })).toBe(20 * 60 + 60);
    // From 1:50 to 3:20 by the clock is half an hour.
    expect(of(at(2, 50), at(3, 20), { fromMinute: 100, toMinute: 101 })).toBe(40 * 60 + 60);
    // From 1:30 to 3:30 there are 60 departures: those of 1:30 to 1:49 reach the vehicle of 1:50, the first with 19 minutes more.
    const window = { fromMinute: 90, toMinute: 210 };
    expect(of(at(2, 50), at(3, 20), { ...window, percentile: (100 * 19) / 60 })).toBe((30 + 19) * 60 + 60);
    expect(of(at(2, 50), at(3, 20), { ...window, percentile: (100 * 21) / 60 })).toBeUndefined();
  });

  it('lets nobody on or off where the timetable does not', () => {
    const through = [trip([0, 1, 2], [at(7, 5), at(7, 15), at(7, 25)], { noAlighting: [1] })];
    const oneMinute = { fromMinute: 420, toMinute: 421 };
    expect(Object.keys(seconds(drawn, { stops, trips: through }, 'opx', oneMinute))).toEqual(['o', 'x']);
    const closed = [trip([0, 1, 2], [at(7, 5), at(7, 15), at(7, 25)], { noBoarding: [0] })];
    expect(Object.keys(seconds(drawn, { stops, trips: closed }, 'opx', oneMinute))).toEqual(['o']);
  });

  it('tells who is reached by every departure, by half of them and by any', () => {
    const territory = withTimetable(drawn.territory, drawnTimetable(everyQuarter));
    const of = catchment(territory, {
      ...onFoot,
      origins: [drawn.at('o')],
      limits: [60, 12 * 60, 18 * 60, 19 * 60, 26 * 60],
      direction: 'outbound',
      transit: usual,
    });
    // To d and p: 11 and 12 minutes without a wait, 18 and 19 with the median one, 25 and 26 with the longest.
    const reached = of.transit!.reliability.map(({ every, half, any }) =>
      [every, half, any].map(({ residents }) => drawn.who(residents!)),
    );
    expect(reached).toEqual([
      ['ao', 'ao', 'ao'],
      ['ao', 'ao', 'adop'],
      ['ao', 'ado', 'adop'],
      ['ao', 'adop', 'adop'],
      ['adop', 'adop', 'adop'],
    ]);
    expect(of.bands.map(({ cumulative }) => drawn.who(cumulative.residents!))).toEqual(reached.map(([, half]) => half));
  });
});

describe('random towns and timetables', () => {
  const SEEDS = [1, 2, 3, 4, 5, 6];
  let ridden = 0;

  it.each(SEEDS)('gives the times of the naive way at every pole, seed %i', (seed) => {
    const { territory, network, query } = randomQuestion(seed);
    const of = catchment(withTimetable(territory, drawnTimetable(network)), query);
    const expected = plainAtPercentile(territory, network, query, of.origins);
    const walking = plainCatchment(territory, query, of.origins);
    ridden += [...expected].filter(([pole, cost]) => cost < (walking.get(pole) ?? Infinity)).length;
    const { poles, costs } = reachedPoles(of);
    expect(new Map(Array.from(poles, (pole, i) => [pole, costs[i]!]))).toEqual(expected);
  });

  it('rode in these towns', () => expect(ridden).toBeGreaterThan(50));

  const residents = (of: Catchment) => of.bands.map(({ cumulative }) => cumulative.residents!);
  const costsOf = (of: Catchment) => {
    const { poles, costs } = reachedPoles(of);
    return new Map(Array.from(poles, (pole, i) => [pole, costs[i]!]));
  };

  it.each(SEEDS)('keeps its promises, seed %i', (seed) => {
    const { territory, network, query } = randomQuestion(seed);
    const ask = (transit: Partial<TransitQuery>, drawn = network) =>
      catchment(withTimetable(territory, drawnTimetable(drawn)), {
        ...query,
        transit: { ...query.transit, ...transit },
      });
    const [early, middle, late] = [5, 50, 95].map((percentile) => costsOf(ask({ percentile })));
    for (const [pole, cost] of late!) expect(middle!.get(pole)).toBeLessThanOrEqual(cost);
    for (const [pole, cost] of middle!) expect(early!.get(pole)).toBeLessThanOrEqual(cost);
    const { transit, ...walking } = query;
    for (const [pole, cost] of costsOf(catchment(territory, walking))) {
      expect(late!.get(pole)).toBeLessThanOrEqual(cost);
    }
    const fewer = { ...network, trips: network.trips.filter((_, i) => i % 3 > 0) };
    for (const [pole, cost] of costsOf(ask({ percentile: 50 }, fewer))) {
      expect(middle!.get(pole)).toBeLessThanOrEqual(cost);
    }
    const moment = ask({ toMinute: transit.fromMinute + 1 });
    const [{ every, any }] = moment.transit!.reliability as [(typeof moment.transit & object)['reliability'][number]];
    expect(every.residents).toBe(any.residents);
    const all = ask({});
    const shuffled = new SeededRandom(seed).shuffle(network.trips);
    expect(costsOf(ask({}, { ...network, trips: shuffled }))).toEqual(costsOf(all));
    const ofBands = all.bands.reduce((sum, { own }) => sum + own.residents!, 0);
    expect(residents(all).at(-1)).toBeCloseTo(ofBands, 6);
    // Every reached pole lies on its polygon, in a town of islands around stops.
    const { lngMicrodegrees, latMicrodegrees } = territory.poles;
    const pictures = isochrones(all);
    const { poles, bands } = reachedPoles(all);
    poles.forEach((pole, i) => {
      const { coordinates } = pictures[bands[i]!]!.polygon;
      const isInside = pointInMultiPolygon(lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6, coordinates);
      expect(isInside, `pole ${pole}`).toBe(true);
    });
  });
});
