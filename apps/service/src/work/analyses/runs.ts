import type { Data, RunSummary, VersionListItem, VersionSummary } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import type { Spender } from '../../organizations/credits/spender.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';
import { isCode } from './code.ts';

/** A charged run that may become a version. */
export interface RunToStore {
  readonly spender: Spender;
  /** The analysis that the caller named, as they sent it. */
  readonly code: string | undefined;
  readonly holdId: number;
  readonly actionId: string;
  readonly charged: Thousandths;
  readonly territoryId: string;
  /** Whether a link for anyone ends, since not everybody may see its figures. */
  readonly isClosed: boolean;
  /** Versions of the families that the action depends on, and of no other. */
  readonly dataVersion: Data;
  /** Input of the action, parsed. */
  readonly input: unknown;
  /** Ids of the datasets and of the saved subjects that it was read from. */
  readonly datasets: readonly string[];
  /** The result as it is answered, as JSON text of an object. */
  readonly results: string;
  /** What it says first, as JSON text; null where it says nothing in a sentence. */
  readonly said: string | null;
  readonly endedAt: Date;
}

/**
 * Stores a run as the next version of the analysis that it is bound to, in the transaction of its charge. Answers null
 * and stores nothing where the caller has no such analysis of their own: unknown, deleted, someone else's, no code, or of an
 * organization that was deleted while it ran.
 *
 * The row of the analysis is locked by its update until the transaction ends, so that numbers have no gaps.
 */
export async function storeRun(trx: Db, run: RunToStore): Promise<VersionSummary | null> {
  if (run.code === undefined || !isCode(run.code)) return null;
  const { organizationId, userId } = run.spender;
  const input = JSON.stringify(run.input);
  const { rows } = await sql<SummaryRow>`
    with bound as (
      update analysis set last_version_no = last_version_no + 1,
        bytes = bytes + octet_length(state::text) + ${Buffer.byteLength(input) + Buffer.byteLength(run.results)}::bigint,
        share_anyone = share_anyone and not ${run.isClosed},
        link_ended = case when share_anyone and ${run.isClosed} then 'withdrawn' else link_ended end,
        updated_at = greatest(updated_at, ${run.endedAt.toISOString()}::timestamptz)
      where code = ${run.code} and organization_id in ${liveOrganization(organizationId)} and user_id = ${userId}
      returning id, organization_id, user_id, last_version_no, state
    )
    insert into analysis_run (organization_id, analysis_id, version_no, hold_id, user_id, action_id, credits_charged,
      territory_id, data_version, input, state, results, created_at, dataset_ids, names_lists, said)
    select organization_id, id, last_version_no, ${run.holdId}::bigint, user_id, ${run.actionId}::text,
      ${run.charged}::bigint, ${run.territoryId}::text, ${JSON.stringify(run.dataVersion)}::json,
      ${input}::json, state, ${run.results}::json, ${run.endedAt.toISOString()}::timestamptz,
      ${run.datasets}::text[], true, ${run.said}::json
    from bound
    returning ${summaryColumns('analysis_run')}`.execute(trx);
  return rows[0] === undefined ? null : numbered(rows[0]);
}

/** Bytes of a stored run, in SQL. */
export const bytesOfRun = (table: string): RawBuilder<number> => sql<number>`(
  octet_length(${sql.ref(`${table}.input`)}::text) + octet_length(${sql.ref(`${table}.state`)}::text)
  + octet_length(${sql.ref(`${table}.results`)}::text))`;

/** The version that a charge was stored with, where it is the spender's own; null where there is none. */
export async function versionOfHold(db: Db, holdId: number, spender: Spender): Promise<VersionSummary | null> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns('r')} from analysis_run r
    join analysis a on a.id = r.analysis_id
    where r.hold_id = ${holdId} and a.organization_id = ${spender.organizationId} and a.user_id = ${spender.userId}
  `.execute(db);
  return rows[0] === undefined ? null : numbered(rows[0]);
}

/** Newest first. */
export async function listVersions(db: Db, analysisId: number): Promise<VersionListItem[]> {
  const { rows } = await sql<SummaryRow & AuthorRow>`
    select ${summaryColumns('r')}, r.user_id as author_id, u.name as author_name
    from analysis_run r join app_user u on u.id = r.user_id
    where r.analysis_id = ${analysisId} and r.version_no is not null
    order by r.version_no desc`.execute(db);
  return rows.map((row) => ({ ...numbered(row), author: authorOf(row) }));
}

/** A stored run with its contents as JSON texts. */
export interface FullRun {
  readonly summary: RunSummary;
  readonly author: { readonly id: number; readonly name: string };
  readonly territoryId: string;
  readonly input: string;
  readonly state: string;
  readonly results: string;
  /** Whether the input names the datasets that its lists are from; it holds their rows in runs of earlier versions. */
  readonly namesLists: boolean;
}

/** Null where the analysis has no version of that number. */
export async function findVersion(db: Db, analysisId: number, versionNo: number): Promise<FullRun | null> {
  const { rows } = await sql<FullRow>`
    select ${fullColumns('r')} from analysis_run r join app_user u on u.id = r.user_id
    where r.analysis_id = ${analysisId} and r.version_no = ${versionNo}`.execute(db);
  return rows[0] === undefined ? null : fullOf(rows[0]);
}

/** Runs that a copy with results has, in the order in which they were stored. */
export async function findRunsToCopy(db: Db, analysisId: number): Promise<{ id: number; run: FullRun }[]> {
  const { rows } = await sql<FullRow & { id: number }>`
    select r.id, ${fullColumns('r')} from analysis_run r join app_user u on u.id = r.user_id
    where r.id in ${idsToCopy(analysisId)} order by r.version_no nulls first, r.id`.execute(db);
  return rows.map((row) => ({ id: row.id, run: fullOf(row) }));
}

/** Returns the id of the latest stored run, whose contents never change; null where there is none. */
export async function findLatestRunId(db: Db, analysisId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select r.id from analysis_run r where r.analysis_id = ${analysisId} order by ${newestFirst('r')} limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export type LatestPart = 'latestRun' | 'coverage' | 'siteComparison';

/** The latest stored run of all and of some actions, see LATEST_PARTS; parts without any are absent. */
export async function findLatestRuns(db: Db, analysisId: number): Promise<Map<LatestPart, FullRun>> {
  const { rows } = await sql<FullRow & { part: LatestPart }>`
    select part.name as part, latest.* from ${LATEST_PARTS}
    join lateral (
      select ${fullColumns('r')} from analysis_run r join app_user u on u.id = r.user_id
      where r.analysis_id = ${analysisId} and (part.action_id is null or r.action_id = part.action_id)
      order by ${newestFirst('r')} limit 1
    ) latest on true`.execute(db);
  return new Map(rows.map((row) => [row.part, fullOf(row)]));
}

/** Stored runs that a single read returns: the latest of all, and the latest of these actions. */
const LATEST_PARTS = sql`(values ('latestRun', null), ('coverage', 'analysis.brand_coverage'),
  ('siteComparison', 'analysis.site_comparison')) as part (name, action_id)`;

/** Ids of the runs that a copy with results has: the latest of all, and the latest of some actions. */
export const idsToCopy = (fromId: number): RawBuilder<unknown> => sql`(
  select distinct on (part.action_id) one.id
  from ${LATEST_PARTS}
  join analysis_run one on one.analysis_id = ${fromId}
    and (part.action_id is null or one.action_id = part.action_id)
  order by part.action_id, ${newestFirst('one')})`;

/** Results that came with a copy have no number and are older than every version of the copy. */
export const newestFirst = (table: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.version_no`)} desc nulls last, ${sql.ref(`${table}.id`)} desc`;

export interface SummaryRow {
  version_no: number | null;
  action_id: string;
  credits_charged: Thousandths;
  data_version: Data;
  created_at: Date;
}

export const summaryColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    ['version_no', 'action_id', 'credits_charged', 'data_version', 'created_at'].map((name) =>
      sql.ref(`${table}.${name}`),
    ),
  );

interface AuthorRow {
  author_id: number;
  author_name: string;
}

type FullRow = SummaryRow &
  AuthorRow & { territory_id: string; input: string; state: string; results: string; names_lists: boolean };

/** Needs the author's row as `u`. Contents come as text: they are passed on, not read. */
const fullColumns = (table: string): RawBuilder<unknown> => {
  const text = (name: string) => sql`${sql.ref(`${table}.${name}`)}::text as ${sql.ref(name)}`;
  return sql`${summaryColumns(table)}, u.id as author_id, u.name as author_name, ${sql.ref(`${table}.territory_id`)},
    ${text('input')}, ${text('state')}, ${text('results')}, ${sql.ref(`${table}.names_lists`)}`;
};

export function summaryOf(row: SummaryRow): RunSummary {
  return {
    versionNo: row.version_no,
    actionId: row.action_id,
    creditsCharged: creditsOf(row.credits_charged),
    dataVersion: row.data_version,
    createdAt: row.created_at.toISOString(),
  };
}

const numbered = (row: SummaryRow): VersionSummary => ({ ...summaryOf(row), versionNo: row.version_no as number });

const authorOf = (row: AuthorRow): FullRun['author'] => ({ id: row.author_id, name: row.author_name });

function fullOf(row: FullRow): FullRun {
  const { territory_id: territoryId, input, state, results, names_lists: namesLists } = row;
  return { summary: summaryOf(row), author: authorOf(row), territoryId, input, state, results, namesLists };
}
