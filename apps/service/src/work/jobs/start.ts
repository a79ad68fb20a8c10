import type { Channel } from '@hinterland/actions';
import type { Data, QuoteBody, Warning } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf, now } from '../../kit/db/database.ts';
import { FAIR_LIMITS } from '../../kit/fairness/limits.ts';
import { presentSpan } from '../../kit/traces/span.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import type { Thousandths } from '../../organizations/credits/amounts.ts';
import { holdWithin } from '../../organizations/credits/hold.ts';
import { type Idempotency, idempotencyState } from '../../organizations/credits/idempotency.ts';
import type { Spender } from '../../organizations/credits/spender.ts';
import { isCode } from '../analyses/code.ts';
import type { NamedMembers } from '../analyses/namedInput.ts';
import { newJobId } from './id.ts';
import { type JobRow, jobColumns } from './job.ts';
import { requireRoomForJob } from './queue.ts';

export interface NewJob {
  readonly spender: Spender;
  readonly actionId: string;
  readonly channel: Channel;
  readonly input: unknown;
  /** Ids of the datasets whose rows the input has. */
  readonly datasets: readonly string[];
  /** Items, or rows of the dataset. */
  readonly total: number;
  /** The dataset that the job works on in parts. */
  readonly datasetId?: string;
  /** Checks, in the transaction that has locked the account, that the dataset is free for the job. */
  readonly admit?: (trx: Db) => Promise<void>;
  readonly territoryId: string;
  readonly dataVersion: Data;
  /** As the caller sent it; what cannot be a code counts as none. */
  readonly analysisCode: string | undefined;
  readonly quote: StoredQuote;
  readonly maxCredits: Thousandths;
  /** Credits held at the start. */
  readonly held: Thousandths;
  readonly idempotency: Idempotency | null;
}

/** The estimate that a job was started with. */
export interface StoredQuote {
  readonly quotedCredits: number;
  readonly sampledPoints: number;
  readonly quote: QuoteBody;
  /** Those that the data of the territory give reason for; absent in jobs that earlier versions started. */
  readonly warnings?: readonly Warning[];
  /** What the input names in the version that the job ends with; absent where it names nothing, and in jobs of earlier versions. */
  readonly named?: NamedMembers;
}

export interface StartedJob {
  readonly row: JobRow;
  readonly quote: StoredQuote;
  /** Whether it had been started before, under the same idempotency key. */
  readonly replayed: boolean;
}

/**
 * Puts a job into the queue and holds credits for it, in one transaction. An idempotency key that a job runs under, or
 * was charged under, answers that job. Throws organization_limit_reached, insufficient_credits and
 * idempotency_key_reused.
 *
 * Most jobs are one statement, so that what is under way on the thread that answers requests does not come between its parts.
 */
export async function startJob(db: Db, clock: Clock, job: NewJob): Promise<StartedJob> {
  const row = job.admit === undefined ? await insertWithHold(db, clock, job) : null;
  return row === null ? startAnew(db, clock, job) : { row, quote: job.quote, replayed: false };
}

/** Starts a job that there is room for, that credits cover and whose key is free (startJob.sql). Null, and no change, for others. */
async function insertWithHold(db: Db, clock: Clock, job: NewJob): Promise<JobRow | null> {
  const { spender, idempotency } = job;
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from queue_held_job_on_datasets(${newJobId()}, ${spender.organizationId}, ${spender.userId}, ${spender.teamId},
      ${spender.apiKeyId}, ${job.actionId}, ${JSON.stringify(job.input)}, ${job.territoryId}, ${JSON.stringify(job.dataVersion)},
      ${codeOf(job)}, ${JSON.stringify(job.quote)}, ${job.maxCredits}, ${job.total}, ${job.held},
      ${idempotency?.key ?? null}, ${idempotency?.fingerprint ?? null}, ${FAIR_LIMITS.open_jobs.default}, ${job.channel},
      ${presentSpan()?.traceparent ?? null}, ${job.datasets}::text[], ${instantOf(clock)}) j`.execute(db);
  return rows[0] ?? null;
}

/** Starts a job step by step, to tell why it cannot be. */
async function startAnew(db: Db, clock: Clock, job: NewJob): Promise<StartedJob> {
  const { spender, idempotency } = job;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, spender.organizationId);
    const earlier = idempotency === null ? null : await jobOfKey(trx, spender.organizationId, idempotency);
    if (earlier !== null) return earlier;
    await requireRoomForJob(trx, spender.organizationId);
    await job.admit?.(trx);
    const { rows } = await sql<JobRow>`
      insert into job (id, organization_id, user_id, team_id, api_key_id, action_id, dataset_id, input, territory_id, data_version,
        analysis_code, quote, max_credits, total, traceparent, dataset_ids, created_at)
      values (${newJobId()}, ${spender.organizationId}, ${spender.userId}, ${spender.teamId}, ${spender.apiKeyId},
        ${job.actionId}, ${job.datasetId ?? null}, ${JSON.stringify(job.input)}, ${job.territoryId}, ${JSON.stringify(job.dataVersion)},
        ${codeOf(job)}, ${JSON.stringify(job.quote)}, ${job.maxCredits}, ${job.total},
        ${presentSpan()?.traceparent ?? null}, ${job.datasets}::text[], ${now(clock)})
      returning ${jobColumns('job')}`.execute(trx);
    const row = rows[0] as JobRow;
    await holdWithin(trx, clock, {
      spender,
      actionId: job.actionId,
      channel: job.channel,
      amount: job.held,
      idempotency,
      jobId: row.id,
    });
    return { row, quote: job.quote, replayed: false };
  });
}

const codeOf = ({ analysisCode }: NewJob): string | null =>
  analysisCode !== undefined && isCode(analysisCode) ? analysisCode : null;

/** The job that runs or was charged under a key; null where the key is free. Throws idempotency_key_reused. */
export async function jobOfKey(db: Db, organizationId: number, idempotency: Idempotency): Promise<StartedJob | null> {
  const state = await idempotencyState(db, organizationId, idempotency);
  if (state.state === 'free') return null;
  const { rows } = await sql<JobRow & { quote: StoredQuote }>`
    select ${jobColumns('j')}, j.quote from job j join credit_hold h on h.job_id = j.id
    where h.id = ${state.holdId}`.execute(db);
  const row = rows[0];
  // The fingerprint names the action, and this action is always a job.
  if (row === undefined) throw new Error(`hold ${state.holdId} belongs to no job`);
  const { quote, ...job } = row;
  return { row: job, quote, replayed: true };
}
