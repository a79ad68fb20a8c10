import { type RawBuilder, sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Actor } from '../../kit/who.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import { isReadable } from '../analyses/access.ts';
import type { CHANNELS, Entry, EntryKind } from './schemas.ts';

/** Which entries are meant; what is absent does not matter. */
export interface EntryFilter {
  /** First and last day, UTC, YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Number of a user. */
  readonly member?: number | undefined;
  /** Number of a key, or charges without one. */
  readonly key?: number | 'web' | undefined;
  readonly channel?: (typeof CHANNELS)[number] | undefined;
  readonly action?: string | undefined;
  /** Code of an analysis. */
  readonly analysis?: string | undefined;
  readonly kind?: EntryKind | undefined;
}

interface Page {
  /** Entries with smaller numbers only; null = from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/**
 * Returns entries of the organization's ledger, newest first. An analysis is named where the caller may read it. Entries
 * never change, so pages fit together whatever is charged in between.
 */
export async function readEntries(
  db: Db,
  clock: Clock,
  caller: Actor,
  filter: EntryFilter,
  { before, limit }: Page,
): Promise<Entry[]> {
  const { rows } = await sql<{
    seq: number;
    kind: EntryKind;
    amount: Thousandths;
    balance_after: Thousandths;
    operation: string;
    user_id: number | null;
    user_name: string | null;
    api_key_id: number | null;
    api_key_name: string | null;
    channel: Entry['channel'];
    job_id: string | null;
    analysis_code: string | null;
    analysis_name: string | null;
    created_at: Date;
  }>`
    select e.seq, e.kind, e.amount, e.balance_after, e.operation, e.user_id, u.name as user_name, e.api_key_id,
      e.api_key_name, e.channel, h.job_id, analysis.code as analysis_code, analysis.name as analysis_name, e.created_at
    from ledger_entry e
    left join app_user u on u.id = e.user_id
    left join credit_hold h on h.id = e.hold_id
    left join job j on j.id = h.job_id
    left join lateral (
      select a.code, a.name from analysis a
      where (a.id = (select r.analysis_id from analysis_run r where r.hold_id = e.hold_id)
          or (a.code = j.analysis_code and a.organization_id = j.organization_id and a.user_id = j.user_id))
        and ${isReadable(caller, clock)}
      limit 1
    ) analysis on e.hold_id is not null
    where e.organization_id = ${caller.organization.id} and ${matches(filter)}
      ${before === null ? sql`` : sql`and e.seq < ${before}`}
    order by e.seq desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    no: row.seq,
    time: row.created_at.toISOString(),
    kind: row.kind,
    action: row.operation,
    member: row.user_id === null ? null : { id: row.user_id, name: row.user_name as string },
    key: row.kind === 'charge' ? { id: row.api_key_id, name: row.api_key_name ?? 'web' } : null,
    channel: row.channel,
    analysis: row.analysis_code === null ? null : { code: row.analysis_code, name: row.analysis_name as string },
    jobId: row.job_id,
    credits: creditsOf(row.amount),
    balanceAfter: creditsOf(row.balance_after),
  }));
}

/** The filter as a condition on the entry `e` and the analysis beside it. */
function matches({ from, to, member, key, channel, action, analysis, kind }: EntryFilter): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    from === undefined ? null : sql`e.created_at >= ${`${from}T00:00:00Z`}::timestamptz`,
    to === undefined ? null : sql`e.created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`,
    member === undefined ? null : sql`e.user_id = ${member}`,
    key === undefined
      ? null
      : key === 'web'
        ? sql`(e.kind = 'charge' and e.api_key_id is null)`
        : sql`e.api_key_id = ${key}`,
    channel === undefined ? null : sql`e.channel = ${channel}`,
    action === undefined ? null : sql`e.operation = ${action}`,
    analysis === undefined ? null : sql`e.hold_id in (${holdsOf(analysis)}) and analysis.code = ${analysis}`,
    kind === undefined ? null : sql`e.kind = ${kind}`,
  ].filter((condition) => condition !== null);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The holds of runs and of jobs that name an analysis; whether it is theirs, and may be read, is decided row by row. */
const holdsOf = (code: string): RawBuilder<unknown> => sql`
  select r.hold_id from analysis_run r join analysis a on a.id = r.analysis_id where a.code = ${code}
  union all
  select h.id from job j join credit_hold h on h.job_id = j.id where j.analysis_code = ${code}`;
