import { createHash } from 'node:crypto';
import { type Findings, findAtAnyTime, findAtTheEnd, findOpen } from './findings.ts';
import { Scheduler, Stalled } from './scheduler.ts';
import { NO_FAULTS, type SimulatedDatabase } from './simulatedDatabase.ts';
import { World } from './world.ts';

/** Steps between two looks at all that must hold at any moment. */
const LOOK_STEPS = 300;
/** Steps in which everything must come to its end once no fault happens any more. */
const END_STEPS = 4000;
const END_LOOK_STEPS = 200;

const said = (error: unknown): string => `unexpected: ${error instanceof Error ? error.stack : error}`;

export interface Simulated {
  readonly findings: Findings;
  readonly steps: number;
  readonly runs: number;
  readonly jobs: number;
  readonly events: number;
  /** Digest of the steps' outcome: the same seed has the same. */
  readonly digest: string;
}

/** Lets so many steps of a world happen, with its faults, then all come to its end; looks at everything on the way and at the end. */
export async function simulate(database: SimulatedDatabase, seed: number, steps: number): Promise<Simulated> {
  const scheduler = new Scheduler(seed);
  const world = new World(scheduler, database);
  const { looks } = database;
  database.instant = () => scheduler.instant();
  let findings: Findings = [];
  try {
    await world.begin();
    for (let look = LOOK_STEPS; scheduler.steps < steps && findings.length === 0; look += LOOK_STEPS) {
      await scheduler.run(() => scheduler.steps >= look && scheduler.owner === null);
      findings = [...world.unexpected.map(said), ...(await findAtAnyTime(looks))];
    }
    world.end();
    if (findings.length === 0) findings = await comeToEnd();
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    findings = [error.message];
  } finally {
    database.chances = NO_FAULTS;
    if (scheduler.owner !== null) await database.ask('rollback', []);
  }
  const { runs, jobs } = world.book;
  const told = JSON.stringify([scheduler.steps, scheduler.instant(), runs, jobs.map(({ key }) => key)]);
  const digest = createHash('sha256').update(told).digest('hex').slice(0, 16);
  return {
    findings,
    steps: scheduler.steps,
    runs: runs.length,
    jobs: jobs.length,
    events: world.receiver.arrived.size,
    digest,
  };

  async function comeToEnd(): Promise<Findings> {
    const last = scheduler.steps + END_STEPS;
    for (;;) {
      const look = scheduler.steps + END_LOOK_STEPS;
      await scheduler.run(() => scheduler.steps >= look && scheduler.owner === null);
      const open = await findOpen(looks);
      if (world.isAnswered && open.length === 0) break;
      if (scheduler.steps > last) return open.length > 0 ? open : ['a client has no answer'];
    }
    return [...world.unexpected.map(said), ...(await findAtTheEnd(looks, world.book, world.receiver.arrived))];
  }
}
