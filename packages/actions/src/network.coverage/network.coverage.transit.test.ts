import { withBicycles } from '@hinterland/engine/testing';
import { describe, expect, it } from 'vitest';
import { HALF, PER_POLE, unitAt } from '../testing/island.ts';
import { LINE_JOURNEY, withLine } from '../testing/line.ts';
import { at, problem, quote, refusal, run, territory, town } from '../testing/network.ts';
import { PlainNetwork } from '../testing/plainNetwork.ts';
import { networkCoverage } from './index.ts';

const withTrips = withLine(territory, town);
const stores = [at('end', HALF, 0), at('beside', HALF, 1), at('west', -4, 2), at('south', 0, -HALF)];
const call = { stores, mode: 'transit' };
const ask = (given: object) => run({ ...call, ...given }, withTrips);

describe('public transport', () => {
  it('brings people from the middle of the island to the store at the end of the line', () => {
    // A bus arrives every ten minutes after five of ride: of the arrivals asked for half are at most four minutes later.
    const reached = (minutes: number, more: object = {}) => ask({ minutes, ...more }).stores[0]!.reached;
    const onFoot = (minutes: number) => run({ stores, mode: 'walk', minutes }).stores[0]!.reached;
    expect(reached(8.99) - onFoot(8.99)).toBe(0);
    expect(reached(9) - onFoot(9)).toBe(PER_POLE[unitAt(0, 0)]);
    expect(reached(9, { percentile: 51 }) - onFoot(9)).toBe(0);
    expect(reached(10, { percentile: 60 }) - onFoot(10)).toBe(PER_POLE[unitAt(0, 0)]);
    // The longest wait is nine minutes.
    expect(reached(13.99, { percentile: 95 }) - onFoot(13.99)).toBe(0);
    expect(reached(14, { percentile: 95 }) - onFoot(14)).toBe(PER_POLE[unitAt(0, 0)]);
  });

  it('equals a naive twin that asks for each place by itself, plans included', () => {
    const minutes = 16;
    const candidates = [at('south', -2, -4), at('east', HALF, -2)];
    const result = ask({ minutes, candidates, closeCount: 2, openCount: 2, geometry: true });
    const twin = new PlainNetwork(withTrips, stores, candidates, minutes, { mode: 'walk', transit: LINE_JOURNEY });
    const onFoot = new PlainNetwork(withTrips, stores, candidates, minutes, { mode: 'walk' });
    expect(result.network.covered).toBeCloseTo(twin.covered(stores), 3);
    expect(result.network.covered).toBeGreaterThan(onFoot.covered(stores));
    expect(result.network.coveredByTwoOrMore).toBeCloseTo(
      twin.total((pole) => twin.count(pole) > 1),
      3,
    );
    result.stores.forEach(({ poles, exclusive }, i) => {
      expect(poles).toBe(twin.reach(stores[i]!).size);
      expect(exclusive).toBeCloseTo(twin.lossOf(stores[i]!, stores), 3);
    });
    expect(result.closurePlan![0]!.lost).toBeCloseTo(Math.min(...stores.map((one) => twin.lossOf(one, stores))), 3);
    expect(result.openingPlan![0]!.gained).toBeCloseTo(
      Math.max(...candidates.map((one) => twin.gainOf(one, stores))),
      3,
    );
    expect(networkCoverage.output.parse(result)).toEqual(result);
  });

  it('comes to the first stop by bicycle, and to the store on foot, as a naive twin does', () => {
    const withRiders = withBicycles(withTrips, 'walk', 1 / 3);
    const travel = { stores, minutes: 9.5, mode: 'transit', access: 'bicycle' };
    const ridden = run(travel, withRiders);
    const transit = { ...LINE_JOURNEY, bicycleSeconds: 600 };
    const twin = new PlainNetwork(withRiders, stores, [], 9.5, { mode: 'bicycle', transit });
    expect(ridden.stores.map(({ poles }) => poles)).toEqual(stores.map((one) => twin.reach(one).size));
    expect(ridden.network.covered).toBeCloseTo(twin.covered(stores), 3);
    const others = [
      { ...travel, mode: 'bicycle', access: undefined },
      { ...travel, access: 'walk' },
    ];
    for (const other of others) {
      expect(ridden.stores[0]!.reached).toBeGreaterThan(run(other, withRiders).stores[0]!.reached);
    }
    expect(ridden.method.transit).toMatchObject({ access: 'bicycle', maxAccessMinutes: 10, maxWalkMinutes: 15 });
    expect(ask({ minutes: 9 }).method.transit).not.toHaveProperty('access');
    expect(problem(() => run(travel, withTrips))).toMatchObject({ code: 'validation_error' });
  });

  it('counts own rows from which some store is reached, by the times of each store', () => {
    const ownData = {
      columns: ['n'],
      rows: [town.at(0, 0), town.at(-HALF, -HALF)].map((at) => ({ ...at, values: [1] })),
    };
    const rowsWithin = (minutes: number) =>
      ask({ stores: [stores[0], stores[2]], minutes, ownData }).ownData!.parts.map(({ id, rows }) => [id, rows]);
    expect(rowsWithin(9)).toEqual([
      ['band_1', 1],
      ['cumulative_1', 1],
    ]);
    expect(rowsWithin(8.9).map(([, rows]) => rows)).toEqual([0, 0]);
  });

  it('names its journeys and the version of the timetables, and costs the same', () => {
    const { method, dataVersion } = ask({ minutes: 9, departure: { day: 'saturday', from: '08:00', to: '08:30' } });
    expect(method).toMatchObject({
      mode: 'transit',
      direction: 'inbound',
      transit: { date: '2026-03-07', from: '08:00', to: '08:30', timeZone: 'UTC', departures: 30, percentile: 50 },
    });
    expect(dataVersion).toEqual({ territory: '1', sociodemo: '1', transit: '1' });
    const lines = (mode: string) => quote({ ...call, mode, minutes: 9 }, withTrips).lines;
    expect(lines('transit')).toEqual(lines('walk'));
  });

  it('D160, D162: refuses days without trips, territories without timetables, and its fields with other modes', () => {
    const minutes = 9;
    for (const work of [quote, run]) {
      const noTrips = problem(() => work({ ...call, minutes, departure: { day: 'sunday' } }, withTrips));
      expect([noTrips.code, noTrips.fields.serviceDays]).toEqual(['no_service', expect.any(Array)]);
      const noTimetable = problem(() => work({ ...call, minutes }, territory));
      expect(noTimetable).toMatchObject({ code: 'validation_error', fields: { errors: [{ pointer: '#/mode' }] } });
    }
    for (const more of [
      { departure: { day: 'weekday' } },
      { percentile: 50 },
      { maxRides: 2 },
      { maxWalkMinutes: 9 },
      { access: 'bicycle' },
    ]) {
      expect(refusal({ ...more, mode: 'walk' })).toMatch(
        / is for mode transit; travel times of mode walk are the same/,
      );
      expect(refusal({ ...more, mode: 'transit' })).toBe('accepted');
    }
  });
});
