import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { closingPlan } from './closingPlan.ts';
import {
  bestByMask,
  choices,
  covered,
  type Instance,
  networkOfInstance,
  randomInstance,
  reachedBy,
  storesOf,
  sum,
} from './testing/instances.ts';

/** Looks at every store in every step. */
function eagerClosing(instance: Instance, closeCount: number, fixed: readonly number[] = []) {
  const open = new Set(storesOf(instance));
  const steps: { store: number; lost: number }[] = [];
  while (steps.length < closeCount && open.size > 1 && [...open].some((store) => !fixed.includes(store))) {
    const before = covered(instance, open);
    const options = [...open]
      .filter((store) => !fixed.includes(store))
      .map((store) => {
        const without = new Set(open);
        without.delete(store);
        return { store, lost: before - covered(instance, without), reached: reachedBy(instance, store) };
      })
      .sort((a, b) => a.lost - b.lost || a.reached - b.reached || a.store - b.store);
    const { store, lost } = options[0]!;
    open.delete(store);
    steps.push({ store, lost });
  }
  return steps;
}

describe('closing plan', () => {
  it('is the plan of looking at every store in every step, on 200 instances with ties', () => {
    let ties = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const stores = 2 + random.int(seed % 10 === 0 ? 30 : 12);
      const instance = randomInstance(seed, stores, 0, 3 * stores, random.between(0.05, 0.4));
      const fixed = seed % 3 === 0 ? [random.int(stores)] : [];
      const { network, weights } = networkOfInstance(instance);
      const closeCount = 1 + random.int(stores + 2);
      const plan = closingPlan(network, weights, { closeCount, fixed });
      const expected = eagerClosing(instance, closeCount, fixed);
      expect(plan.steps.map(({ store, lost }) => ({ store, lost }))).toEqual(expected);
      expect(plan.endedBy).toBe(expected.length === closeCount ? 'count' : 'stores');
      const open = new Set(storesOf(instance));
      const before = covered(instance, open);
      plan.steps.forEach((step, i) => {
        open.delete(step.store);
        expect(step.covered).toBe(covered(instance, open));
        expect(step.lostInAll).toBe(before - step.covered);
        expect(step.coveredShare).toBe(before === 0 ? 1 : step.covered / before);
        if (i > 0 && step.lost === plan.steps[i - 1]!.lost) ties++;
      });
    }
    expect(ties).toBeGreaterThan(300);
  });

  it('breaks ties by fewest people reached, then by order', () => {
    // All of store 0's and 1's and 2's people have another store; 3 has people of its own.
    const groups = [
      { people: 5, reaches: [0, 3] },
      { people: 4, reaches: [1, 3] },
      { people: 4, reaches: [2, 3] },
      { people: 1, reaches: [3] },
    ];
    const { network, weights } = networkOfInstance({ stores: 4, places: 4, groups });
    const plan = closingPlan(network, weights, { closeCount: 4 });
    expect(plan.steps.map(({ store }) => store)).toEqual([1, 2, 0]);
    expect(plan.steps.map(({ lost }) => lost)).toEqual([0, 0, 0]);
    expect(plan.endedBy).toBe('stores');
  });

  it('says what the best choice of as many stores loses', () => {
    let gaps = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const instance = randomInstance(seed, 3 + random.int(7), 0, 30, 0.35);
      const { network, weights } = networkOfInstance(instance);
      const stores = storesOf(instance);
      const before = covered(instance, new Set(stores));
      closingPlan(network, weights, { closeCount: 8 }).steps.forEach(({ lostInAll, optimum }, i) => {
        const losses = [...choices(stores, i + 1)].map(
          (closed) => before - covered(instance, new Set(stores.filter((store) => !closed.includes(store)))),
        );
        expect(optimum).toMatchObject({
          kind: 'exact',
          value: Math.min(...losses),
          gap: lostInAll - Math.min(...losses),
        });
        if (optimum.gap === 0) return;
        gaps++;
        const left = new Set(stores.filter((store) => !optimum.places!.includes(store)));
        expect(before - covered(instance, left)).toBe(optimum.value);
      });
    }
    expect(gaps).toBeGreaterThan(5);
  });

  it('gives a bound below the best where choices are too many to count', () => {
    const instance = randomInstance(5, 60, 0, 900, 0.05);
    const { network, weights } = networkOfInstance(instance);
    const plan = closingPlan(network, weights, { closeCount: 25 });
    const bounds = plan.steps.filter(({ optimum }) => optimum.kind === 'bound');
    expect(bounds.length).toBeGreaterThan(3);
    const single = storesOf(instance).map((store) => {
      const rest = new Set(storesOf(instance).filter((other) => other !== store));
      return covered(instance, new Set(storesOf(instance))) - covered(instance, rest);
    });
    single.sort((a, b) => a - b);
    plan.steps.forEach(({ optimum, lostInAll }, i) => {
      expect(optimum.value).toBeGreaterThanOrEqual(sum(single.slice(0, i + 1)));
      expect(optimum.value).toBeLessThanOrEqual(lostInAll);
      expect(optimum.gap).toBe(lostInAll - optimum.value);
    });
  });

  it('bounds are never above the true least loss, where choices are not counted out', () => {
    let bounds = 0;
    for (const seed of [1]) {
      const instance = randomInstance(seed, 23, 0, 60, 0.08);
      const { network, weights } = networkOfInstance(instance);
      const total = covered(instance, new Set(storesOf(instance)));
      const mostKept = bestByMask(instance);
      closingPlan(network, weights, { closeCount: 22 }).steps.forEach(({ lostInAll, optimum }, i) => {
        const least = total - mostKept[22 - i]!;
        if (optimum.kind === 'exact') expect(optimum.value).toBe(least);
        else bounds++;
        expect(optimum.value).toBeLessThanOrEqual(least);
        expect(optimum.gap).toBe(lostInAll - optimum.value);
      });
    }
    expect(bounds).toBeGreaterThan(0);
  });

  it('keeps fixed stores out of the best choice as well', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const instance = randomInstance(seed, 7, 0, 25, 0.3);
      const { network, weights } = networkOfInstance(instance);
      const closable = [1, 2, 4, 5, 6];
      const before = covered(instance, new Set(storesOf(instance)));
      const plan = closingPlan(network, weights, { closeCount: 9, fixed: [0, 3] });
      expect(plan.steps).toHaveLength(5);
      plan.steps.forEach(({ store, optimum }, i) => {
        expect(closable).toContain(store);
        const losses = [...choices(closable, i + 1)].map(
          (closed) => before - covered(instance, new Set(storesOf(instance).filter((s) => !closed.includes(s)))),
        );
        expect(optimum).toMatchObject({ kind: 'exact', value: Math.min(...losses) });
      });
    }
  });
});
