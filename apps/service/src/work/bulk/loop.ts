import { isDeepStrictEqual } from 'node:util';
import type { Action } from '@hinterland/actions';
import type { Lease } from '../../engine/territoriesInForce.ts';
import { type Loop, openLoop } from '../../kit/background/loop.ts';
import { continued, type Traces } from '../../kit/traces/traces.ts';
import type { ClaimedJob } from '../jobs/queue.ts';
import { traceOf } from '../jobs/runner.ts';
import { type ClaimedPart, claimPart, handBackPart, outcomeOf, type PartOutcome } from './queue.ts';
import { optionsOf, type PartServices, type PartSettings, workOnPart } from './workOnPart.ts';

/** Parts of one job that this process works off at the same time: while one is stored, the next is computed. */
const OF_A_JOB = 2;

export interface PartLoopSettings extends PartServices {
  readonly actions: readonly Action[];
  readonly parts: PartSettings;
  /** Parts that one process works off at the same time. */
  readonly partsAtOnce: number;
  /** Null where none are exported. */
  readonly traces: Traces | null;
  /** Interval of polling, for parts of other processes. */
  readonly everyMilliseconds: number;
}

/** Works parts off in the background, those of jobs of this process and of others. */
export class PartLoop implements Loop {
  readonly #settings: PartLoopSettings;
  readonly #underWay: ClaimedPart[] = [];
  /** Territories of the jobs of this process, whose data may be in force no more. */
  readonly #leases = new Map<string, Lease>();
  readonly #waiting = new Map<string, () => void>();
  readonly #loop: Loop;

  constructor(settings: PartLoopSettings) {
    this.#settings = settings;
    const { partsAtOnce: atOnce, everyMilliseconds, traces, log } = settings;
    this.#loop = openLoop<ClaimedPart>({
      take: () => this.#take(),
      work: (part, stopping) =>
        continued(
          traces,
          () => traceOf(part),
          () => this.#work(part, stopping),
        ),
      atOnce,
      everyMilliseconds,
      onError(error, part) {
        if (part === null) log.warn({ err: error }, 'queue of parts not polled');
        else log.error({ job: part.id, index: part.part_index, err: error }, 'work on a part broken off');
      },
    });
  }

  nudge(): void {
    this.#loop.nudge();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Has the parts of a job answered from its territory, as long as `work` goes on. */
  async during<T>(job: ClaimedJob, lease: Lease, work: () => Promise<T>): Promise<T> {
    this.#leases.set(job.id, lease);
    try {
      return await work();
    } finally {
      this.#leases.delete(job.id);
    }
  }

  /** Resolves with what became of a part, whoever worked it off; 'gone' where the job is no longer ours. Throws the reason of the signal. */
  async outcome(job: ClaimedJob, index: number, signal: AbortSignal): Promise<PartOutcome | 'gone'> {
    for (;;) {
      signal.throwIfAborted();
      const pause = this.#pause(job.id, signal);
      const outcome = await outcomeOf(this.#settings.db, job.id, index);
      if (outcome !== null) return outcome;
      this.nudge();
      await pause;
    }
  }

  #pause(jobId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, this.#settings.everyMilliseconds);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.set(jobId, end);
    });
  }

  #take(): Promise<ClaimedPart | null> {
    const { db, clock, engine, leaseSeconds } = this.#settings;
    const territories = [...engine.territories.current, ...[...this.#leases.values()].map((one) => one.generation)];
    const jobs = this.#underWay.map(({ id }) => id);
    const leftOut = jobs.filter((id) => jobs.filter((other) => other === id).length >= OF_A_JOB);
    const claimed = claimPart(
      db,
      clock,
      leaseSeconds,
      territories.map(({ territory }) => territory),
      leftOut,
    );
    return claimed.then((part) => {
      if (part !== null) this.#underWay.push(part);
      return part;
    });
  }

  async #work(part: ClaimedPart, stopping: AbortSignal): Promise<void> {
    const { actions, engine, parts } = this.#settings;
    let lease: Lease | null = null;
    try {
      lease = this.#leases.get(part.id)?.again() ?? engine.lease({}, part.territory_id);
      // Newer data came into force since the claim: whoever works on the job asks again.
      const isSame = isDeepStrictEqual(lease.generation.territory.dataVersion, part.part_data_version);
      if (!isSame) return await handBackPart(this.#settings.db, part);
      await workOnPart(parts, this.#settings, part, { options: optionsOf(actions, part), lease }, stopping);
    } finally {
      lease?.release();
      this.#underWay.splice(this.#underWay.indexOf(part), 1);
      this.#waiting.get(part.id)?.();
    }
  }
}
