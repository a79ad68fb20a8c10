import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { creditsOf, thousandthsOf } from '../credits/amounts.ts';
import { grantCredits } from '../credits/grant.ts';
import { findViolations, type Violation } from '../credits/invariants.ts';
import { databaseClock } from '../db/database.ts';
import { openMigratedDatabase } from '../db/migrate.ts';
import { deleteForOperator } from '../identity/deleteOrganization.ts';
import { jobsOfDeleted } from '../jobs/ofOrganization.ts';
import { revokeKeys } from '../keys/store.ts';
import { confirmOrder } from '../orders/confirm.ts';
import { findOrders, type OrderRow } from '../orders/order.ts';
import { type Applied, applyAdminFile } from './apply.ts';

/** Operations of an operator on the database, with or without a running service. */
export interface Admin {
  /** See applyAdminFile. */
  apply(file: unknown): Promise<Applied>;
  /** Ends a key with its next request. Throws where there is none of that number. */
  revokeKey(keyId: number): Promise<void>;
  /** Adds credits and answers the new balance. Throws where there is no such organization. */
  grantCredits(organizationId: number, credits: number): Promise<number>;
  /** See deleteOrganization. Throws where there is none of that number and name. */
  deleteOrganization(organizationId: number, name: string): Promise<void>;
  /** Orders of credits of every organization, newest first: the open ones, or all. */
  listOrders(all: boolean): Promise<OrderRow[]>;
  /** See confirmOrder. */
  confirmOrder(orderId: number): ReturnType<typeof confirmOrder>;
  /** What is wrong with the books; empty when all is well. */
  checkLedger(): Promise<Violation[]>;
  close(): Promise<void>;
}

/**
 * Opens the database for an operator. The embedded database serves one process at a time: while the service runs on it,
 * this throws and says so.
 */
export async function openAdmin(config: Config): Promise<Admin> {
  const database = await openMigratedDatabase(config);
  const { db } = database;
  return {
    apply: (file) => applyAdminFile(db, file),
    async revokeKey(keyId) {
      const meant = await revokeKeys(db, databaseClock, { id: keyId });
      if (meant.length === 0) throw new Error(`There is no key with the number ${keyId}.`);
    },
    async grantCredits(organizationId, credits) {
      const { rows } = await sql`
        select 1 from organization where id = ${organizationId} and deleted_at is null`.execute(db);
      if (rows.length === 0) throw new Error(`There is no organization with the number ${organizationId}.`);
      return creditsOf(await grantCredits(db, databaseClock, organizationId, thousandthsOf(credits)));
    },
    async deleteOrganization(organizationId, name) {
      const outcome = await deleteForOperator(db, databaseClock, jobsOfDeleted(databaseClock), organizationId, name);
      if (outcome === 'unknown') throw new Error(`There is no organization with the number ${organizationId}.`);
      if (outcome === 'other name') {
        throw new Error(`Organization ${organizationId} is not called ${JSON.stringify(name)}. Nothing was deleted.`);
      }
    },
    listOrders: (all) => findOrders(db, all ? sql`true` : sql`d.status = 'open'`),
    confirmOrder: (orderId) => confirmOrder(db, databaseClock, orderId),
    checkLedger: () => findViolations(db),
    close: () => database.close(),
  };
}
