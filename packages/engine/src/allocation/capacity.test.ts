import { existsSync, readFileSync } from 'node:fs';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { capacitatedInstances } from '../testing/publishedInstances.ts';
import { Flow, flowServing } from './flowServing.ts';
import type { Capacities } from './knapsack.ts';
import { mostSaving } from './mostSaving.ts';
import { candidatesOf, savingsOf } from './savings.ts';
import { SearchBudget } from './searchBudget.ts';
import { choicesOf } from './testing/randomCosts.ts';
import { wholeServing } from './wholeServing.ts';

/** Published instances beside the repository. */
const INSTANCES = new URL('../../../../../shared/data/world/territory/', import.meta.url);
const areInstancesHere = existsSync(INSTANCES);
const read = (name: string) => readFileSync(new URL(name, INSTANCES), 'utf8');

/** Enough for a bound within a percent; `npm run bench -- location-allocation` looks longer. */
const BUDGET = 5e6;
const SEEDS = Number(process.env.ALLOCATION_SEEDS ?? 200);

/** Groups of people, the candidates that they reach, and how many people each candidate serves at most. */
function randomLimits(seed: number) {
  const random = new SeededRandom(seed);
  const candidates = 2 + random.int(6);
  const demands = Float64Array.from({ length: 1 + random.int(9) }, () => 1 + random.int(6));
  const reaches = Array.from(demands, () => Array.from({ length: candidates }, () => random.next() < 0.45));
  const capacities = Float64Array.from({ length: candidates }, () => 1 + random.int(10));
  const savings = savingsOf(
    demands.length,
    Array.from(capacities, (_, j) =>
      reaches.flatMap((row, c) => (row[j] ? [[c, demands[c]!] as [number, number]] : [])),
    ),
  );
  const opens = random.next() < 0.5 ? [0] : [];
  const openCount = opens.length + 1 + random.int(Math.min(3, candidates - opens.length));
  return { savings, limits: { demands, capacities }, reaches, opens, openCount };
}

/** Most people that some candidates serve: the least over all sets of them of what leaves the set out (P. Hall, 1935). */
function mostServed(
  reaches: readonly boolean[][],
  { demands, capacities }: Capacities,
  open: readonly number[],
): number {
  let least = Infinity;
  for (let mask = 0; mask < 1 << open.length; mask++) {
    const isFull = (j: number) => ((mask >> open.indexOf(j)) & 1) === 1;
    let cut = 0;
    for (const j of open) if (isFull(j)) cut += capacities[j]!;
    reaches.forEach((row, c) => {
      if (open.some((j) => !isFull(j) && row[j])) cut += demands[c]!;
    });
    least = Math.min(least, cut);
  }
  return least;
}

describe('people per store at most', () => {
  it(`serves as many as any choice, by all cuts of all choices, ${SEEDS} seeds`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { savings, limits, reaches, opens, openCount } = randomLimits(seed);
      const serving = flowServing(savings, limits, opens, () => false);
      const { open, value, isProven } = mostSaving(savings, { openCount, serving, budget: new SearchBudget(1e8) });
      const all = [...choicesOf(candidatesOf(savings), openCount)].filter((some) =>
        opens.every((j) => some.includes(j)),
      );
      const best = Math.max(...all.map((some) => mostServed(reaches, limits, some)));
      expect(value, `seed ${seed}`).toBe(best);
      expect(isProven, `seed ${seed}`).toBe(true);
      const flow = new Flow(savings, limits).add(open);
      expect(open.reduce((sum, j) => sum + flow.servedBy(j), 0)).toBeCloseTo(best, 9);
      for (const j of open) expect(flow.servedBy(j)).toBeLessThanOrEqual(limits.capacities[j]!);
    }
  });
});

describe.skipIf(!areInstancesHere)('published instances (skipped where they are not beside the repository)', () => {
  it.each(areInstancesHere ? capacitatedInstances(read).slice(3, 4) : [])(
    'OR-Library $name',
    ({ matrix, ...instance }) => {
      const { openCount, optimum, capacity, demands } = instance;
      const { customers, candidates, costs } = matrix;
      // Dearer than any candidate, so that everyone is served.
      const most = 4 * Math.max(...costs);
      const rows = Array.from({ length: customers }, (_, c) =>
        Array.from(costs.subarray(c * candidates, (c + 1) * candidates), (cost) => most - cost),
      );
      const savings = savingsOf(
        customers,
        Array.from({ length: candidates }, (_, j) => rows.map((row, c) => [c, row[j]!])),
      );
      const limits = { demands, capacities: new Float64Array(candidates).fill(capacity) };
      const serving = wholeServing(savings, rows, limits);
      const { value, bound } = mostSaving(savings, { openCount, serving, budget: new SearchBudget(BUDGET) });
      const [reached, least] = [customers * most - value, customers * most - bound];
      expect(least).toBeLessThanOrEqual(optimum + 1e-6);
      expect(reached).toBeGreaterThanOrEqual(optimum);
      expect(reached / least).toBeLessThan(1.01);
    },
  );
});
