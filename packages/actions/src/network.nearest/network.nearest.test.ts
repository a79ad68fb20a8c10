import { randomTown } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { networkMatrix } from '../network.matrix/index.ts';
import { contextOf } from '../testing/island.ts';
import { problem } from '../testing/network.ts';
import { islandWithShops } from '../testing/shops.ts';
import { withStores } from '../testing/withStores.ts';
import { networkNearest } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = islandWithShops();
const run = (given: object, on: Territory = territory): Output =>
  networkNearest.run(contextOf(on), input.parse(given)).result;
const matrix = (given: object, on: Territory = territory) =>
  networkMatrix.run(contextOf(on), networkMatrix.input.parse(given) as never).result;
const microdegrees = (degrees: number) => Math.round(degrees * 1e6);

describe('network.nearest', () => {
  it.each([1, 2, 3, 4])('lists the first of a sorted matrix, of places and of stores: random town %i', (seed) => {
    const random = new SeededRandom(seed);
    const { territory: bare, places } = randomTown({ seed, nodes: 60, sideMeters: 9000 });
    const stores = Array.from({ length: 25 }, () => {
      const { lat, lng } = random.pick(places);
      return { lat: microdegrees(lat) / 1e6, lng: microdegrees(lng) / 1e6 };
    });
    const on = withStores(bare, {
      sector: stores.map(() => 0),
      name: stores.map((_, i) => `Shop ${i}`),
      lngMicrodegrees: stores.map(({ lng }) => microdegrees(lng)),
      latMicrodegrees: stores.map(({ lat }) => microdegrees(lat)),
      floorAreaSquareMeters: stores.map(() => 100),
    });
    const origins = places.slice(0, 8);
    for (const mode of ['car', 'walk'] as const) {
      for (const direction of ['outbound', 'inbound'] as const) {
        const way = { origins, mode, direction, maxMinutes: mode === 'car' ? 6 : 40, snapLimitMeters: 1600 };
        const rows = matrix({ ...way, destinations: stores }, on).origins;
        const expected = rows.map(({ destinations }) =>
          destinations
            .map(({ minutes, meters }, i) => ({ ...stores[i]!, minutes, meters, i }))
            .filter(({ minutes }) => minutes !== null)
            .sort((a, b) => a.minutes! - b.minutes! || a.i - b.i)
            .slice(0, 4)
            .map(({ i: _, ...one }) => one),
        );
        for (const wanted of [{ destinations: stores }, { sectorCode: 'food.supermarket' }]) {
          const found = run({ ...way, ...wanted, count: 4 }, on);
          expect(
            found.origins.map(({ nearest }) =>
              nearest.map(({ lat, lng, minutes, meters }) => ({ lat, lng, minutes, meters })),
            ),
          ).toEqual(expected);
          expect(found.origins.map(({ status }) => status)).toEqual(
            expected.map(({ length }) => (length === 4 ? 'all' : length === 0 ? 'none' : 'fewer')),
          );
          expect(found.searchedCount).toBe(25);
        }
      }
    }
  });

  it('names stores by the data, and places as given', () => {
    const stores = run({ origins: [town.at(0, 0)], sectorCode: 'food.supermarket', count: 2 });
    expect(stores.sector).toEqual({ code: 'food.supermarket', name: 'Supermarkets' });
    for (const { id, brand, rank } of stores.origins[0]!.nearest) {
      expect([typeof id, brand === null || typeof brand === 'string']).toEqual(['string', true]);
      expect(rank).toBeGreaterThan(0);
    }
    const destinations = [{ id: 'x', name: 'X', ...town.at(3, 0) }, { ...town.at(1, 0) }];
    const given = run({ origins: [town.at(0, 0)], destinations, count: 2 });
    expect(given.origins[0]!.nearest.map(({ rank, id, name }) => [rank, id, name])).toEqual([
      [1, 2, undefined],
      [2, 'x', 'X'],
    ]);
    expect(given.sector).toBeNull();
    expect(given.dataVersion).toEqual({ territory: '1' });
  });

  it('costs one credit for each origin with a road, and refuses what it cannot look among', () => {
    const price = (given: object, on: Territory = territory) =>
      quotedCredits(networkNearest.quote(contextOf(on), input.parse(given)));
    expect(price({ origins: [town.at(0, 0), town.at(1, 1)], sectorCode: 'food.bakery' })).toBe(2);
    const unknown = { origins: [town.at(0, 0)], sectorCode: 'food.nothing' };
    expect(problem(() => price(unknown)).fields.errors).toMatchObject([{ pointer: '#/sectorCode' }]);
    const bare = { ...territory, players: null };
    expect(problem(() => price({ origins: [town.at(0, 0)], sectorCode: 'food.bakery' }, bare)).code).toBe(
      'validation_error',
    );
    const refusal = (given: object) => input.safeParse(given).error?.issues.map(({ message }) => String(message))[0];
    expect(refusal({ origins: [town.at(0, 0)] })).toMatch(/give destinations, or sectorCode/);
    expect(refusal({ origins: [town.at(0, 0)], destinations: [town.at(0, 0)], sectorCode: 'food.bakery' })).toMatch(
      /leave out sectorCode/,
    );
    expect(refusal({ origins: [town.at(0, 0)], sectorCode: 'food.bakery', count: 51 })).toMatch(/1 to 50/);
  });
});
