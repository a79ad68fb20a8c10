import type { Credits } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { creditsOf, type Thousandths } from './amounts.ts';
import { endOfMonth, presentMonth } from './months.ts';
import { type Spender, scopesOf } from './spender.ts';

export interface CreditSummary {
  readonly credits: Credits;
  /** The key's own cap and use; part of /me, not of /credits. */
  readonly key: { readonly monthlyCap: number | null; readonly monthlyUsage: number };
}

interface Row {
  balance: Thousandths;
  account_reserved: Thousandths;
  month: string;
  scope: 'team' | 'user' | 'api_key';
  monthly_limit: Thousandths | null;
  reserved: Thousandths;
  committed: Thousandths;
}

/** Balance, reservations and this month's limits as one consistent picture: one statement reads them all. */
export async function creditSummary(db: Db, clock: Clock, spender: Spender): Promise<CreditSummary> {
  const { rows } = await sql<Row>`
    select a.balance, a.reserved as account_reserved, p.month, s.scope, l.monthly_limit,
      coalesce(c.reserved, 0) as reserved, coalesce(c.committed, 0) as committed
    from credit_account a
    cross join (select ${presentMonth(clock)} as month) p
    cross join ${scopesOf(spender)}
    left join spend_limit l on l.organization_id = a.organization_id and l.scope = s.scope and l.scope_id = s.scope_id
    left join spend_counter c
      on c.organization_id = a.organization_id and c.scope = s.scope and c.scope_id = s.scope_id and c.month = p.month
    where a.organization_id = ${spender.organizationId} and s.scope_id is not null`.execute(db);
  const of = (scope: Row['scope']) => rows.find((row) => row.scope === scope);
  const user = of('user') as Row;
  const team = of('team');
  const key = of('api_key');
  return {
    credits: {
      balance: creditsOf(user.balance),
      reserved: creditsOf(user.account_reserved),
      available: creditsOf(user.balance - user.account_reserved),
      month: user.month.slice(0, 7),
      resetsAt: endOfMonth(user.month),
      team: team === undefined ? null : limitUse(team),
      user: limitUse(user),
    },
    key: {
      monthlyCap: key?.monthly_limit == null ? null : creditsOf(key.monthly_limit),
      monthlyUsage: creditsOf(key?.committed ?? 0),
    },
  };
}

function limitUse(row: Row): Credits['user'] {
  const { monthly_limit: limit, committed, reserved } = row;
  return {
    limit: limit === null ? null : creditsOf(limit),
    used: creditsOf(committed),
    reserved: creditsOf(reserved),
    remaining: limit === null ? null : creditsOf(Math.max(limit - committed - reserved, 0)),
  };
}
