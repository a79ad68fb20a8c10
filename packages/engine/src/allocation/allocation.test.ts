import { describe, expect, it } from 'vitest';
import { leastLargest } from './leastLargest.ts';
import { leastMany } from './leastMany.ts';
import { mostSaving } from './mostSaving.ts';
import { costsWith, coverWithin, savedCosts } from './placeCosts.ts';
import { candidatesOf, savedBy } from './savings.ts';
import { SearchBudget } from './searchBudget.ts';
import { choicesOf, costsBy, type RandomCosts, randomCosts } from './testing/randomCosts.ts';

/** Instances of one run; 10,000 were looked at once (docs/benchmarks.md). */
const SEEDS = Number(process.env.ALLOCATION_SEEDS ?? 400);
const BUDGET = 1e8;

const sumOf = (weights: Float64Array, costs: readonly number[]) =>
  costs.reduce((sum, cost, c) => sum + weights[c]! * cost, 0);
const bestOf = (instance: RandomCosts, worth: (open: number[]) => number) =>
  Math.max(...[...choicesOf(candidatesOf(instance.costs), instance.openCount)].map(worth));

/** What the search says of the median of an instance, beside all choices. */
function median(instance: RandomCosts) {
  const { costs, weights, openCount } = instance;
  const savings = savedCosts(costs, weights);
  const choice = mostSaving(savings, { openCount, budget: new SearchBudget(BUDGET) });
  const none = sumOf(weights, costsBy(instance, []));
  return { choice, best: bestOf(instance, (open) => none - sumOf(weights, costsBy(instance, open))), none };
}

describe('random instances beside all choices', () => {
  it(`p-median, covering, p-center and fewest candidates, ${SEEDS} seeds`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const instance = randomCosts(seed);
      const { costs, weights, openCount } = instance;
      const message = `seed ${seed}`;
      const budget = new SearchBudget(BUDGET);

      const { choice, best, none } = median(instance);
      expect(choice.value, message).toBeCloseTo(best, 6);
      expect(choice.isProven, message).toBe(true);
      expect(choice.open, message).toHaveLength(openCount);
      expect(costsWith(costs, weights, choice.open).sum, message).toBeCloseTo(none - choice.value, 6);

      const limit = 8;
      const isServed = (open: readonly number[]) => costsBy(instance, open).map((cost) => (cost <= limit ? 1 : 0));
      const servedAlready = sumOf(weights, isServed([]));
      const covering = coverWithin(costs, weights, limit);
      const cover = mostSaving(covering, { openCount, budget });
      expect(cover.value, message).toBeCloseTo(
        bestOf(instance, (open) => sumOf(weights, isServed(open))) - servedAlready,
        6,
      );
      expect(cover.isProven, message).toBe(true);

      const center = leastLargest(costs, { openCount, budget });
      const largest = -bestOf(instance, (open) => -Math.max(...costsBy(instance, open)));
      expect(center.largest, message).toBe(largest);
      expect(center.bound, message).toBe(largest);
      expect(Math.max(...costsBy(instance, center.open)), message).toBe(largest);

      const all = Array.from({ length: candidatesOf(covering) }, (_, j) => j);
      for (const share of [0.7, 1]) {
        const amount = share * savedBy(covering, all) - 1e-12;
        const fewest = leastMany(covering, amount, budget);
        let count = 0;
        while (![...choicesOf(all.length, count)].some((open) => savedBy(covering, open) >= amount)) count++;
        expect(fewest.open, message).toHaveLength(count);
        expect(fewest, message).toMatchObject({ leastCount: count, isReached: true });
        expect(savedBy(covering, fewest.open), message).toBeGreaterThanOrEqual(amount);
      }
    }
  });

  it('bounds hold however early the budget ends', () => {
    let bounded = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const instance = randomCosts(seed);
      const savings = savedCosts(instance.costs, instance.weights);
      const { best } = median(instance);
      for (const steps of [1, 50, 400, 3000]) {
        const { value, bound, isProven } = mostSaving(savings, {
          openCount: instance.openCount,
          budget: new SearchBudget(steps),
        });
        expect(value).toBeLessThanOrEqual(best + 1e-6);
        expect(bound).toBeGreaterThanOrEqual(best - 1e-6);
        if (isProven) expect(value).toBeCloseTo(best, 6);
        else bounded++;
      }
    }
    expect(bounded).toBeGreaterThan(50);
  });

  it('a planted wrong bound is caught by the look at all choices', () => {
    let wrong = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const instance = randomCosts(seed);
      const { best } = median(instance);
      const { value, bound } = mostSaving(savedCosts(instance.costs, instance.weights), {
        openCount: instance.openCount,
        budget: new SearchBudget(50),
        bend: (proper) => 0.9 * proper,
      });
      if (Math.max(value, bound) < best - 1e-6) wrong++;
    }
    expect(wrong).toBeGreaterThan(0);
  });

  it('keeps opened candidates apart, and is as good as any choice that does', () => {
    let apart = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const instance = randomCosts(seed);
      const { costs, weights } = instance;
      const tooNear = (a: number, b: number) => Math.abs(a - b) === 1;
      const savings = savedCosts(costs, weights);
      const { open, value, bound } = mostSaving(savings, {
        openCount: instance.openCount,
        tooNear,
        budget: new SearchBudget(BUDGET),
      });
      const isApart = (some: readonly number[]) => some.every((a) => !some.some((b) => tooNear(a, b)));
      const values = [...choicesOf(candidatesOf(savings), open.length)]
        .filter(isApart)
        .map((some) => savedBy(savings, some));
      expect(isApart(open)).toBe(true);
      expect(value).toBeCloseTo(Math.max(...values), 6);
      expect(bound).toBeGreaterThanOrEqual(value);
      if (open.length < instance.openCount) apart++;
    }
    expect(apart).toBeGreaterThan(0);
  });
});
