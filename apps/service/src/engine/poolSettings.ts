import type { Metrics } from '../kit/metrics/metrics.ts';
import type { Durations } from './durations.ts';

export interface PoolSettings {
  readonly workers: number;
  /** Further threads for lookups alone, so that free and instant calls do not wait for runs. */
  readonly lookupWorkers: number;
  /**
   * Further threads for long runs and batches, which use no others; started when they are first needed.
   * 0 leaves long work to `workers`.
   */
  readonly longWorkers: number;
  /** Module that exports `actions`, see WorkerSettings. */
  readonly registry: string;
  /** Tasks that may wait; above it a task is refused with service_unavailable. */
  readonly queueMax: number;
  /** Calls of an organization that may wait in one lane; above it a task is refused with rate_limited. No limit where absent. */
  readonly waitingMax?: (organizationId: number) => number;
  /** Time in which a worker must notice that its task was aborted, before it is replaced. */
  readonly killAfterMilliseconds: number;
  /** Durations of earlier tasks; none where absent. */
  readonly durations?: Durations;
  /** Counts tasks that have ended in their threads. */
  readonly computed?: Metrics['computed'];
  /** Logs failures that callers get no details of. */
  readonly report: (event: string, details: Record<string, unknown>) => void;
}
