import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CALLS, type FleetFigures } from '../../../bench/src/fleet/figures.ts';
import { predicted } from '../../../bench/src/fleet/told.ts';
import { demandAt } from '../../../bench/src/fleetModel/demand.ts';
import { carriedByBox, carriedByFleet } from '../../../bench/src/fleetModel/fleet.ts';
import { boundOf, closed, firstOf, type Resource } from '../../../bench/src/fleetModel/mva.ts';

const resource = (name: string, milliseconds: number, servers = 1): Resource => ({ name, milliseconds, servers });

describe('mean value analysis', () => {
  it('one resource: one caller alone takes its time, more only wait', () => {
    expect(closed([resource('a', 5)], 1)).toEqual({ perSecond: 200, milliseconds: 5 });
    expect(closed([resource('a', 5)], 7).perSecond).toBeCloseTo(200, 9);
    expect(closed([resource('a', 5)], 7).milliseconds).toBeCloseTo(35, 9);
  });

  it('K alike resources: X(n) = n / ((n + K − 1) D)', () => {
    const alike = ['a', 'b', 'c'].map((name) => resource(name, 4));
    for (const n of [1, 2, 10]) expect(closed(alike, n).perSecond).toBeCloseTo((1000 * n) / ((n + 2) * 4), 9);
  });

  it('two resources of 2 and 3 ms, worked by hand', () => {
    // n=1: R 2 + 3, X 1/5, Q 0.4 and 0.6. n=2: R 2.8 + 4.8, X 2/7.6, Q 14/19 and 24/19. n=3: R 66/19 + 129/19, X 57/195.
    const two = [resource('a', 2), resource('b', 3)];
    expect([1, 2, 3].map((n) => closed(two, n).perSecond)).toEqual([200, 2000 / 7.6, 57_000 / 195].map(near));
  });

  it('many servers: those that are never all busy only take their time; many callers keep all of them busy', () => {
    expect(closed([resource('a', 10, 4)], 1)).toEqual({ perSecond: 100, milliseconds: 10 });
    expect(closed([resource('a', 10, 4)], 2000).perSecond).toBeGreaterThan(399);
    expect(closed([resource('a', 10, 4)], 2000).perSecond).toBeLessThanOrEqual(400 + 1e-9);
    // 2.5 ms in which one waits, 7.5 in which nobody does; n=1: Q 0.25. n=2: 2.5 × 1.25 + 7.5 ms.
    expect(closed([resource('a', 10, 4)], 2).perSecond).toBeCloseTo(2000 / 10.625, 9);
    // Others take two thirds of the only server.
    expect(closed([resource('a', 10, 1 / 3)], 5).perSecond).toBeCloseTo(100 / 3, 9);
  });

  it('lies below both asymptotic bounds: callers ÷ all times, and the slowest resource', () => {
    const some = [resource('a', 2), resource('b', 3, 2), resource('c', 0.5)];
    for (const n of [1, 2, 5, 20]) {
      const { perSecond } = closed(some, n);
      expect(perSecond).toBeLessThanOrEqual((1000 * n) / 5.5 + 1e-9);
      expect(perSecond).toBeLessThanOrEqual(500);
    }
    expect(firstOf(some).name).toBe('a');
    expect(some.map(boundOf)).toEqual([500, 2000 / 3, 2000]);
    expect(boundOf(resource('free', 0))).toBe(Number.POSITIVE_INFINITY);
  });
});

const near = (value: number): unknown => expect.closeTo(value, 9);

const PER_CALL = { main: 0, others: 0, database: 0, generator: 0, walBytes: 0 };
/** A call takes 1 ms of the database by itself and 4 of each statement, 0.5 of its thread and 1 of each statement. */
const demand = (connections: number, statements: number) => ({
  ...PER_CALL,
  connections,
  statements,
  main: 0.5 + statements,
  database: 1 + 4 * statements,
});
const measured = [demand(50, 0.25), demand(25, 0.5), demand(10, 1.25)];

describe('what a call takes', () => {
  it('is a part for itself and a part for each statement, whatever the sharing', () => {
    // 1 ÷ connections: 0.04 at 25, 0.1 at 10; 16 lies at 0.0625, three eighths of the way.
    expect(demandAt(measured, 16)).toMatchObject({
      statements: near(0.78125),
      database: near(4.125),
      main: near(1.28125),
    });
    expect(demandAt(measured, 50)).toMatchObject({ statements: 0.25, database: near(2), main: near(0.75) });
  });

  it('beyond what was measured statements are as many as at the nearest', () => {
    expect(demandAt(measured, 500).statements).toBe(0.25);
    expect(demandAt(measured, 2).statements).toBe(1.25);
  });

  it('a cost that falls with more statements is taken for none of them', () => {
    const odd = [
      { ...PER_CALL, connections: 50, statements: 1, others: 5 },
      { ...PER_CALL, connections: 25, statements: 2, others: 3 },
    ];
    expect(demandAt(odd, 25).others).toBe(4);
  });
});

describe('what processes and machines carry', () => {
  it('two processes on one machine send more statements for as many calls', () => {
    const one = carriedByBox({ demands: measured }, { processes: 1, processors: 2, connections: 50 });
    const two = carriedByBox({ demands: measured }, { processes: 2, processors: 2, connections: 50 });
    expect(one.bounds).toMatchObject({ processors: near(2000 / 2.75), 'answering threads': near(1000 / 0.75) });
    // 25 connections each: 3 ms of the database, 1 of a thread.
    expect(two.bounds).toMatchObject({ processors: near(500), 'answering threads': near(2000) });
    expect(two.perSecond / two.bounds.processors!).toBeGreaterThan(0.98);
    expect(two.first).toBe('processors');
  });

  const rates = { demands: measured, restMilliseconds: 8, bytes: 10_000, accountPerSecond: Number.POSITIVE_INFINITY };
  const fleet = (machines: number) => ({
    machines,
    processors: 4,
    databaseProcessors: 16,
    connections: 50,
    networkBits: 1e9,
  });

  it('the first that breaks goes from the threads to PostgreSQL, whose processors processes at rest take, too', () => {
    expect(carriedByFleet(rates, fleet(1))).toMatchObject({ first: 'answering threads' });
    const ten = carriedByFleet(rates, fleet(10));
    // 16 processors less 10 × 8 ms a second, 2 ms a call.
    expect([ten.first, ten.bounds['processors of PostgreSQL']]).toEqual(['processors of PostgreSQL', near(7960)]);
    expect(ten.bounds['network of the machines']).toBeCloseTo(10 * 12_500, 6);
    expect(carriedByFleet(rates, fleet(1000)).bounds['processors of PostgreSQL']).toBeCloseTo(4000, 6);
    expect(carriedByFleet(rates, fleet(2000)).perSecond).toBeLessThan(1);
  });

  it('one organization is bounded by its account', () => {
    const one = carriedByFleet({ ...rates, accountPerSecond: 900 }, fleet(100));
    expect(one).toMatchObject({ first: 'the account of one organization', perSecond: near(900) });
  });
});

describe('the rates that were measured last (docs/benchmarks/fleet-rates.json)', () => {
  const file = new URL('../../../docs/benchmarks/fleet-rates.json', import.meta.url);
  const figures = JSON.parse(readFileSync(file, 'utf8')) as FleetFigures;

  it.each(CALLS)('%s: the model, which knows one process alone, is within 15%% of two', (kind) => {
    const off = predicted(figures, kind, 2).perSecond / figures.two[kind].perSecond - 1;
    expect(Math.abs(off)).toBeLessThan(0.15);
  });
});
