import { describe, expect, test } from 'vitest';
import { link } from './link.ts';
import { hasRealLists, judgedPairs, REAL_PLACES, realLists } from './testing/realLists.ts';
import { bitsOf } from './weights.ts';

/** SHOW_PAIRS=1 prints what was linked wrongly, and what was learned. */
const show = (...said: readonly unknown[]) =>
  process.env.SHOW_PAIRS === '1' ? process.stdout.write(`${said.map((one) => JSON.stringify(one)).join(' ')}\n`) : null;

describe.skipIf(!hasRealLists)('pairs of real lists that were judged by hand (needs ../shared/data)', () => {
  test('precision and recall of links', async () => {
    const pairs = await judgedPairs();
    expect(pairs).toHaveLength(500);
    let [right, wrong, missed] = [0, 0, 0];
    for (const place of Object.keys(REAL_PLACES)) {
      const stores = await realLists(place);
      const { storeOf, model } = link(stores, [REAL_PLACES[place]!.country]);
      // The same object is in both maps of Sydney: the first has the row of the first list, the second that of another.
      const rowsOf = (id: string) => stores.flatMap((store, row) => (store.id === id ? [row] : []));
      show(place, stores.length, model.matchShare, bitsOf(model));
      for (const pair of pairs.filter((one) => one.place === place)) {
        const [first, second] = [rowsOf(pair.first)[0], rowsOf(pair.second).at(-1)];
        if (first === undefined || second === undefined)
          throw new Error(`${pair.first} or ${pair.second} is not there`);
        const isLinked = storeOf[first] === storeOf[second];
        if (isLinked && pair.same) right++;
        if (isLinked && !pair.same) wrong++;
        if (!isLinked && pair.same) missed++;
        if (isLinked !== pair.same) {
          const say = (row: number) => `${stores[row]!.name}|${stores[row]!.address}|${stores[row]!.phone}`;
          const partners = [first, second].map((row) =>
            stores.flatMap(({ id }, i) => (i !== row && storeOf[i] === storeOf[row] ? [id] : [])),
          );
          show(isLinked ? 'wrong' : 'missed', pair.first, pair.second, say(first), say(second), pair.reason, partners);
        }
      }
    }
    const [precision, recall] = [right / (right + wrong), right / (right + missed)];
    show({ right, wrong, missed, precision, recall });
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.97);
  });
});
