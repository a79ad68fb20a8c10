import { LIMITS, type ListedAnswer, type RunSummary } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { isInside, isOwn, type Reader } from './access.ts';
import { newestFirst, type SummaryRow, summaryColumns, summaryOf } from './runs.ts';
import { answerIn } from './said.ts';

export interface Listed {
  readonly code: string;
  readonly name: string;
  readonly owner: { readonly id: number; readonly name: string };
  readonly own: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly latestRun: RunSummary | null;
  /** What it says first, for those who read it as one of its organization alone: names of own places are in it. */
  readonly answer: ListedAnswer | null;
  /** Its newest version with a sales model, for those of its organization alone; null without any. */
  readonly salesModelVersion: number | null;
}

/** The action whose answers are sales models. */
export const CALIBRATES = 'market.calibrate';

/** The caller's own, those shared with them, both of these, or all of the organization. */
export const LISTS = ['mine', 'shared', 'readable', 'all'] as const;

export interface ListPage {
  readonly of: (typeof LISTS)[number];
  readonly offset: number;
  readonly limit: number;
  /** Language of the answers. */
  readonly language: string;
}

/**
 * Lists analyses, most recently updated first: the caller's own and those shared with them by team, organization or
 * address, unless the page says otherwise. Each way of having one is looked up along an index and gives at most as many as
 * are needed.
 */
export async function listAnalyses(
  db: Db,
  caller: Reader,
  { of = 'readable', offset = 0, limit = LIMITS.analysesListed, language = 'en' }: Partial<ListPage> = {},
): Promise<Listed[]> {
  const organizationId = caller.organization.id;
  const wantsShared = of === 'shared' || of === 'readable';
  const newest = sql`order by a.updated_at desc, a.code`;
  const first = sql`${newest} limit ${offset + limit}`;
  const { rows } = await sql<
    {
      code: string;
      name: string;
      owner_id: number;
      owner_name: string;
      own: boolean;
      analysis_created_at: Date;
      updated_at: Date;
      said: Parameters<typeof answerIn>[1] | null;
      sales_model_version: number | null;
    } & (SummaryRow | { [name in keyof SummaryRow]: null })
  >`
    with found as (
      (select a.id, a.updated_at, a.code from analysis a
       where ${of === 'all'} and a.organization_id = ${organizationId} ${first})
      union
      (select a.id, a.updated_at, a.code from analysis a
       where ${of === 'mine' || of === 'readable'}
         and a.organization_id = ${organizationId} and a.user_id = ${caller.user.id} ${first})
      union
      (select a.id, a.updated_at, a.code from analysis a
       where ${wantsShared} and a.organization_id = ${organizationId} and a.share_organization
         and not ${isOwn(caller)} ${first})
      union
      (select a.id, a.updated_at, a.code
       from membership m join analysis a on a.organization_id = m.organization_id and a.user_id = m.user_id
       where ${wantsShared} and m.organization_id = ${organizationId}
         and m.team_id = ${caller.team?.id ?? null}::bigint and a.share_team and not ${isOwn(caller)} ${first})
      union
      (select a.id, a.updated_at, a.code
       from app_user u join analysis_person p on p.email = u.email join analysis a on a.id = p.analysis_id
       where ${wantsShared} and u.id = ${caller.user.id} and u.email_verified_at is not null
         and not ${isOwn(caller)} ${first})
    ), listed as (
      select a.id from found a ${newest} offset ${offset} limit ${limit}
    )
    select a.code, a.name, a.user_id as owner_id, o.name as owner_name, ${isOwn(caller)} as own,
      a.created_at as analysis_created_at, a.updated_at, ${summaryColumns('latest')},
      case when ${isInside(caller)} then latest.said end as said,
      case when ${isInside(caller)} then (
        select max(r.version_no) from analysis_run r where r.analysis_id = a.id and r.action_id = ${CALIBRATES}
      ) end as sales_model_version
    from listed join analysis a on a.id = listed.id join app_user o on o.id = a.user_id
    left join lateral (
      select ${summaryColumns('r')}, r.said from analysis_run r
      where r.analysis_id = a.id order by ${newestFirst('r')} limit 1
    ) latest on true
    ${newest}`.execute(db);
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    owner: { id: row.owner_id, name: row.owner_name },
    own: row.own,
    createdAt: row.analysis_created_at,
    updatedAt: row.updated_at,
    latestRun: row.action_id === null ? null : summaryOf(row),
    answer: row.said === null ? null : answerIn(language, row.said, row.name),
    salesModelVersion: row.sales_model_version,
  }));
}
