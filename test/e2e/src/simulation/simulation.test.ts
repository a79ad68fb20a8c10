import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ALL_TESTS } from '../extent.ts';
import { PLANTED_FAULTS, withFault } from './plantedFaults.ts';
import { simulate } from './simulate.ts';
import { SimulatedDatabase } from './simulatedDatabase.ts';

/** Seeds and steps of a run of its own, for example `SIMULATED_SEEDS=1-200 SIMULATED_STEPS=20000`. */
const [FIRST, LAST] = (process.env.SIMULATED_SEEDS ?? '1-2').split('-').map(Number) as [number, number];
const STEPS = Number(process.env.SIMULATED_STEPS ?? 1500);
/** Steps and seeds in which a planted fault must show. */
const FAULT_STEPS = 4000;
const FAULT_SEEDS = 5;

/** One line for each seed, in a run of its own. */
const tell = (facts: object): void => {
  if (process.env.SIMULATED_SEEDS) process.stdout.write(`${JSON.stringify(facts)}\n`);
};

describe('credits, jobs, leases and events, simulated', () => {
  let database: SimulatedDatabase;
  beforeAll(async () => {
    database = await SimulatedDatabase.open();
  });
  afterEach(() => database.empty());
  afterAll(() => database?.close());

  it('keep their rules whatever breaks, and come to their end', async () => {
    let steps = 0;
    for (let seed = FIRST; seed <= LAST; seed++) {
      const told = await simulate(database, seed, STEPS);
      expect([seed, told.findings]).toEqual([seed, []]);
      expect(Math.min(told.runs, told.jobs, told.events)).toBeGreaterThan(0);
      steps += told.steps;
      await database.empty();
      tell({ seed, sum: steps, ...told });
    }
  });

  it('happens the same way for the same seed', async () => {
    const first = await simulate(database, 7, 600);
    await database.empty();
    expect((await simulate(database, 7, 600)).digest).toBe(first.digest);
    await database.empty();
    expect((await simulate(database, 8, 600)).digest).not.toBe(first.digest);
  });

  it.each(ALL_TESTS ? PLANTED_FAULTS : PLANTED_FAULTS.slice(3, 5))('shows it where $name', async (fault) => {
    for (let seed = 1; seed <= FAULT_SEEDS; seed++) {
      const { findings, steps } = await withFault(database, fault, () => simulate(database, seed, FAULT_STEPS));
      if (findings.length === 0) continue;
      tell({ fault: fault.name, seed, steps, first: findings[0]?.slice(0, 160) });
      return;
    }
    expect.fail(`no seed of ${FAULT_SEEDS} shows it`);
  });
});
