import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { exactPeople } from './exactPeople.ts';
import { networkReach } from './network.ts';
import { overlaps, overlapsByStore } from './overlaps.ts';
import { networkOfInstance, randomInstance, sum } from './testing/instances.ts';

describe('figures of a network', () => {
  it('equal those of plain sets, with their identities, on random networks of 2 to 500 stores', () => {
    for (const [seed, stores] of [2, 3, 7, 20, 60, 200, 500].entries()) {
      const random = new SeededRandom(seed);
      const instance = randomInstance(seed, stores, 3, 500, Math.min(0.5, 6 / stores));
      const groups = instance.groups.map((group) => ({ ...group, people: exactPeople(random.between(0, 90)) }));
      const { network, weights } = networkOfInstance({ ...instance, groups });
      const reach = networkReach(network, weights);
      const storesReached = groups.map(({ reaches }) => reaches.filter((place) => place < stores));
      const count = (test: (reached: readonly number[]) => boolean) =>
        sum(groups.filter((_, g) => test(storesReached[g]!)).map(({ people }) => people));
      expect(reach.one).toBe(count((reached) => reached.length === 1));
      expect(reach.twoPlus).toBe(count((reached) => reached.length > 1));
      expect(reach.covered).toBe(count((reached) => reached.length > 0));
      expect(reach.sharedShare).toBe(reach.twoPlus / reach.covered);
      reach.stores.forEach(({ reached, exclusive, shared }, store) => {
        expect(reached).toBe(count((of) => of.includes(store)));
        expect(exclusive).toBe(count((of) => of.length === 1 && of[0] === store));
        expect(exclusive + shared).toBe(reached);
      });
      expect(sum(reach.stores.map(({ exclusive }) => exclusive))).toBe(reach.one);
      expect(sum(reach.stores.map(({ reached }) => reached))).toBe(
        sum(groups.map(({ people }, g) => people * storesReached[g]!.length)),
      );
      const pairs = overlaps(network, weights);
      for (const { first, second, shared } of pairs.filter((_, i) => i % 37 === 0)) {
        expect(shared).toBe(count((of) => of.includes(first) && of.includes(second)));
      }
      expect(sum(pairs.map(({ shared }) => shared))).toBe(
        sum(groups.map(({ people }, g) => (people * storesReached[g]!.length * (storesReached[g]!.length - 1)) / 2)),
      );
      const ranked = pairs.map(({ shared }) => shared);
      expect(ranked).toEqual([...ranked].sort((a, b) => b - a));
      const byStore = overlapsByStore(stores, pairs);
      expect(sum(byStore.map((list) => list.length))).toBe(2 * pairs.length);
    }
  });

  it('keeps the identities of overlap measures that Esri publishes', () => {
    // A1 = |A|/|B| 93.7%, A2 = |A∩B|/|A∪B| 15.9%, A3 = |A∩B|/|A| 28.4%, A4 = |A∩B|/|B| 26.6% (Esri, measure cannibalization).
    const groups = [
      { people: 671, reaches: [0] },
      { people: 266, reaches: [0, 1] },
      { people: 734, reaches: [1] },
    ];
    const { network, weights } = networkOfInstance({ stores: 2, places: 2, groups });
    const { stores, covered: union } = networkReach(network, weights);
    const [pair] = overlaps(network, weights);
    expect(stores[0]!.reached / stores[1]!.reached).toBeCloseTo(0.937, 3);
    expect(pair!.shared / union).toBeCloseTo(0.159, 3);
    expect(pair!.shared / stores[0]!.reached).toBeCloseTo(0.284, 3);
    expect(pair!.shared / stores[1]!.reached).toBeCloseTo(0.266, 3);
  });

  it('two stores at one place have nobody to themselves', () => {
    const groups = [
      { people: 10, reaches: [0, 1] },
      { people: 5, reaches: [0, 1, 2] },
      { people: 3, reaches: [2] },
    ];
    const { network, weights } = networkOfInstance({ stores: 3, places: 3, groups });
    expect(networkReach(network, weights).stores).toEqual([
      { reached: 15, exclusive: 0, shared: 15 },
      { reached: 15, exclusive: 0, shared: 15 },
      { reached: 8, exclusive: 3, shared: 5 },
    ]);
  });
});
