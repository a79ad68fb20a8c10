import { catchment } from '@hinterland/engine/catchment';
import { placesInBands } from '@hinterland/engine/market';
import { snapPlace } from '@hinterland/engine/snap';
import { randomTown } from '@hinterland/engine/testing';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { BLOCK_METERS, BLOCK_SECONDS, contextOf, HALF, island } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { problem } from '../testing/network.ts';
import { networkMatrix } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = island();
const at = (right: number, up: number) => town.at(right, up);
const run = (given: object, on: Territory = territory): Output =>
  networkMatrix.run(contextOf(on), input.parse(given)).result;
const price = (given: object, on: Territory = territory) =>
  quotedCredits(networkMatrix.quote(contextOf(on), input.parse(given)));
const minutesOf = ({ origins }: Output) =>
  origins.map(({ destinations }) => destinations.map(({ minutes }) => minutes));
/** Far from every road, and on the map. */
const nowhere = { lat: at(0, 0).lat + 0.0024, lng: at(0, 0).lng + 0.0024 };

describe('network.matrix', () => {
  it('gives minutes and meters of a grid of streets, block by block, and the same both ways', () => {
    const places = [at(0, 0), at(3, 0), at(-2, 4)];
    const result = run({ origins: places });
    const blocks = [
      [0, 3, 6],
      [3, 0, 9],
      [6, 9, 0],
    ];
    expect(minutesOf(result)).toEqual(blocks.map((row) => row.map((n) => rounded((n * BLOCK_SECONDS) / 60))));
    expect(result.origins.map(({ destinations }) => destinations.map(({ meters }) => meters))).toEqual(
      blocks.map((row) => row.map((n) => n * BLOCK_METERS)),
    );
    expect(result).toMatchObject({ destinationCount: 3, pairCount: 9, reachedCount: 9 });
    expect(result.origins.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(minutesOf(run({ origins: places, direction: 'inbound' }))).toEqual(minutesOf(result));
    expect(price({ origins: places, destinations: [at(1, 1)] })).toBe(3);
  });

  it('says of each pair why it has no time, and asks nothing for an origin without a road', () => {
    const given = {
      origins: [
        { id: 'a', ...at(0, 0), name: 'A' },
        { id: 'far', ...nowhere },
      ],
      destinations: [at(0, 1), at(HALF, HALF), nowhere],
      maxMinutes: 5,
      snapLimitMeters: 50,
    };
    const { origins, reachedCount } = run(given);
    expect(origins.map(({ destinations }) => destinations.map(({ status }) => status))).toEqual([
      ['reached', 'not_reached', 'no_road'],
      ['no_road', 'no_road', 'no_road'],
    ]);
    expect(origins[0]!.destinations[1]).toEqual({ id: 2, status: 'not_reached', minutes: null, meters: null });
    expect(origins.map(({ id, name, snapped }) => [id, name, snapped === null])).toEqual([
      ['a', 'A', false],
      ['far', undefined, true],
    ]);
    expect(reachedCount).toBe(1);
    expect(price(given)).toBe(1);
  });

  it.each([1, 2, 3])('equals the catchment of each origin at the same places: random town %i', (seed) => {
    const { territory: on, places } = randomTown({ seed });
    const [origins, destinations] = [places.slice(0, 6), places.slice(4, 24)];
    let [reached, pairs] = [0, 0];
    for (const mode of ['car', 'walk'] as const) {
      for (const direction of ['outbound', 'inbound'] as const) {
        const result = run({ origins, destinations, mode, direction, maxMinutes: 4, snapLimitMeters: 1600 }, on);
        const expected = origins.map((origin) => {
          const reach = (measure: 'time' | 'distance', limit: number) =>
            placesInBands(
              catchment(on, {
                origins: [origin],
                measure,
                limits: [limit],
                mode,
                traffic: 'normal',
                direction,
                snapLimitMeters: 1600,
              }),
              destinations.map((place) => ({ place, snap: snapPlace(on, mode, place) })),
            ).map(({ cost }) => cost);
          const meters = reach('distance', 50_000);
          return reach('time', 240).map((time, i) =>
            time === Infinity ? [null, null] : [rounded(time / 60_000), rounded(meters[i]! / 1000)],
          );
        });
        expect(result.origins.map((row) => row.destinations.map(({ minutes, meters }) => [minutes, meters]))).toEqual(
          expected,
        );
        reached += result.reachedCount;
        pairs += result.pairCount;
      }
    }
    expect(reached).toBeGreaterThan(50);
    expect(reached).toBeLessThan(pairs);
  });

  it('rides by the timetable, without road distances', () => {
    const on = withLine(territory, town);
    const result = run(
      {
        origins: [{ id: 'middle', ...at(0, 0) }],
        destinations: [at(HALF, 0)],
        mode: 'transit',
        departure: { day: '2026-03-02', from: '07:00', to: '07:10' },
        percentile: 50,
      },
      on,
    );
    // A bus leaves every ten minutes and rides for five: of ten departures half wait at most four minutes.
    expect(result.origins[0]!.destinations).toEqual([{ id: 1, status: 'reached', minutes: 9, meters: null }]);
    expect(result.method.transit).toMatchObject({ date: '2026-03-02', departures: 10 });
    expect(result.dataVersion.transit).toBeDefined();
  });

  it('refuses what cannot be answered before a price is agreed on, and names the place', () => {
    const outside = { lat: 10, lng: 10 };
    const pointers = (given: object) =>
      (problem(() => price(given)).fields.errors as { pointer: string }[])[0]!.pointer;
    expect(pointers({ origins: [at(0, 0)], destinations: [at(1, 0), outside] })).toBe('#/destinations/1');
    expect(pointers({ origins: [at(0, 0), outside] })).toBe('#/origins/1');
    expect(pointers({ origins: [nowhere], snapLimitMeters: 50 })).toBe('#/origins/0');
    expect(pointers({ origins: [at(0, 0)], mode: 'transit' })).toBe('#/mode');
    const many = Array.from({ length: 500 }, () => at(0, 0));
    const refusal = (given: object) => input.safeParse(given).error?.issues.map(({ message }) => String(message))[0];
    expect(refusal({ origins: many })).toMatch(/250000 pairs; one call answers at most 50000/);
    expect(refusal({ origins: [...many, at(0, 0)] })).toMatch(/at most 500/);
    expect(refusal({ origins: [at(0, 0), { id: 1, ...at(1, 0) }] })).toMatch(/has the id 1 already/);
    expect(refusal({ origins: [at(0, 0)], percentile: 50 })).toMatch(/mode transit/);
  });
});
