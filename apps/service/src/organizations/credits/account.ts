import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Thousandths } from './amounts.ts';

export interface Account {
  readonly balance: Thousandths;
  readonly reserved: Thousandths;
}

/**
 * Takes the row lock of an organization's account, the first thing in every transaction that moves credits. What is
 * read in a later statement of the same transaction is final until its end.
 */
export async function lockAccount(trx: Db, organizationId: number): Promise<Account> {
  const { rows } = await sql<Account>`
    select balance, reserved from credit_account where organization_id = ${organizationId} for update`.execute(trx);
  if (rows[0] === undefined) throw new Error(`organization ${organizationId} has no credit account`);
  return rows[0];
}
