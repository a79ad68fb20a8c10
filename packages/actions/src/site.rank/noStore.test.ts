import { buildScene } from '@hinterland/engine/testing';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../testing/island.ts';
import { islandWithShops, SHOPS } from '../testing/shops.ts';
import { withStores } from '../testing/withStores.ts';
import { siteRank } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = islandWithShops();
const run = (given: object, on: Territory = territory): Output =>
  siteRank.run(contextOf(on), input.parse(given)).result;
const sectorCode = 'food.supermarket';
const candidates = [
  { id: 'south', ...town.at(0, -3) },
  { id: 'north', ...town.at(2, 4) },
];

describe('a sector without any store', () => {
  const bakeries = islandWithShops(SHOPS.filter(({ sector }) => sector === 'food.bakery')).territory;

  it('is ranked by the people near each place, without competitors, and says so', () => {
    const result = run({ candidates, sectorCode }, bakeries);
    expect(result.notes.join(' ')).toMatch(/no store of the sector .+ within reach, so there are no competitors/);
    const beside = run({ candidates, sectorCode }).candidates;
    for (const candidate of result.candidates) {
      const { captured, takenFromCompetitors, takenFromOwn, newToMarket, netNew, competitors, reasons } = candidate;
      expect(captured).toBeGreaterThan(beside.find(({ id }) => id === candidate.id)!.captured);
      expect([takenFromCompetitors, takenFromOwn, newToMarket, netNew]).toEqual([0, 0, captured, captured]);
      expect([competitors.count, competitors.nearest]).toEqual([0, []]);
      expect(reasons.join(' ')).toContain('No competitor lies within that reach');
    }
  });

  it('leaves U_0 as the only other choice', () => {
    // The worked example without its two stores: minutes^-2.2 against that of 20 minutes.
    const kilometers = (minutes: number) => ({ x: 1000 * minutes, y: 0 });
    const { territory: road, place } = buildScene({
      nodes: [kilometers(0), kilometers(12)],
      roads: [{ from: 0, to: 1, lengthMillimeters: 12e6, forwardMilliseconds: 720_000, backwardMilliseconds: 720_000 }],
      poles: [{ ...kilometers(0), road: 0, positionMillimeters: 0, accessMillimeters: 0, residents: 1000 }],
    });
    const places = [8, 2].map((minutes) => ({ id: minutes, ...place(kilometers(minutes)) }));
    const bare = withStores(road, { sector: [], name: [], lngMicrodegrees: [], latMicrodegrees: [] });
    const { candidates: ranked } = run({ candidates: places, sectorCode }, bare);
    // 1000 · 2^-2.2 ÷ (2^-2.2 + 20^-2.2), and the same of 8 minutes.
    expect(ranked.map(({ id, captured }) => [id, Math.round(10 * captured) / 10])).toEqual([
      [2, 993.7],
      [8, 882.5],
    ]);
  });
});
