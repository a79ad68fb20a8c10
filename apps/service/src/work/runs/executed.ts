import type { VersionSummary, Warning } from '@hinterland/contract';

/** The answer of an execution. */
export interface Executed {
  readonly actionId: string;
  /** The result with its charge, where the action shows it, as pieces of JSON text in UTF-8. */
  readonly result: readonly Uint8Array[];
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
