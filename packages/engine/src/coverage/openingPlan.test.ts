import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { openingPlan } from './openingPlan.ts';
import { combinations } from './optimum.ts';
import { spacing } from './spacing.ts';
import {
  bestByMask,
  choices,
  covered,
  type Instance,
  networkOfInstance,
  randomInstance,
  storesOf,
} from './testing/instances.ts';

/** Looks at every candidate in every step. */
function eagerOpening(instance: Instance, openCount: number, tooNear = (_a: number, _b: number) => false) {
  const open = new Set(storesOf(instance));
  const steps: { candidate: number; gained: number }[] = [];
  while (steps.length < openCount) {
    const before = covered(instance, open);
    const options = Array.from({ length: instance.places - instance.stores }, (_, i) => instance.stores + i)
      .filter((place) => !open.has(place) && !steps.some(({ candidate }) => tooNear(candidate, place)))
      .map((candidate) => ({ candidate, gained: covered(instance, new Set([...open, candidate])) - before }))
      .sort((a, b) => b.gained - a.gained || a.candidate - b.candidate);
    if (options.length === 0) break;
    open.add(options[0]!.candidate);
    steps.push(options[0]!);
  }
  return steps;
}

describe('opening plan', () => {
  it('is the plan of looking at every candidate in every step, on 200 instances with ties', () => {
    let ties = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const stores = random.int(5);
      const candidates = 1 + random.int(seed % 10 === 0 ? 60 : 12);
      const instance = randomInstance(seed, stores, candidates, 5 * candidates, random.between(0.05, 0.3));
      const { network, weights } = networkOfInstance(instance);
      const openCount = 1 + random.int(candidates + 2);
      const plan = openingPlan(network, weights, { openCount });
      const expected = eagerOpening(instance, openCount);
      expect(plan.steps.map(({ candidate, gained }) => ({ candidate, gained }))).toEqual(expected);
      expect(plan.endedBy).toBe(expected.length === openCount ? 'count' : 'candidates');
      const open = new Set(storesOf(instance));
      plan.steps.forEach((step, i) => {
        open.add(step.candidate);
        expect(step.covered).toBe(covered(instance, open));
        if (i === 0) return;
        expect(step.gained).toBeLessThanOrEqual(plan.steps[i - 1]!.gained);
        if (step.gained === plan.steps[i - 1]!.gained) ties++;
      });
    }
    expect(ties).toBeGreaterThan(300);
  });

  it('says what the best choice of as many candidates gains, and greedy keeps its guarantee', () => {
    let gaps = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const candidates = 4 + random.int(6);
      const instance = randomInstance(seed, 2, candidates, 40, 0.25);
      const { network, weights } = networkOfInstance(instance);
      const all = Array.from({ length: candidates }, (_, i) => 2 + i);
      const before = covered(instance, new Set([0, 1]));
      openingPlan(network, weights, { openCount: 6 }).steps.forEach(({ gainedInAll, optimum }, i) => {
        const gains = [...choices(all, i + 1)].map((opened) => covered(instance, new Set([0, 1, ...opened])) - before);
        const best = Math.max(...gains);
        expect(optimum).toMatchObject({ kind: 'exact', value: best, gap: best - gainedInAll });
        expect(gainedInAll).toBeGreaterThanOrEqual((1 - 1 / Math.E) * best);
        if (optimum.gap === 0) return;
        gaps++;
        expect(covered(instance, new Set([0, 1, ...optimum.places!])) - before).toBe(best);
      });
    }
    expect(gaps).toBeGreaterThan(5);
  });

  it('bounds are never below the true best, where choices are not counted out', () => {
    // 23 candidates: 12 of them in 1,352,078 ways, too many to count out but for the test.
    let bounds = 0;
    for (const seed of [3]) {
      const instance = randomInstance(seed, 0, 23, 40, 0.12);
      const { network, weights } = networkOfInstance(instance);
      const best = bestByMask(instance);
      openingPlan(network, weights, { openCount: 23 }).steps.forEach(({ gainedInAll, optimum }, i) => {
        if (optimum.kind === 'exact') expect(optimum.value).toBe(best[i + 1]);
        else bounds++;
        expect(optimum.value).toBeGreaterThanOrEqual(best[i + 1]!);
        expect(optimum.gap).toBe(optimum.value - gainedInAll);
      });
    }
    expect(combinations(23, 12)).toBe(Infinity);
    expect(bounds).toBeGreaterThan(0);
  });

  it('keeps opened candidates apart, in the plan and in the best choice', () => {
    let spaced = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const instance = randomInstance(seed, 1, 8, 30, 0.3);
      const places = Array.from({ length: 9 }, () => ({ lat: random.between(0, 0.1), lng: random.between(0, 0.1) }));
      const tooNear = spacing(places, 5000);
      const { network, weights } = networkOfInstance(instance);
      const plan = openingPlan(network, weights, { openCount: 8, tooNear });
      expect(plan.steps.map(({ candidate, gained }) => ({ candidate, gained }))).toEqual(
        eagerOpening(instance, 8, tooNear),
      );
      if (plan.endedBy === 'spacing') spaced++;
      const before = covered(instance, new Set([0]));
      const all = Array.from({ length: 8 }, (_, i) => 1 + i);
      plan.steps.forEach(({ optimum }, i) => {
        const gains = [...choices(all, i + 1)]
          .filter((opened) => opened.every((a) => opened.every((b) => a === b || !tooNear(a, b))))
          .map((opened) => covered(instance, new Set([0, ...opened])) - before);
        expect(optimum).toMatchObject({ kind: 'exact', value: Math.max(...gains) });
      });
    }
    expect(spaced).toBeGreaterThan(30);
  });
});
