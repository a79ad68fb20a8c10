import { pointInMultiPolygon } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { isochrones } from '../isochrone/index.ts';
import type { Direction, TransitQuery } from '../query/query.ts';
import { drawnTimetable, withTimetable } from '../testing/drawnTimetable.ts';
import { town, withBicycles } from '../testing/index.ts';
import { catchment, reachedPoles } from './catchment.ts';
import { plainAtPercentile } from './testing/plainTransit.ts';
import { randomQuestion } from './testing/randomQuestion.ts';
import type { Catchment } from './types.ts';

/** 2026-03-02, a Monday. */
const MONDAY = 20_514;
const at = (hours: number, minutes = 0) => hours * 3600 + minutes * 60;

const costsOf = (of: Catchment) => {
  const { poles, costs } = reachedPoles(of);
  return new Map(Array.from(poles, (pole, i) => [pole, costs[i]!]));
};
/** The mode of the leg at the poles. */
const modeOf = (direction: Direction) => (direction === 'inbound' ? 'bicycle' : 'walk');

describe('a bicycle to the first stop, predicted by hand', () => {
  // A minute on foot from o to a and from d to p, 20 seconds by bicycle; from a to d 72 and 24 minutes.
  const drawn = town('o---a   d---p', {
    blockMeters: 1000 / 12,
    speedKph: 36,
    marginMeters: 20_000,
    roads: { ad: { lengthMeters: 6000 } },
  });
  const streets = withBicycles(drawn.territory, 'walk', 1 / 3);
  const stops = ['a', 'd'].map((name) => {
    const { pole, edge, positionMillimeters } = streets.snaps.walk!;
    const row = pole.indexOf(drawn.pole(name));
    return { edge: edge[row]!, positionMillimeters: positionMillimeters[row]!, accessMillimeters: 0 };
  });
  const trip = (from: number, to: number, departure: number) => ({
    stops: [from, to],
    arrivals: [departure, departure + 600],
    departures: [departure, departure + 600],
    days: [MONDAY],
  });
  const territory = withTimetable(
    streets,
    drawnTimetable({ stops, trips: [trip(0, 1, at(7, 15)), trip(1, 0, at(7, 0))] }),
  );
  const seconds = (direction: Direction, transit: Partial<TransitQuery>) => {
    const minute = direction === 'outbound' ? 434 : 431;
    const costs = costsOf(
      catchment(territory, {
        origins: [drawn.at('o')],
        measure: 'time',
        mode: transit.bicycleSeconds === undefined ? 'walk' : modeOf(direction),
        traffic: 'normal',
        limits: [3600],
        direction,
        transit: {
          day: MONDAY,
          fromMinute: minute,
          toMinute: minute + 1,
          percentile: 50,
          maxRides: 1,
          maxWalkSeconds: 60,
          ...transit,
        },
      }),
    );
    return Object.fromEntries(
      [...'oadp'].flatMap((name) => {
        const cost = costs.get(drawn.pole(name));
        return cost === undefined ? [] : [[name, Math.round(cost / 1000)] as const];
      }),
    );
  };

  it('outbound leaves the origin by bicycle and ends on foot', () => {
    // Leaving at 7:14, one rides at 7:15 and is at d at 7:25. a is nearer by bicycle all the way.
    expect(seconds('outbound', { bicycleSeconds: 20 })).toEqual({ o: 0, a: 20, d: 660, p: 720 });
    // The bicycle stays at a: without a walk of a minute from d nobody gets to p but by bicycle all the way.
    expect(seconds('outbound', { bicycleSeconds: 20, maxWalkSeconds: 59 })).toEqual({ o: 0, a: 20, d: 660, p: 1480 });
    expect(seconds('outbound', { bicycleSeconds: 19 })).toEqual({ o: 0, a: 20, d: 1460, p: 1480 });
    expect(seconds('outbound', {})).toEqual({ o: 0, a: 60, d: 660, p: 720 });
  });

  it('inbound leaves home by bicycle and comes to the place on foot', () => {
    // Who must be at o by 7:11 is at a by 7:10, and boarded at d at 7:00.
    expect(seconds('inbound', { bicycleSeconds: 20 })).toEqual({ o: 0, a: 20, d: 660, p: 680 });
    expect(seconds('inbound', { bicycleSeconds: 19 })).toEqual({ o: 0, a: 20, d: 660, p: 1480 });
    expect(seconds('inbound', { bicycleSeconds: 20, maxWalkSeconds: 59 })).toEqual({ o: 0, a: 20, d: 1460, p: 1480 });
    expect(seconds('inbound', {})).toEqual({ o: 0, a: 60, d: 660, p: 720 });
  });
});

describe('a bicycle to the first stop, in random towns', () => {
  const cases = [1, 2, 3, 4].flatMap((seed) =>
    (['inbound', 'outbound'] as const).map((direction) => ({ seed, direction })),
  );

  let ridden = 0;
  it.each(cases)('gives the times of the naive way at every pole: $seed, $direction', ({ seed, direction }) => {
    const { territory: streets, network, query: asked } = randomQuestion(seed);
    const { fromMinute } = asked.transit;
    const transit = { ...asked.transit, toMinute: fromMinute + 15, bicycleSeconds: 240 };
    const query = { ...asked, mode: modeOf(direction), direction, transit } as const;
    const territory = withBicycles(streets, 'car');
    const of = catchment(withTimetable(territory, drawnTimetable(network)), query);
    const costs = costsOf(of);
    expect(costs).toEqual(plainAtPercentile(territory, network, query, of.origins));
    const { transit: _, ...without } = query;
    const allTheWay = costsOf(catchment(territory, without));
    ridden += [...costs].filter(([pole, cost]) => cost < (allTheWay.get(pole) ?? Infinity)).length;
  });

  it('rode in these towns', () => expect(ridden).toBeGreaterThan(50));

  it.each(cases)(
    'brings nobody later than on foot where bicycles are as free and faster: $seed, $direction',
    ({ seed, direction }) => {
      const { territory: streets, network, query: asked } = randomQuestion(seed);
      const territory = withTimetable(withBicycles(streets, 'walk', 1 / 3), drawnTimetable(network));
      const { transit } = asked;
      const ridden = { ...transit, bicycleSeconds: transit.maxWalkSeconds };
      const byBicycle = catchment(territory, { ...asked, direction, mode: modeOf(direction), transit: ridden });
      const costs = costsOf(byBicycle);
      for (const mode of ['walk', 'bicycle'] as const) {
        const { transit: _, ...allTheWay } = { ...asked, direction, mode };
        for (const [pole, cost] of costsOf(catchment(territory, allTheWay))) {
          expect(costs.get(pole)).toBeLessThanOrEqual(cost);
        }
      }
      for (const [pole, cost] of costsOf(catchment(territory, { ...asked, direction }))) {
        expect(costs.get(pole)).toBeLessThanOrEqual(cost);
      }
      // Every reached pole lies on its polygon.
      const { lngMicrodegrees, latMicrodegrees } = territory.poles;
      const pictures = isochrones(byBicycle);
      const { poles, bands } = reachedPoles(byBicycle);
      poles.forEach((pole, i) => {
        const { coordinates } = pictures[bands[i]!]!.polygon;
        const isInside = pointInMultiPolygon(lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6, coordinates);
        expect(isInside, `pole ${pole}`).toBe(true);
      });
    },
  );
});
