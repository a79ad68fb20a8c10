import type { Action } from '@hinterland/actions';
import type { Clock, Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Log } from '../log.ts';

/** What a run needs of the service. */
export interface RunParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly actions: readonly Action[];
  readonly log: Log;
  /** Background jobs; told when one was started. */
  readonly jobs: Pick<JobRunner, 'nudge'>;
  /** How long a call with an idempotency key waits for an earlier one that still runs. */
  readonly idempotencyWaitMilliseconds: number;
  /** How long a hold lives without a sign of life of its run. */
  readonly holdLeaseSeconds: number;
}
