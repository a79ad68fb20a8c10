import { describe, expect, test } from 'vitest';
import { type ListedStore, link } from './link.ts';
import { hasRealLists, type JudgedPair, judgedPairs, REAL_PLACES, realLists } from './testing/realLists.ts';
import { bitsOf } from './weights.ts';

/** SHOW_PAIRS=1 prints what was linked wrongly, and what was learned. */
const show = (...said: readonly unknown[]) =>
  process.env.SHOW_PAIRS === '1' ? process.stdout.write(`${said.map((one) => JSON.stringify(one)).join(' ')}\n`) : null;

interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

/** Counts pairs of a place that are linked rightly, wrongly and not at all. */
function judge(stores: readonly ListedStore[], storeOf: readonly number[], pairs: readonly JudgedPair[], tally: Tally) {
  // The same object is in both maps of Sydney: the first has the row of the first list, the second that of another.
  const rowsOf = (id: string) => stores.flatMap((store, row) => (store.id === id ? [row] : []));
  for (const pair of pairs) {
    const [first, second] = [rowsOf(pair.first)[0], rowsOf(pair.second).at(-1)];
    if (first === undefined || second === undefined) throw new Error(`${pair.first} or ${pair.second} is not there`);
    const isLinked = storeOf[first] === storeOf[second];
    if (isLinked && pair.same) tally.right++;
    if (isLinked && !pair.same) tally.wrong++;
    if (!isLinked && pair.same) tally.missed++;
    if (isLinked !== pair.same) show(isLinked ? 'wrong' : 'missed', pair, stores[first]!.name, stores[second]!.name);
  }
}

describe.skipIf(!hasRealLists)('pairs of real lists that were judged by hand (needs ../shared/data)', () => {
  test('precision and recall of links', async () => {
    const [chosen, heldOut] = [await judgedPairs('judgedPairs.csv'), await judgedPairs('heldOutPairs.csv')];
    expect([chosen.length, heldOut.length]).toEqual([500, 120]);
    const [of500, of120]: Tally[] = [0, 0].map(() => ({ right: 0, wrong: 0, missed: 0 }));
    for (const place of Object.keys(REAL_PLACES)) {
      const stores = await realLists(place);
      const { storeOf, model } = link(stores, [REAL_PLACES[place]!.country]);
      show(place, stores.length, model.matchShare, bitsOf(model));
      const isHere = (pair: JudgedPair) => pair.place === place;
      judge(stores, storeOf, chosen.filter(isHere), of500!);
      judge(stores, storeOf, heldOut.filter(isHere), of120!);
    }
    const precision = ({ right, wrong }: Tally) => right / (right + wrong);
    const recall = ({ right, missed }: Tally) => right / (right + missed);
    show({ of500, precision: precision(of500!), recall: recall(of500!) });
    show({ of120, precision: precision(of120!), recall: recall(of120!) });
    expect(precision(of500!)).toBeGreaterThanOrEqual(0.97);
    expect(recall(of500!)).toBeGreaterThanOrEqual(0.97);
    expect(precision(of120!)).toBeGreaterThanOrEqual(0.95);
    expect(recall(of120!)).toBeGreaterThanOrEqual(0.9);
  });
});
