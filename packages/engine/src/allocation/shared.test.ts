import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { mostSaving } from './mostSaving.ts';
import { candidatesOf, savingsOf } from './savings.ts';
import { SearchBudget } from './searchBudget.ts';
import { sharedProblem } from './sharedServing.ts';
import { choicesOf } from './testing/randomCosts.ts';

const SEEDS = Number(process.env.ALLOCATION_SEEDS ?? 200);
const BUDGET = 1e8;

/** Customers who choose by utility: islands, ties, customers without worth, weak and strong candidates. */
function randomShares(seed: number) {
  const random = new SeededRandom(seed);
  const candidates = 2 + random.int(8);
  const customers = 1 + random.int(25);
  const strength = 10 ** random.between(-2, 2);
  const islands = Array.from({ length: candidates }, () => random.int(3));
  const rows = Array.from({ length: customers }, () => {
    const island = random.int(3);
    return islands.map((one) => (one === island || random.next() < 0.2 ? strength * random.between(0.01, 1) : 0));
  });
  // Some candidates twice: choices that are as good as others.
  if (random.next() < 0.3) for (const row of rows) row[1] = row[0]!;
  const worth = Float64Array.from(rows, () => (random.next() < 0.1 ? 0 : random.between(0, 100)));
  const utility = Float64Array.from(rows, () => random.between(0.01, 3));
  const utilities = savingsOf(
    customers,
    islands.map((_, j) => rows.flatMap((row, c) => (row[j]! > 0 ? [[c, row[j]!] as const] : []))),
  );
  const openCount = 1 + random.int(Math.min(4, candidates));
  const valueBy = (open: readonly number[]) =>
    rows.reduce((sum, row, c) => {
      const together = open.reduce((total, j) => total + row[j]!, 0);
      return sum + (worth[c]! * together) / (utility[c]! + together);
    }, 0);
  return { utilities, shared: { worth, utility }, openCount, valueBy };
}

const isNeighbor = (a: number, b: number) => Math.abs(a - b) === 1;

/** The best value by a look at every choice, and what the search says. */
function both(
  seed: number,
  { steps = BUDGET, apart = false, isThorough = false, bend = (bound: number) => bound } = {},
) {
  const { utilities, shared, openCount, valueBy } = randomShares(seed);
  const tooNear = apart ? isNeighbor : () => false;
  const choice = mostSaving(sharedProblem(utilities, shared, tooNear).savings, {
    openCount,
    tooNear,
    budget: new SearchBudget(steps),
    serving: sharedProblem(utilities, shared, tooNear).serving,
    isThorough,
    bend,
  });
  const choices = [...choicesOf(candidatesOf(utilities), choice.open.length)].filter((some) =>
    some.every((a) => !some.some((b) => tooNear(a, b))),
  );
  return { choice, best: Math.max(...choices.map(valueBy)), value: valueBy(choice.open) };
}

describe('customers who share what they spend', () => {
  it(`bring as much as to any choice, ${SEEDS} seeds`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      for (const apart of [false, true]) {
        for (const isThorough of [false, true]) {
          const { choice, best, value } = both(seed, { apart, isThorough });
          const message = `seed ${seed}`;
          expect(value, message).toBeCloseTo(best, 6);
          expect(choice.value, message).toBeCloseTo(best, 6);
          expect(choice.isProven, message).toBe(true);
        }
      }
    }
  });

  it('bounds hold however early the budget ends', () => {
    let bounded = 0;
    for (let seed = 1; seed <= 200; seed++) {
      for (const steps of [1, 50, 400, 3000]) {
        for (const isThorough of [false, true]) {
          const { choice, best } = both(seed, { steps, isThorough, apart: isThorough && seed % 2 === 0 });
          expect(choice.value).toBeLessThanOrEqual(best * (1 + 1e-9));
          expect(choice.bound).toBeGreaterThanOrEqual(best * (1 - 1e-9));
          if (!choice.isProven) bounded++;
        }
      }
    }
    expect(bounded).toBeGreaterThan(50);
  });

  it('a planted wrong bound is caught by the look at all choices', () => {
    let wrong = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const { choice, best } = both(seed, { steps: 50, bend: (bound) => 0.9 * bound });
      if (choice.bound < best * (1 - 1e-9)) wrong++;
    }
    expect(wrong).toBeGreaterThan(0);
  });
});
