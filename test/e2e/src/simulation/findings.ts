import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../apps/service/src/kit/db/database.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import type { Book } from './book.ts';

/** What is wrong, in words; empty where all is well. */
export type Findings = string[];

/** What must hold at any moment: the books, and what can never be taken back. */
export async function findAtAnyTime(db: Db): Promise<Findings> {
  return [
    ...(await findViolations(db)).map(({ invariant, detail }) => `books: ${invariant}: ${detail}`),
    ...(await rowsOf(
      db,
      'one job under a key',
      sql`select idempotency_key as what from credit_hold where state <> 'released' and idempotency_key is not null
      group by organization_id, idempotency_key having count(*) > 1`,
    )),
    ...(await rowsOf(
      db,
      'a job has a hold',
      sql`select j.id as what from job j where not exists (select from credit_hold h where h.job_id = j.id)`,
    )),
    ...(await rowsOf(
      db,
      'a job charges no more than it may',
      sql`select id as what from job where credits_charged > max_credits`,
    )),
    ...(await rowsOf(
      db,
      'a job is charged what its items say',
      sql`select j.id as what from job j where j.credits_charged <> (
        select coalesce(sum(i.credits_charged), 0) from job_item i where i.job_id = j.id)`,
    )),
    ...(await rowsOf(
      db,
      'the ledger has what items were charged',
      sql`select j.id as what from job j where j.credits_charged <> (
        select coalesce(-sum(l.amount), 0) from ledger_entry l join credit_hold h on h.id = l.hold_id where h.job_id = j.id)`,
    )),
  ];
}

/** What must hold once all have their answers and nothing is under way. */
export async function findAtTheEnd(
  db: Db,
  book: Book,
  arrived: ReadonlyMap<string, readonly string[]>,
): Promise<Findings> {
  return [
    ...(await findAtAnyTime(db)),
    ...(await findInRuns(db, book)),
    ...(await findInJobs(db, book)),
    ...(await findInEvents(db, arrived)),
  ];
}

/** What is still under way: empty once all has come to its end. */
export async function findOpen(db: Db): Promise<Findings> {
  return [
    ...(await rowsOf(db, 'a hold is open', sql`select id::text as what from credit_hold where state = 'held'`)),
    ...(await rowsOf(db, 'a job is open', sql`select id as what from job where finished_at is null`)),
    ...(await rowsOf(
      db,
      'a delivery is open',
      sql`select id::text as what from webhook_delivery where ended_at is null`,
    )),
  ];
}

async function findInRuns(db: Db, { runs }: Book): Promise<Findings> {
  const { rows } = await sql<{ key: string; organization: number; charged: number; entries: number }>`
    select h.idempotency_key as key, h.organization_id as organization, coalesce(-sum(l.amount), 0)::int8 as charged,
      count(l.hold_id)::integer as entries
    from credit_hold h left join ledger_entry l on l.hold_id = h.id
    where h.idempotency_key like 'run-%' group by 1, 2`.execute(db);
  const ledger = new Map(rows.map((row) => [row.key, row]));
  return runs.flatMap(({ key, organizationId, charge, charged }) => {
    const entry = ledger.get(key);
    if (charged !== charge) return [`${key} costs ${charge}, and its client was told ${charged}`];
    if (entry === undefined) return [`${key} was answered and has no hold`];
    const isRight =
      entry.organization === organizationId && entry.charged === charge && entry.entries === (charge > 0 ? 1 : 0);
    return isRight ? [] : [`${key} costs ${charge}; the ledger has ${entry.charged} in ${entry.entries} entries`];
  });
}

async function findInJobs(db: Db, { jobs }: Book): Promise<Findings> {
  const { rows } = await sql<{
    id: string;
    total: number;
    items: { status: string; charged: number | null }[];
    counted: boolean;
  }>`
    select j.id, j.total, j.done + j.failed + j.skipped = j.total as counted,
      (select coalesce(json_agg(json_build_object('status', i.status, 'charged', i.credits_charged) order by i.index), '[]')
        from job_item i where i.job_id = j.id) as items
    from job j`.execute(db);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return jobs.flatMap(({ id, items }) => {
    const job = stored.get(id);
    if (job === undefined) return [`${id} was started and is not there`];
    if (!job.counted || job.items.length !== items.length)
      return [`${id} has ${job.items.length} of ${items.length} items`];
    const wrong = job.items.findIndex(
      ({ status, charged }, i) => (charged ?? 0) !== (status === 'done' ? items[i] : 0),
    );
    return wrong === -1 ? [] : [`item ${wrong} of ${id} costs ${items[wrong]}: ${JSON.stringify(job.items[wrong])}`];
  });
}

/** Each end of a job has one event, which every endpoint was sent under one id; nothing was sent that is not stored. */
async function findInEvents(db: Db, arrived: ReadonlyMap<string, readonly string[]>): Promise<Findings> {
  const found = await rowsOf(
    db,
    'an end has one event',
    sql`select j.id as what from job j where j.finished_at is not null and 1 <> (
      select count(*) from event e where e.body::json -> 'data' -> 'job' ->> 'id' = j.id)`,
  );
  const { rows } = await sql<{ id: string; body: string; statuses: string[] }>`
    select e.id, e.body, array_agg(d.status) as statuses from event e left join webhook_delivery d on d.event_id = e.id
    group by 1, 2`.execute(db);
  const events = new Map(rows.map((row) => [row.id, row]));
  for (const [id, bodies] of arrived) {
    const event = events.get(id);
    if (event === undefined) found.push(`${id} was sent, and is no event`);
    else if (bodies.some((body) => body !== event.body)) found.push(`${id} was sent with another body`);
  }
  for (const { id, statuses } of rows) {
    if (statuses.length !== 1 || statuses[0] === null) found.push(`${id} has ${statuses} deliveries`);
    else if (statuses[0] === 'delivered' && !arrived.has(id)) found.push(`${id} counts as delivered and never arrived`);
  }
  return found;
}

async function rowsOf(db: Db, rule: string, query: RawBuilder<unknown>): Promise<Findings> {
  const { rows } = await (query as RawBuilder<{ what: string }>).execute(db);
  return rows.map(({ what }) => `${rule}: ${what}`);
}
