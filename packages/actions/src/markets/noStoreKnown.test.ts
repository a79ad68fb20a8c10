import { sectorOf } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { findAction } from '../registry.ts';
import { contextOf } from '../testing/island.ts';
import { islandWithShops, SHOPS } from '../testing/shops.ts';
import { noStoreKnown } from './siteCertainty.ts';

const { town, territory } = islandWithShops(SHOPS.filter(({ sector }) => sector !== 'food.butcher'));
const supply = territory.players!.supply;
const listOf = (estimate: number | null): Territory => ({
  ...territory,
  players: { ...territory.players!, supply: { ...supply, completeness: { ...supply.completeness, estimate } } },
});
const [uncounted, complete] = [listOf(null), listOf(1)];
// The north-west spends twice as much: nobody is as good there.
const candidates = [
  { id: 'rich', ...town.at(-4, 4), squareMeters: 80 },
  { id: 'poor', ...town.at(5, -1), squareMeters: 80 },
];

interface Told {
  readonly verdict: { readonly outcome: string; readonly text: string; readonly because: readonly string[] };
}
function ask(actionId: string, given: object, on: Territory): Told['verdict'] {
  const action = findAction(actionId)!;
  return (action.run(contextOf(on), action.input.parse(given)) as { result: Told }).result.verdict;
}

const QUESTIONS: readonly [string, (sectorCode: string) => object][] = [
  ['site.rank', (sectorCode) => ({ sectorCode, candidates })],
  ['analysis.site_comparison', (sectorCode) => ({ sectorCode, candidates, bandSeconds: [300] })],
  ['site.search', (sectorCode) => ({ sectorCode, candidates: 'addresses', listCount: 2 })],
  ['site.search', (sectorCode) => ({ sectorCode, candidates: 'addresses', openCount: 2 })],
];

it.each(QUESTIONS)(
  '%s signs no yes where the list of stores has none of the sector, and says why',
  (actionId, given) => {
    const { outcome, because } = ask(actionId, given('food.butcher'), uncounted);
    expect([outcome, because.filter((one) => /has none of this sector on the whole map/.test(one))]).toEqual([
      'not_clear',
      [expect.stringMatching(/^The list of stores has none/)],
    ]);
    // A list that somebody says is complete, and one with stores of the sector, say nothing of it.
    for (const [sector, on] of [
      ['food.butcher', complete],
      ['food.bakery', uncounted],
    ] as const) {
      expect(ask(actionId, given(sector), on).because.join(' ')).not.toMatch(/has none of this sector/);
    }
  },
);

it('is no ground for a "no" either: all would come from own stores, or places would be alike', () => {
  const ownStores = [-4, 0, 4].flatMap((right) =>
    [-4, 0, 4].map((up) => ({ id: `${right} ${up}`, ...town.at(right, up), squareMeters: 900 })),
  );
  const near = [0, 1].map((right) => ({ id: right, ...town.at(right, 0), squareMeters: 80 }));
  for (const [actionId, given] of [
    ['site.rank', { candidates, ownStores }],
    ['analysis.site_comparison', { candidates: near, bandSeconds: [300] }],
  ] as const) {
    const question = { sectorCode: 'food.butcher', ...given };
    const [known, blind] = [complete, uncounted].map((on) => ask(actionId, question, on));
    expect([actionId, known!.outcome, blind!.outcome]).toEqual([actionId, 'no', 'not_clear']);
    expect(blind!.because.join(' ')).toMatch(/has none of this sector on the whole map/);
  }
});

it('is all that keeps a set of places from a yes', () => {
  const given = { sectorCode: 'food.butcher', candidates: 'addresses', openCount: 2 };
  expect(ask('site.search', given, complete).outcome).toBe('yes');
  const { outcome, text } = ask('site.search', given, uncounted);
  expect([outcome, text]).toEqual([
    'not_clear',
    expect.stringMatching(/would be the best set .* only beside the stores/),
  ]);
});

it('is known of a sector by its stores, and by who says that the list is complete', () => {
  const [butchers, bakeries] = ['food.butcher', 'food.bakery'].map((code) => sectorOf(code)!);
  expect(noStoreKnown(uncounted, butchers!)).toEqual({ knowsNoStore: true });
  expect(noStoreKnown(uncounted, bakeries!)).toEqual({});
  expect(noStoreKnown(complete, butchers!)).toEqual({});
  expect(noStoreKnown(listOf(0.3), butchers!)).toEqual({ knowsNoStore: true });
});
