import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { medianInstances, sanFrancisco } from '../testing/publishedInstances.ts';
import { leastLargest } from './leastLargest.ts';
import { mostSaving } from './mostSaving.ts';
import { costsWith, coverWithin, placeCostsOf, savedCosts } from './placeCosts.ts';
import { SearchBudget } from './searchBudget.ts';

/** Published instances beside the repository. */
const INSTANCES = new URL('../../../../../shared/data/world/territory/', import.meta.url);
const areInstancesHere = existsSync(INSTANCES);
const read = (name: string) => readFileSync(new URL(name, INSTANCES), 'utf8');

const BUDGET = 3e9;
const ones = (count: number) => new Float64Array(count).fill(1);

describe.skipIf(!areInstancesHere)('published instances (skipped where they are not beside the repository)', () => {
  it.each(areInstancesHere ? medianInstances(read).filter(({ matrix }) => matrix.customers <= 300) : [])(
    'OR-Library $name',
    ({ matrix, openCount, optimum }) => {
      const costs = placeCostsOf(matrix);
      const weights = ones(costs.customers);
      const choice = mostSaving(savedCosts(costs, weights), { openCount, budget: new SearchBudget(BUDGET) });
      expect(costsWith(costs, weights, choice.open).sum).toBe(optimum);
      expect(choice.isProven).toBe(true);
    },
  );

  it('p-median, coverage and center of San Francisco, as by enumeration', () => {
    const { people, matrix, optima } = sanFrancisco(read);
    const costs = placeCostsOf(matrix);
    expect(optima).toHaveLength(6);
    for (const { openCount, personMeters, within, largestMeters } of optima) {
      const budget = new SearchBudget(BUDGET);
      const median = mostSaving(savedCosts(costs, people), { openCount, budget });
      expect(costsWith(costs, people, median.open).sum / personMeters).toBeCloseTo(1, 9);
      expect(median.isProven).toBe(true);
      for (const meters of [3000, 5000, 8000] as const) {
        const cover = mostSaving(coverWithin(costs, people, meters), { openCount, budget });
        expect(cover).toMatchObject({ value: within[meters], isProven: true });
      }
      const center = leastLargest(costs, { openCount, budget });
      expect(center.largest).toBeCloseTo(largestMeters, 2);
      expect(center.bound).toBe(center.largest);
    }
  });
});
