import { sql } from 'kysely';
import { readFunctions } from '../../../../apps/service/src/kit/db/functions.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';

/** A fault that somebody could make: a text of the service's SQL, and the text in its place. */
export interface PlantedFault {
  readonly name: string;
  readonly of: string;
  readonly instead: string;
  /** A constraint that is gone with it. */
  readonly without?: { readonly drop: string; readonly restore: string };
}

/** One of each kind that the rules of credits, jobs, leases and events exclude. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a hold that has ended is charged',
    of: `and h.state = 'held'
  returning * into hold;
  if not found then return null`,
    instead: 'returning * into hold; if not found then return null',
  },
  {
    name: 'a hold that has ended is released',
    of: `and h.state = 'held'
    and (not p_only_expired`,
    instead: 'and (not p_only_expired',
  },
  { name: 'holds exceed the balance', of: 'account.balance - account.reserved then', instead: 'account.balance then' },
  { name: 'holds exceed the limits of a month', of: 'if limits is not null or p_amount >', instead: 'if p_amount >' },
  { name: 'a refused hold stays counted', of: 'present_month, -p_amount);', instead: 'present_month, 0);' },
  {
    name: 'a charge counts in the month of its end',
    of: 's.scope_id, p_hold.month',
    instead: "s.scope_id, date_trunc('month', p_at at time zone 'utc')::date",
  },
  {
    name: 'the key of a released hold stays taken',
    of: "h.idempotency_key = p_idempotency_key and h.state <> 'released';",
    instead: 'h.idempotency_key = p_idempotency_key;',
  },
  {
    name: 'a key is charged twice',
    of: 'if found then return; end if;\n  end if;\n  select o.deleted_at',
    instead: 'end if;\n  select o.deleted_at',
    without: {
      drop: 'drop index credit_hold_idempotency',
      restore: `create unique index credit_hold_idempotency on credit_hold (organization_id, idempotency_key)
        where idempotency_key is not null and state <> 'released'`,
    },
  },
  {
    name: 'all that was held is charged',
    of: 'settle_hold(hold, 0, p_charge,',
    instead: 'settle_hold(hold, 0, hold.amount,',
  },
  {
    name: 'the end of a hold frees what was charged',
    of: 'null, 0, hold.amount - hold.committed, hold.ended_at',
    instead: 'null, 0, hold.amount, hold.ended_at',
  },
  { name: 'entries have the same number', of: 'case when p_charge > 0 then 1 else 0 end', instead: '0' },
  {
    name: 'charges of teams are not counted',
    of: "values ('team', p_hold.team_id), ('user', p_hold",
    instead: "values ('user', p_hold",
  },
  {
    name: 'an entry has the balance before it',
    of: 'p_amount, account.balance, p_operation',
    instead: 'p_amount, account.balance - p_amount, p_operation',
  },
  {
    name: 'a refund takes what is held',
    of: 'least(account.reserved - account.balance, 0)',
    instead: 'least(-account.balance, 0)',
  },
  {
    name: 'holds of lost runs are not released',
    of: "where state = 'held' and lease_until < ",
    instead: 'where false and lease_until < ',
  },
  {
    name: 'jobs of lost processes are not taken up',
    of: 'c.lease_until < instant or c.lease_until > longest',
    instead: 'false',
  },
  { name: 'a job exceeds its cap', of: "if p_due > claimed.room then return 'batch_cap'; end if;", instead: '' },
  {
    name: 'a job does not sum what it is charged',
    of: 'credits_charged = j.credits_charged + p_due',
    instead: 'credits_charged = j.credits_charged',
  },
  {
    name: 'a failed item counts for nothing',
    of: 'failed = j.failed + p_failed',
    instead: 'failed = j.failed',
  },
  {
    name: 'a job starts without a hold',
    of: "raise exception using errcode = 'HL001', message = 'the job has no hold';",
    instead: 'null;',
  },
  {
    name: 'the hold of a job outlives it',
    of: 'select end_hold($1, $2, $3, $4)',
    instead: 'select $1::bigint, $2::bigint, $3::boolean, $4::timestamptz',
  },
  {
    name: 'the last item of a stopped job is forgotten',
    of: '$4::integer) as index',
    instead: '$4::integer - 1) as index',
  },
  { name: 'an event is delivered to nobody', of: 'from listening', instead: 'from listening where false' },
];

/** Plants a fault, runs work, and takes it back. Throws where the code has no such text any more. */
export async function withFault<T>(
  database: SimulatedDatabase,
  fault: PlantedFault,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = database;
  const { of, instead, without, name } = fault;
  const functions = (await readFunctions()).statements.filter((text) => text.includes(of));
  let hits = functions.length;
  if (without !== undefined) await sql.raw(without.drop).execute(db);
  for (const text of functions) await sql.raw(text.replaceAll(of, instead)).execute(db);
  database.rewrite = (text) => {
    if (!text.includes(of)) return text;
    hits++;
    return text.replaceAll(of, instead);
  };
  try {
    const found = await work();
    if (hits === 0) throw new Error(`the code has no text any more for: ${name}`);
    return found;
  } finally {
    database.rewrite = (text) => text;
    for (const text of functions) await sql.raw(text).execute(db);
    await database.empty();
    if (without !== undefined) await sql.raw(without.restore).execute(db);
  }
}
