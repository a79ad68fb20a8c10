import type { Action } from '@hinterland/actions';
import type { Nudge } from '../background/loop.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Log } from '../log.ts';

/** What a run needs of the service. */
export interface RunParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly actions: readonly Action[];
  readonly log: Log;
  /** The runner of jobs, nudged when one was started. */
  readonly jobs: Nudge;
  /** How long a call with an idempotency key waits for an earlier one that still runs. */
  readonly idempotencyWaitMilliseconds: number;
  /** How long a hold lives without a sign of life of its run. */
  readonly holdLeaseSeconds: number;
}
