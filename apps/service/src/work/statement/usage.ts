import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import type { Usage, UsageBy } from './schemas.ts';

interface Group {
  readonly id: RawBuilder<string | null>;
  readonly name: RawBuilder<string | null>;
}

/** What entries are grouped by, from the entry `e`, its user `u` and its team `t`. */
const GROUPS: Readonly<Record<UsageBy, Group>> = {
  month: { id: sql`null::text`, name: sql`null::text` },
  member: { id: sql`e.user_id::text`, name: sql`max(u.name)` },
  team: { id: sql`case when e.kind = 'charge' then coalesce(e.team_id::text, 'none') end`, name: sql`max(t.name)` },
  key: {
    id: sql`case when e.kind = 'charge' then coalesce(e.api_key_id::text, 'web') end`,
    name: sql`case when bool_or(e.kind = 'charge') then coalesce(max(e.api_key_name), 'web') end`,
  },
  action: { id: sql`e.operation`, name: sql`null::text` },
};

/** Months as YYYY-MM, first and last. */
export interface Months {
  readonly from: string;
  readonly to: string;
}

/**
 * Sums what an organization spent, on runs and on storage, by month and one thing more. The month is that of the ledger:
 * sums of a member's or team's charges are what counts against
 * their limit.
 */
export async function sumUsage(db: Db, organizationId: number, by: UsageBy, { from, to }: Months): Promise<Usage> {
  const { id, name } = GROUPS[by];
  const { rows } = await sql<{
    month: string;
    id: string | null;
    name: string | null;
    spent: Thousandths;
    entries: number;
  }>`
    select e.month, ${id} as id, ${name} as name, (-sum(e.amount))::bigint as spent, count(*)::integer as entries
    from ledger_entry e left join app_user u on u.id = e.user_id left join team t on t.id = e.team_id
    where e.organization_id = ${organizationId} and e.kind in ('charge', 'storage')
      and e.month between ${`${from}-01`}::date and ${`${to}-01`}::date
    group by e.month, 2 order by e.month, spent desc, 2`.execute(db);
  return {
    by,
    from,
    to,
    totalCredits: creditsOf(rows.reduce((sum, { spent }) => sum + spent, 0)),
    data: rows.map((row) => ({
      month: row.month.slice(0, 7),
      id: row.id,
      name: row.name,
      credits: creditsOf(row.spent),
      entries: row.entries,
    })),
  };
}
