import { type Data, type Job, type JobStatus, LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import type { Spender } from '../../organizations/credits/spender.ts';
import type { NamedMembers } from '../analyses/namedInput.ts';

/** A row of `job`, without its input and quote. */
export interface JobRow {
  readonly id: string;
  readonly organization_id: number;
  readonly user_id: number;
  readonly team_id: number | null;
  readonly api_key_id: number | null;
  /** The action, or what is done with the dataset. */
  readonly action_id: string;
  /** The dataset that the job works on, which may be deleted by now; null where it consists of items. */
  readonly dataset_id: string | null;
  readonly status: JobStatus;
  readonly territory_id: string;
  readonly analysis_code: string | null;
  readonly max_credits: Thousandths;
  readonly credits_charged: Thousandths;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  /** Counts of the dataset's rows by outcome; null where the job consists of items. */
  readonly reasons: Readonly<Record<string, number>> | null;
  readonly stop_reason: string | null;
  readonly error: StoredError | null;
  /** The trace that it continues, as the header of that name has it. */
  readonly traceparent: string | null;
  readonly lease_token: string | null;
  readonly claims_without_progress: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly results_deleted_at: Date | null;
  /** Datasets that it has rows of. */
  readonly dataset_ids: readonly string[];
}

/** Why a job failed: for callers, and what operators see beside it. */
export type StoredError = NonNullable<Job['error']> & { readonly forOperator?: string };

/** End of a job. */
export interface JobEnd {
  readonly status: 'succeeded' | 'stopped' | 'failed';
  /** Why it did not come to the last item; null where it did. */
  readonly stopReason: string | null;
  /** Why the items that are left are skipped. */
  readonly skippedReason: string;
  readonly error?: StoredError;
}

/** A job that has just ended. */
export interface EndedJob {
  readonly row: JobRow;
  readonly input: unknown;
  readonly named: NamedMembers;
  /** Versions of the data that it ended on. */
  readonly dataVersion: Data;
}

export const jobColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    [
      'id',
      'organization_id',
      'user_id',
      'team_id',
      'api_key_id',
      'action_id',
      'dataset_id',
      'status',
      'territory_id',
      'analysis_code',
      'max_credits',
      'credits_charged',
      'total',
      'done',
      'failed',
      'skipped',
      'reasons',
      'stop_reason',
      'error',
      'traceparent',
      'lease_token',
      'claims_without_progress',
      'created_at',
      'started_at',
      'finished_at',
      'results_deleted_at',
      'dataset_ids',
    ].map((name) => sql.ref(`${table}.${name}`)),
  );

/**
 * Whether a job consists of items: calls of an action, each with a result and a charge. A job without items works on a
 * dataset, and its rows stay there.
 */
export const hasItems = ({ dataset_id }: JobRow): boolean => dataset_id === null;

/** Id of the action whose jobs write files, a part of a dataset each. */
const ENRICH_DATASET = 'enrich.dataset';

/** Whether a job works on a dataset in parts that are files, each with a charge. */
export const hasParts = ({ action_id }: Pick<JobRow, 'action_id'>): boolean => action_id === ENRICH_DATASET;

/** A job as answers and events show it. */
export function describeJob(row: JobRow): Job {
  const finished = row.finished_at;
  return {
    id: row.id,
    type: row.action_id,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: finished?.toISOString() ?? null,
    progress: { total: row.total, done: row.done, skipped: row.skipped, failed: row.failed },
    maxCredits: creditsOf(row.max_credits),
    analysisCode: row.analysis_code,
    ...(hasItems(row) ? {} : { datasetId: row.dataset_id as string }),
    result:
      finished === null
        ? null
        : {
            done: row.done,
            skipped: row.skipped,
            failed: row.failed,
            creditsCharged: creditsOf(row.credits_charged),
            stopReason: row.stop_reason,
            ...(row.reasons === null ? {} : { reasons: row.reasons }),
          },
    error: row.error && { error: row.error.error, detail: row.error.detail },
    resultsExpireAt: finished === null || !(hasItems(row) || hasParts(row)) ? null : expiryOf(finished).toISOString(),
    ...(row.results_deleted_at === null ? {} : { resultsDeletedAt: row.results_deleted_at.toISOString() }),
  };
}

const expiryOf = (finished: Date): Date => new Date(finished.getTime() + LIMITS.jobResultDays * 86_400_000);

export const spenderOfJob = (row: JobRow): Spender => ({
  organizationId: row.organization_id,
  userId: row.user_id,
  teamId: row.team_id,
  apiKeyId: row.api_key_id,
});
