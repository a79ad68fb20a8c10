import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { lagrangeanBound } from './lagrangeanBound.ts';
import { openingPlan } from './openingPlan.ts';
import { planBudget } from './optimum.ts';
import { choices, covered, type Instance, networkOfInstance, randomInstance, sum } from './testing/instances.ts';

const SEEDS = Number(process.env.LAGRANGEAN_SEEDS ?? 200);

/** The groups of an instance without stores as a problem of covering. */
const problemOf = ({ places, groups }: Instance) => ({
  weightOf: groups.map(({ people }) => people),
  groupsOf: Array.from({ length: places }, (_, place) =>
    [...groups.keys()].filter((group) => groups[group]!.reaches.includes(place)),
  ),
});

describe('bound of the relaxation', () => {
  it(`is never below the best of all choices, on ${SEEDS} random instances, and mostly meets it`, () => {
    let met = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new SeededRandom(seed);
      const places = 3 + random.int(6);
      const instance = randomInstance(seed, 0, places, 5 + random.int(40), random.between(0.1, 0.5));
      const k = 1 + random.int(places - 1);
      const all = Array.from({ length: places }, (_, place) => place);
      const best = Math.max(...[...choices(all, k)].map((open) => covered(instance, new Set(open))));
      const bound = lagrangeanBound(problemOf(instance), k, best, planBudget());
      expect(bound, `seed ${seed}`).toBeGreaterThanOrEqual(best);
      if (bound < best + 1) met++;
    }
    expect(met / SEEDS).toBeGreaterThan(0.7);
  });

  it('lies lower than the sum of the largest gains beside the plan, where choices are too many to count out', () => {
    const instance = randomInstance(9, 0, 60, 300, 0.06);
    const { network, weights } = networkOfInstance(instance);
    const { steps } = openingPlan(network, weights, { openCount: 10 });
    const { gainedInAll, optimum } = steps[9]!;
    const gained = new Set(steps.map(({ candidate }) => candidate));
    const besides = Array.from(
      { length: 60 },
      (_, place) => covered(instance, new Set([...gained, place])) - gainedInAll,
    )
      .sort((a, b) => b - a)
      .slice(0, 10);
    expect(optimum.value).toBeLessThan(gainedInAll + sum(besides));
    expect(optimum.gap / optimum.value).toBeLessThan(0.06);
  });

  it('ends with the budget', () => {
    const instance = randomInstance(9, 0, 60, 300, 0.06);
    const spent = planBudget();
    spent.take(100_000_000);
    const people = sum(instance.groups.map((group) => group.people));
    expect(lagrangeanBound(problemOf(instance), 3, 0, spent)).toBe(people);
  });
});

const PUBLISHED = join(import.meta.dirname, '../../../../../shared/data/world/territory/spopt-san-francisco');
const rowsOf = (file: string) => readFileSync(join(PUBLISHED, file), 'utf8').trim().split('\n').slice(1);

// Skipped where the published data are not beside the repository.
describe.skipIf(!existsSync(PUBLISHED))('205 tracts and 16 stores of San Francisco, as spopt documents them', () => {
  it.each([3000, 5000, 8000])('the optimum of 1 to 6 stores within %i m, proven', (meters) => {
    const distances = rowsOf('SF_network_distance_candidateStore_16_censusTract_205_new.csv').map((row) =>
      row.split(','),
    );
    const stores = [...new Set(distances.map(([, store]) => store!))];
    const tracts = new Map<string, { people: number; reaches: number[] }>();
    for (const [distance, store, tract, people] of distances) {
      const entry = tracts.get(tract!) ?? { people: Number(people), reaches: [] };
      tracts.set(tract!, entry);
      if (Number(distance) <= meters) entry.reaches.push(stores.indexOf(store!));
    }
    const groups = [...tracts.values()].map(({ people, reaches }) => ({
      people,
      reaches: reaches.sort((a, b) => a - b),
    }));
    const { network, weights } = networkOfInstance({ stores: 0, places: 16, groups });
    const { steps } = openingPlan(network, weights, { openCount: 6 });
    const column = { 3000: 3, 5000: 5, 8000: 7 }[meters]!;
    const optima = rowsOf('exact-optima-by-enumeration.csv').map((row) => Number(row.split(',')[column]));
    expect(steps.map(({ optimum }) => optimum.kind)).toEqual(optima.map(() => 'exact'));
    expect(steps.map(({ optimum }) => optimum.value)).toEqual(optima);
    const problem = {
      weightOf: groups.map(({ people }) => people),
      groupsOf: Array.from({ length: 16 }, (_, store) =>
        [...groups.keys()].filter((group) => groups[group]!.reaches.includes(store)),
      ),
    };
    for (const [i, optimum] of optima.entries()) {
      const bound = lagrangeanBound(problem, i + 1, optimum, planBudget());
      expect(bound).toBeGreaterThanOrEqual(optimum);
      expect(bound / optimum).toBeLessThan(1.01);
    }
  });
});
