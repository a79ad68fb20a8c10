import { randomTown } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { run } from '../testing/network.ts';
import { PlainNetwork } from '../testing/plainNetwork.ts';
import { networkCoverage } from './index.ts';
import { namedClosing } from './namedClosing.ts';

describe('random networks', () => {
  it.each([2, 3, 7, 20, 60, 500])(
    'S117 to S125, S263-S266: %i stores equal a naive twin, and the identities hold',
    (count) => {
      const seed = 600 + count;
      const random = new SeededRandom(seed);
      const { territory: on, places } = randomTown({ seed, nodes: 90 });
      const pick = (id: string) => ({ id, ...random.pick(places) });
      const open = Array.from({ length: count }, (_, i) => pick(`s${i}`));
      const candidates = Array.from({ length: 8 }, (_, i) => pick(`k${i}`));
      const minutes = random.pick([0.8, 1.5, 3]);
      const result = run({ stores: open, candidates, minutes, closeCount: 6, openCount: 5 }, on);
      const twin = new PlainNetwork(on, open, candidates, minutes);

      const { network: sums } = result;
      expect(sums.coveredByOne).toBeCloseTo(
        twin.total((pole) => twin.count(pole) === 1),
        3,
      );
      expect(sums.coveredByTwoOrMore).toBeCloseTo(
        twin.total((pole) => twin.count(pole) > 1),
        3,
      );
      expect(sums.coveredByOne + sums.coveredByTwoOrMore).toBeCloseTo(sums.covered, 4);
      expect(result.stores.reduce((sum, { exclusive }) => sum + exclusive, 0)).toBeCloseTo(sums.coveredByOne, 4);
      expect(result.method.polesInvolved).toBe(
        [...open, ...candidates].reduce((sum, p) => sum + twin.reach(p).size, 0),
      );
      result.stores.slice(0, 40).forEach((figures, i) => {
        const reach = twin.reach(open[i]!);
        expect(figures.exclusive + figures.shared).toBeCloseTo(figures.reached, 4);
        expect(figures.poles).toBe(reach.size);
        expect(figures.reached).toBeCloseTo(
          twin.total((pole) => reach.has(pole)),
          3,
        );
        expect(figures.exclusive).toBeCloseTo(twin.lossOf(open[i]!, open), 3);
      });
      const { closed } = namedClosing(result);
      const kept = open.filter(({ id }) => !closed.some((one) => one.id === id));
      expect(result.speeds!.map(({ speed }) => speed)).toEqual([0.9, 1.1]);
      for (const { speed, covered, lost } of result.speeds!) {
        const at = new PlainNetwork(on, open, [], speed * minutes);
        expect(covered).toBeCloseTo(
          at.total((pole) => at.count(pole) > 0),
          3,
        );
        const stays = new PlainNetwork(on, kept, [], speed * minutes);
        expect(lost).toBeCloseTo(covered - stays.total((pole) => stays.count(pole) > 0), 3);
      }
      for (const { stores: pair, shared } of result.overlaps.slice(0, 10)) {
        const [first, second] = pair.map((id) => twin.reach(open.find((place) => place.id === id)!));
        expect(shared).toBeCloseTo(
          twin.total((pole) => first!.has(pole) && second!.has(pole)),
          3,
        );
      }

      // Each step is one that a look at everything would choose; ties within rounding may fall either way here.
      let left = open.slice();
      if (count > 1)
        expect(result.closurePlan![0]!.lost).toBe(Math.min(...result.stores.map(({ exclusive }) => exclusive)));
      for (const { id, lost, covered } of result.closurePlan!) {
        const losses = left.map((place) => twin.lossOf(place, left));
        expect(lost).toBeCloseTo(Math.min(...losses), 3);
        expect(lost).toBeCloseTo(losses[left.findIndex((place) => place.id === id)]!, 3);
        left = left.filter((place) => place.id !== id);
        expect(covered).toBeCloseTo(twin.covered(left), 3);
      }
      let opened: typeof open = open;
      let before = Infinity;
      for (const { id, gained, covered } of result.openingPlan!) {
        const gains = candidates.filter((place) => !opened.includes(place)).map((place) => twin.gainOf(place, opened));
        expect(gained).toBeCloseTo(Math.max(...gains), 3);
        const chosen = candidates.find((place) => place.id === id)!;
        expect(gained).toBeCloseTo(twin.gainOf(chosen, opened), 3);
        expect(gained).toBeLessThanOrEqual(before);
        before = gained;
        opened = [...opened, chosen];
        expect(covered).toBeCloseTo(twin.covered(opened), 3);
      }
      for (const [i, { optimum, lostInAll }] of result.closurePlan!.entries()) {
        expect(optimum.value, `closing ${i + 1}`).toBeLessThanOrEqual(lostInAll);
        expect(optimum.gap).toBe(lostInAll - optimum.value);
      }
      for (const { optimum, gainedInAll } of result.openingPlan!) {
        expect(optimum.value).toBeGreaterThanOrEqual(gainedInAll);
      }
      expect(networkCoverage.output.parse(result)).toEqual(result);
    },
  );
});
