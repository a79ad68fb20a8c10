import { SeededRandom } from '@hinterland/geo';
import type { MeasuredCompleteness } from '@hinterland/territory';
import { expect, test } from 'vitest';
import { analysisMarketsSector } from '../analysis.markets_sector/index.ts';
import { contextOf } from '../testing/island.ts';
import { madeCity, shownOf, WHOLE } from '../testing/madeCity.ts';
import { sightingsOf } from './sightings.ts';

/** How complete the supermarkets of a made city are by the overlap of two lists, as a bundle has it. */
const byLists = (low: number, value: number, high: number): MeasuredCompleteness => ({
  sectors: ['food.supermarket'],
  areas: [{ code: 'made', name: 'Made City' }],
  mapped: 90,
  expected: 90 / value,
  value,
  low,
  high,
  method: 'two_lists',
  source: 'map, places',
  year: 2026,
  confidence: 0.8,
  lists: [
    { name: 'map', stores: 60 },
    { name: 'places', stores: 70 },
  ],
  inSeveral: 40,
});

/** The verdict on one more supermarket, with what the answer says of its supply. */
function ask(seed: number, measured: readonly MeasuredCompleteness[]) {
  const random = new SeededRandom(seed * 7919);
  const city = madeCity(seed, 'food.supermarket', 0.1);
  const { territory, town } = shownOf(city, { ...WHOLE, seed });
  const supply = {
    ...territory.players!.supply,
    completeness: { estimate: null, note: 'By lists.', ...(measured.length === 0 ? {} : { measured: [...measured] }) },
  };
  const judged = { ...territory, players: { ...territory.players!, supply } };
  const origin = town.at(random.int(15) - 7, random.int(15) - 7);
  const input = { origins: [origin], bandSeconds: [600], sectors: ['food.supermarket'] };
  const { result } = analysisMarketsSector.run(contextOf(judged), analysisMarketsSector.input.parse(input));
  const { verdict, supplyData } = result as unknown as {
    verdict: { outcome: 'yes' | 'no' | 'not_clear' };
    supplyData: typeof result.supplyData;
  };
  return { outcome: verdict.outcome, supplyData };
}

test('a verdict says yes only as far as the lists leave few stores unseen', () => {
  const counts: Record<string, Record<string, number>> = {};
  for (let seed = 1; seed <= 30; seed++) {
    const cases = { sure: [byLists(0.93, 0.97, 1)], wide: [byLists(0.3, 0.55, 0.95)], single: [] };
    const outcomes = Object.entries(cases).map(([name, measured]) => [name, ask(seed, measured).outcome] as const);
    for (const [name, outcome] of outcomes) {
      counts[name] ??= { yes: 0, no: 0, not_clear: 0 };
      counts[name]![outcome]!++;
    }
  }
  expect(counts.sure!.yes).toBeGreaterThan(0);
  // From a range that begins below a half, and from a single list, nobody signs a yes.
  expect(counts.wide!.yes).toBe(0);
  expect(counts.single!.yes).toBe(0);
});

test('the answer says the share, its range, the method and the lists', () => {
  const { supplyData } = ask(2, [byLists(0.3, 0.5, 0.9)]);
  expect(supplyData).toMatchObject({
    completeness: 0.5,
    completenessRange: { low: 0.3, high: 0.9, method: 'two_lists' },
    measured: [{ confidence: 0.8, inSeveral: 40, lists: [{ name: 'map', stores: 60 }, { stores: 70 }] }],
  });
  const single = ask(2, []).supplyData;
  expect(single.completeness).toBeNull();
  expect(single).not.toHaveProperty('completenessRange');
  expect(single).not.toHaveProperty('lists');
});

test('a store says which lists hold it and when they saw it; of one list nothing', () => {
  const { territory } = shownOf(madeCity(2, 'food.supermarket', 0.1), { ...WHOLE, seed: 2 });
  const players = territory.players!;
  expect(sightingsOf(territory, 0)).toEqual({});
  const lists = {
    rows: 4,
    store: Uint32Array.of(0, 0, 1, 1),
    list: Uint8Array.of(0, 1, 1, 1),
    id: { length: 4, at: (row: number) => `${row}` },
    seenDay: Int32Array.of(-0x80000000, 20_454, 20_454, 20_455),
  };
  const supply = {
    ...players.supply,
    lists: [
      { name: 'map', kind: 'osm' as const, stores: 1 },
      { name: 'places', kind: 'overture' as const, stores: 2 },
    ],
  };
  const existence = { rows: players.stores.rows, probability: new Float32Array(players.stores.rows).fill(0.875) };
  const several = { ...territory, players: { ...players, supply, lists, existence } };
  expect(sightingsOf(several, 0)).toEqual({
    lists: [
      { name: 'map', seen: null },
      { name: 'places', seen: '2026-01-01' },
    ],
    existsProbability: 0.875,
  });
  expect(sightingsOf(several, 1).lists).toEqual([{ name: 'places', seen: '2026-01-02' }]);
  expect(sightingsOf(several, 2).lists).toEqual([]);
});
