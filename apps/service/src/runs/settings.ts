import type { Action } from '@hinterland/actions';
import type { Nudge } from '../background/loop.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Offload } from '../offload/offload.ts';
import type { RequestCounts } from '../rates/budgets.ts';

export interface RunSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly actions: readonly Action[];
  readonly log: Log;
  /** The thread that parses large bodies. */
  readonly offload: Offload;
  readonly metrics: Metrics;
  readonly counts: Pick<RequestCounts, 'dearer'>;
  /** The runner of background jobs, nudged when a job was started. */
  readonly jobRunner: Nudge;
  /** Time that a call with an idempotency key waits for an earlier one in progress. */
  readonly idempotencyWaitMilliseconds: number;
  /** Lease of a hold, renewed while its run is computed. */
  readonly holdLeaseSeconds: number;
}
