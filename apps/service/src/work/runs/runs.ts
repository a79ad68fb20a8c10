import type { Action, Channel, Progress } from '@hinterland/actions';
import type { VersionSummary, Warning } from '@hinterland/contract';
import type { Territory } from '@hinterland/territory';
import type { Engine } from '../../engine/engine.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { RequestFacts } from '../../kit/http/requestFacts.ts';
import type { Log } from '../../kit/log.ts';
import type { Metrics } from '../../kit/metrics/metrics.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import type { RequestCounts } from '../../kit/rates/budgets.ts';
import type { Policy } from '../../kit/rates/rateLimit.ts';
import type { Runner } from '../../kit/who.ts';

/**
 * One call of an action, whatever channel it comes from. The API, MCP and the web app make such an object; quote.ts and
 * execute.ts know nothing else of where a call comes from.
 */
export interface Call {
  readonly channel: Channel;
  readonly actionId: string;
  /**
   * Who calls, counted in these windows; a channel leaves out those that it has counted the call in already. Throws
   * missing_api_key, invalid_api_key or rate_limited.
   */
  enter(policies: readonly Policy[]): Promise<Runner>;
  /** The body, parsed or as it came. Throws payload_too_large, unsupported_media_type or validation_error. */
  readBody(maxBytes: number): Promise<{ readonly json: unknown } | { readonly bytes: Uint8Array }>;
  /** Value of the header Idempotency-Key, as sent. */
  readonly idempotencyHeader: string | undefined;
  /** Code of the analysis that a charged run is bound to, as sent. */
  readonly analysisCode: string | undefined;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** Sets a header of the answer, of a problem too. */
  readonly setHeader: (name: string, value: string) => void;
  /** Adds facts to the line of the request in the log. */
  readonly note: (facts: RequestFacts) => void;
  /** Receives the progress of the run. */
  readonly progress?: Progress;
}

/** The answer of an execution. */
export interface Executed {
  readonly actionId: string;
  /** The result with its charge, where the action shows it, as pieces of JSON text in UTF-8. */
  readonly result: readonly Uint8Array[];
  /** Those that it was computed on; none where a job was started. */
  readonly territories: readonly Territory[];
  /** Members other than the result. */
  readonly beside: {
    readonly quotedCredits?: number;
    readonly idempotencyKey?: string;
    readonly replayed?: true;
    /** The version that the run was stored as. */
    readonly version?: VersionSummary;
    readonly warnings: readonly Warning[];
  };
  /** The job that was started. */
  readonly jobId?: string;
}

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
