import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Violation } from './invariants.ts';

/** Rows that one statement reads: a fraction of a second, far below the limit of a statement. */
const ROWS = 20_000;

/**
 * Returns what the view credit_invariants does, in the same order, and reads books of any size: no statement reads more than
 * `rows` entries or holds, but those on counters and limits, which read a month of one organization. Each statement sees one
 * state of the books, so that calls under way are no violation.
 */
export async function findViolationsInPieces(db: Db, rows = ROWS): Promise<Violation[]> {
  const found = await violationsOfHolds(db, rows);
  const { rows: accounts } = await sql<{ id: number }>`
    select organization_id as id from credit_account order by 1`.execute(db);
  for (const { id } of accounts) {
    found.push(...(await violationsOfEntries(db, id, rows)));
    for (const month of await monthsOf(db, id)) {
      found.push(...(await violationsOfCounters(db, id, month)), ...(await violationsOfLimits(db, id, month)));
    }
  }
  return found.sort(
    (a, b) => a.organization_id - b.organization_id || compare(a.invariant, b.invariant) || compare(a.detail, b.detail),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares holds with their charges, by the numbers of holds. */
async function violationsOfHolds(db: Db, rows: number): Promise<Violation[]> {
  const found: Violation[] = [];
  for (let after = 0; ; ) {
    const { rows: pages } = await sql<{ last: number | null; wrong: Violation[] }>`
      select max(h.id) as last, coalesce(json_agg(json_build_object(
        'organization_id', h.organization_id,
        'invariant', 'a hold has committed what the ledger charged for it',
        'detail', format('hold %s says %s, ledger %s', h.id, h.committed, h.charged)
      )) filter (where h.committed <> h.charged), '[]') as wrong
      from (
        select p.id, p.organization_id, p.committed,
          coalesce((select -sum(e.amount) from ledger_entry e where e.hold_id = p.id and e.kind = 'charge'), 0) as charged
        from (select id, organization_id, committed from credit_hold where id > ${after} order by id limit ${rows}) p
      ) h`.execute(db);
    const { last, wrong } = pages[0] as (typeof pages)[0];
    found.push(...wrong);
    if (last === null) return found;
    after = last;
  }
}

/** Compares an account with its open holds and its entries, which only grow, up to the last one beside that account. */
async function violationsOfEntries(db: Db, id: number, rows: number): Promise<Violation[]> {
  const found: Violation[] = [];
  const say = (invariant: string, detail: string) => found.push({ organization_id: id, invariant, detail });
  const { rows: accounts } = await sql<{
    balance: number;
    reserved: number;
    next_seq: number;
    open: number;
    last_seq: number;
  }>`
    select a.balance, a.reserved, a.next_seq,
      coalesce((
        select sum(h.amount - h.committed) from credit_hold h where h.organization_id = a.organization_id and h.state = 'held'
      ), 0)::bigint as open,
      coalesce((select max(e.seq) from ledger_entry e where e.organization_id = a.organization_id), 0) as last_seq
    from credit_account a where a.organization_id = ${id}`.execute(db);
  const { balance, reserved, next_seq, open, last_seq } = accounts[0] as (typeof accounts)[0];
  if (reserved !== open) {
    say('reserved is the sum of open holds', `reserved ${reserved}, open holds ${open}`);
  }
  let [total, entries, seq, balanceAfter] = [0, 0, 0, 0];
  while (seq < last_seq) {
    const { rows: pages } = await sql<{
      total: number;
      entries: number;
      seq: number;
      balance_after: number;
      wrong: string[];
    }>`
      with page as (
        select seq, amount, balance_after, coalesce(lag(balance_after) over (order by seq), ${balanceAfter}) + amount as expected
        from (
          select seq, amount, balance_after from ledger_entry
          where organization_id = ${id} and seq > ${seq} and seq <= ${last_seq} order by seq limit ${rows}
        ) e
      )
      select sum(amount)::bigint as total, count(*) as entries, max(seq) as seq,
        (array_agg(balance_after order by seq desc))[1] as balance_after,
        coalesce(array_agg(format('entry %s says %s instead of %s', seq, balance_after, expected))
          filter (where balance_after <> expected), '{}') as wrong
      from page`.execute(db);
    const page = pages[0] as (typeof pages)[0];
    total += page.total;
    entries += page.entries;
    seq = page.seq;
    balanceAfter = page.balance_after;
    for (const detail of page.wrong) say('balance_after is chained', detail);
  }
  if (balance !== total) say('balance is the sum of the ledger', `balance ${balance}, ledger ${total}`);
  if (entries !== next_seq - 1 || last_seq !== next_seq - 1) {
    say('entries are numbered without gaps', `${entries} entries, last ${last_seq}, next ${next_seq}`);
  }
  return found;
}

/** Every month from the first to the last one that an organization has anything in, as dates. */
async function monthsOf(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with ends as (
      select min(month) as first, max(month) as last from ledger_entry where organization_id = ${id}
      union all select min(month), max(month) from credit_hold where organization_id = ${id}
      union all select min(month), max(month) from spend_counter where organization_id = ${id}
    )
    select to_char(m, 'YYYY-MM-DD') as month
    from (select min(first) as first, max(last) as last from ends) e
    cross join lateral generate_series(e.first::timestamp, e.last::timestamp, interval '1 month') m`.execute(db);
  return rows.map(({ month }) => month);
}

const SCOPES = sql`(values ('team', x.team_id), ('user', x.user_id), ('api_key', x.api_key_id)) as s (scope, scope_id)`;

/** Compares the counters of a month with its charges and open holds. */
async function violationsOfCounters(db: Db, id: number, month: string): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    with opened as (
      select s.scope, s.scope_id, sum(x.amount - x.committed) as reserved
      from credit_hold x cross join lateral ${SCOPES}
      where x.organization_id = ${id} and x.month = ${month} and x.state = 'held' and s.scope_id is not null
      group by 1, 2
    ),
    charged as (
      select s.scope, s.scope_id, -sum(x.amount) as committed
      from ledger_entry x cross join lateral ${SCOPES}
      where x.organization_id = ${id} and x.month = ${month} and x.kind = 'charge' and s.scope_id is not null
      group by 1, 2
    ),
    counted as (
      select scope, scope_id,
        coalesce(c.reserved, 0) as counter_reserved, coalesce(o.reserved, 0) as open_reserved,
        coalesce(c.committed, 0) as counter_committed, coalesce(l.committed, 0) as ledger_committed
      from (select * from spend_counter where organization_id = ${id} and month = ${month}) c
      full join opened o using (scope, scope_id)
      full join charged l using (scope, scope_id)
    )
    select ${id}::bigint as organization_id, 'a counter is its open holds and charges' as invariant,
      format('%s %s in %s: reserved %s, open holds %s; committed %s, ledger %s', scope, scope_id, ${month}::date,
        counter_reserved, open_reserved, counter_committed, ledger_committed) as detail
    from counted where counter_reserved <> open_reserved or counter_committed <> ledger_committed`.execute(db);
  return rows;
}

/** Compares the holds of a month with the limits that were set before them. */
async function violationsOfLimits(db: Db, id: number, month: string): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select l.organization_id, 'no hold passes the limit of its month' as invariant,
      format('%s %s in %s: %s of %s', l.scope, l.scope_id, ${month}::date, h.spent, l.monthly_limit) as detail
    from spend_limit l
    join lateral (
      select sum(case x.state when 'committed' then x.committed when 'held' then x.amount else 0 end) as spent
      from credit_hold x cross join lateral ${SCOPES}
      where x.organization_id = ${id} and x.month = ${month} and x.created_at >= l.set_at
        and s.scope = l.scope and s.scope_id = l.scope_id
    ) h on h.spent > l.monthly_limit
    where l.organization_id = ${id}`.execute(db);
  return rows;
}
