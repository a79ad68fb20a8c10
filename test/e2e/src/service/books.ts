import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../../apps/service/src/kit/db/database.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import type { Acknowledged } from './chargingClients.ts';

export const GRANTED = 1_000_000;

/** Enough keys of one organization that none runs into its 60 charged calls a minute. */
export async function makeSecrets(db: Db): Promise<string[]> {
  const secrets: string[] = [];
  for (let i = 0; i < 60; i++)
    secrets.push((await makeAccount(db, { keyName: `key ${i}`, credits: i === 0 ? GRANTED : 0 })).secret);
  return secrets;
}

/** Compares the books after a storm with what the clients of an organization were told; of makeSecrets' where absent. */
export async function expectTrueBooks(db: Db, { charges, wrong }: Acknowledged, organization = 'Acme'): Promise<void> {
  expect(wrong).toEqual([]);
  expect(await findViolations(db)).toEqual([]);
  const { rows } = await sql<{ key: string; entries: number; credits: number }>`
    select h.idempotency_key as key, count(*)::integer as entries, sum(-e.amount)::float8 / 1000 as credits
    from ledger_entry e join credit_hold h on h.id = e.hold_id join organization o on o.id = h.organization_id
    where e.kind = 'charge' and o.name = ${organization} group by 1`.execute(db);
  expect(rows.filter(({ entries }) => entries !== 1)).toEqual([]);
  expect(Object.fromEntries(rows.map(({ key, credits }) => [key, credits]))).toEqual(Object.fromEntries(charges));
  const spent = [...charges.values()].reduce((sum, credits) => sum + credits, 0);
  const account = await sql`
    select balance::float8 / 1000 as balance, reserved from credit_account
    where organization_id = (select id from organization where name = ${organization})`.execute(db);
  expect(account.rows).toEqual([{ balance: GRANTED - spent, reserved: 0 }]);
  const open = await sql`select id from credit_hold where state = 'held'`.execute(db);
  expect(open.rows).toEqual([]);
}
