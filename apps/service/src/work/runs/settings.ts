import type { Action } from '@hinterland/actions';
import type { Engine } from '../../engine/engine.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Metrics } from '../../kit/metrics/metrics.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import type { RequestCounts } from '../../kit/rates/budgets.ts';

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
