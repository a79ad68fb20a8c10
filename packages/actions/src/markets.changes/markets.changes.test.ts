import { haversineMeters } from '@hinterland/geo';
import { correctedTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { BLOCK_SECONDS, contextOf } from '../testing/island.ts';
import { islandWithShops, type Shop, withEarlierShops } from '../testing/shops.ts';
import { marketsChanges as action } from './index.ts';

const BAKERY = 'food.bakery';
const BUTCHER = 'food.butcher';
/** The list in force: one shop moved a block, one has another name, one is new, one has another id alone. */
const NOW: readonly Shop[] = [
  { sector: BAKERY, id: 'a', name: 'Anna', right: 0, up: 0 },
  { sector: BAKERY, id: 'b', name: 'New House', right: 1, up: 0 },
  { sector: BUTCHER, id: 'c', name: 'Clara', right: 3, up: 0 },
  { sector: BUTCHER, id: 'd/new', name: 'Dario', right: -1, up: 0 },
  { sector: BAKERY, id: 'e', name: 'Elena', right: 0, up: 2 },
  { sector: BAKERY, id: 'far', name: 'Farah', right: 6, up: 6 },
];
const BEFORE: readonly Shop[] = [
  { sector: BAKERY, id: 'a', name: 'Anna', right: 0, up: 0 },
  { sector: BAKERY, id: 'b', name: 'Bruno', right: 1, up: 0 },
  { sector: BUTCHER, id: 'c', name: 'Clara', right: 2, up: 0 },
  { sector: BUTCHER, id: 'd', name: 'Dario', right: -1, up: 0 },
  { sector: BUTCHER, id: 'f', name: 'Fabio', right: 0, up: -2 },
];
const made = withEarlierShops(
  islandWithShops(NOW),
  { version: '0', shops: BEFORE },
  { version: '00', shops: NOW.slice(0, 5) },
);
const { town, territory } = made;
const near = { origins: [town.at(0, 0)], bandSeconds: [2, 4].map((blocks) => blocks * BLOCK_SECONDS) };
const run = (more: object = near, on = territory) => action.run(contextOf(on), action.input.parse(more)).result;
const quote = (more: object = near, on = territory) => action.quote(contextOf(on), action.input.parse(more));
const told = (result: ReturnType<typeof run>) => result.changes.map(({ kind, id }) => `${kind} ${id}`);

describe('markets.changes', () => {
  it('tells openings, closings, moves and renamings within reach, by band and sector; a new id alone is none', () => {
    const result = run();
    expect([result.since, result.until, result.kept]).toEqual(['0', '1', ['0', '00']]);
    expect(told(result)).toEqual(['opened e', 'closed f', 'moved c', 'renamed b']);
    expect(result.totals).toEqual({
      band_1: { openings: 1, closings: 1, moves: 1, renamings: 1 },
      cumulative_1: { openings: 1, closings: 1, moves: 1, renamings: 1 },
      // The butcher went from the first band to the second: a change of both.
      band_2: { openings: 0, closings: 0, moves: 1, renamings: 0 },
      cumulative_2: { openings: 1, closings: 1, moves: 1, renamings: 1 },
    });
    const [from, to] = [town.at(2, 0), town.at(3, 0)];
    const move = result.changes.find(({ kind }) => kind === 'moved')!;
    expect(move.meters).toBeCloseTo(haversineMeters(from.lng, from.lat, to.lng, to.lat), 0);
    expect(move.parts).toEqual(['band_1', 'cumulative_1', 'band_2', 'cumulative_2']);
    expect(result.changes.find(({ kind }) => kind === 'renamed')).toMatchObject({
      name: 'New House',
      before: { name: 'Bruno' },
    });
    expect(result.sectors.map(({ code, openings, closings }) => [code, openings, closings])).toEqual([
      [BAKERY, 1, 0],
      [BUTCHER, 0, 1],
    ]);
  });

  it('of areas and polygons, of sectors alone, and since an earlier list', () => {
    const { lat, lng } = town.at(0, 2);
    const ring = [-1, 1, 1, -1, -1].map((right, i) => [lng + right * 0.001, lat + [-1, -1, 1, 1, -1][i]! * 0.001]);
    expect(told(run({ polygon: { type: 'Polygon', coordinates: [ring] } }))).toEqual(['opened e']);
    expect(told(run({ ...near, sectors: [BUTCHER] }))).toEqual(['closed f', 'moved c']);
    expect(told(run({ ...near, since: '00' }))).toEqual([]);
    expect(told(run({ areas: ['country:XD'], since: '00' }))).toEqual(['opened far']);
  });

  it('costs five credits, and refuses what it cannot tell: no earlier list is never "nothing changed"', () => {
    expect(quotedCredits(quote())).toBe(5);
    const alone = { ...territory, earlierStores: [] };
    for (const ask of [quote, run]) {
      expect(() => ask(near, alone)).toThrow(/No earlier list of the stores of Grid Island is kept beside 1/);
      expect(() => ask({ ...near, since: '7' })).toThrow(
        /no list of stores of the version "7".*it keeps 0 (and|or) 00/,
      );
    }
  });

  it('compares lists as they are: what an organization says of stores is no change of the street', () => {
    const corrected = correctedTerritory(territory, {
      revision: '0.1',
      of: { organization: 1, operator: 0 },
      stores: [
        { id: 'a', listed: { id: 'a', name: 'Anna', brand: null, lat: 0, lng: 0 }, state: 'not_competitor' } as never,
      ],
    });
    expect(run(near, corrected)).toEqual(run());
  });
});
