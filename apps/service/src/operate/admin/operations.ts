import { actions } from '@hinterland/actions';
import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import { takeBackup } from '../../kit/db/backup.ts';
import { databaseClock as clock, type Database } from '../../kit/db/database.ts';
import { setLimit, showLimits } from '../../kit/fairness/setLimit.ts';
import type { SecretsSettings } from '../../kit/secrets/box.ts';
import { rotateSecrets } from '../../kit/secrets/rotate.ts';
import { creditsOf, thousandthsOf } from '../../organizations/credits/amounts.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { findViolationsInPieces } from '../../organizations/credits/violations.ts';
import { deleteForOperator } from '../../organizations/identity/deleteOrganization.ts';
import { confirmOrder } from '../../organizations/orders/confirm.ts';
import { findOrders } from '../../organizations/orders/order.ts';
import { rotateSecret } from '../../organizations/signIn/secret.ts';
import { jobKinds } from '../../work/jobKinds.ts';
import { jobsOfDeleted } from '../../work/jobs/ofOrganization.ts';
import type { Admin } from './admin.ts';
import { applyAdminFile } from './apply.ts';
import { listAudit } from './audit.ts';
import { listCorrections, takeOver, undoTakenOver } from './corrections.ts';
import { listDeliveries, resendDelivery } from './deliveries.ts';
import { listHolds } from './holds.ts';
import { listJobs, stopJob } from './jobs.ts';
import { listKeys, revokeKey } from './keys.ts';
import { listEndpoints, listMembers, listOrganizations, setSuspended } from './organizations.ts';
import { sealAllAnew } from './sealed.ts';
import { removeSecondFactor } from './users.ts';

/** The operations on an open database. */
export function makeAdmin(
  { db, copyTo }: Pick<Database, 'db' | 'copyTo'>,
  settings: SecretsSettings,
): Omit<Admin, 'close'> {
  async function requireOrganization(id: number): Promise<void> {
    const { rows } = await sql`select 1 from organization where id = ${id} and deleted_at is null`.execute(db);
    if (rows.length === 0) throw unknownOrganization(id);
  }
  const inOrganization = async (id: number | null) => {
    if (id !== null) await requireOrganization(id);
    return id;
  };
  async function suspend(id: number, suspended: boolean): Promise<void> {
    if (!(await setSuspended(db, clock, id, suspended))) throw unknownOrganization(id);
  }
  return {
    apply: (file) => applyAdminFile(db, file),
    listOrganizations: () => listOrganizations(db),
    async showOrganization(id) {
      const organization = (await listOrganizations(db)).find((one) => one.id === id);
      if (organization === undefined) throw unknownOrganization(id);
      return {
        ...organization,
        memberList: await listMembers(db, id),
        keyList: await listKeys(db, id),
        endpointList: await listEndpoints(db, id),
      };
    },
    suspendOrganization: (id) => suspend(id, true),
    resumeOrganization: (id) => suspend(id, false),
    async deleteOrganization(id, name) {
      const outcome = await deleteForOperator(db, clock, jobsOfDeleted(clock), id, name);
      if (outcome === 'unknown') throw unknownOrganization(id);
      if (outcome === 'other name') {
        throw new Error(`Organization ${id} is not called ${JSON.stringify(name)}. Nothing was deleted.`);
      }
    },
    async grantCredits(id, credits) {
      await requireOrganization(id);
      return db.transaction().execute(async (trx) => {
        const balance = await grantCredits(trx, clock, id, thousandthsOf(credits));
        await noteForOperator(trx, clock, id, 'organization.credited', { details: { credits } });
        return creditsOf(balance);
      });
    },
    async showLimits(organizationId) {
      await requireOrganization(organizationId);
      return showLimits(db, organizationId);
    },
    async setLimit(organizationId, name, value) {
      await requireOrganization(organizationId);
      await db.transaction().execute(async (trx) => {
        await setLimit(trx, organizationId, name, value);
        const details = { [name]: value ?? 'default' };
        await noteForOperator(trx, clock, organizationId, 'organization.limited', { details });
      });
    },
    listKeys: async (organizationId) => listKeys(db, await inOrganization(organizationId)),
    async revokeKey(which) {
      const id = await revokeKey(db, clock, `${which}`);
      if (id === null) throw new Error(`There is no key with the number or beginning ${which}.`);
      return id;
    },
    listAudit: async (organizationId) => listAudit(db, await inOrganization(organizationId)),
    async removeSecondFactor(email) {
      if (await removeSecondFactor(db, email)) return;
      throw new Error(`No user with the address ${email} has a second factor.`);
    },
    listJobs: async (organizationId, all) => listJobs(db, await inOrganization(organizationId), all),
    async stopJob(id) {
      const outcome = await stopJob(db, clock, jobKinds(actions), id);
      if (outcome === 'unknown') throw new Error(`There is no job ${id}.`);
      if (outcome === 'ended') throw new Error(`The job ${id} has ended; there is nothing to stop.`);
    },
    listHolds: async (organizationId) => listHolds(db, clock, await inOrganization(organizationId)),
    listDeliveries: async (organizationId, all) => listDeliveries(db, await inOrganization(organizationId), all),
    async resendDelivery(id) {
      const outcome = await resendDelivery(db, clock, id);
      if (outcome === 'unknown') throw new Error(`There is no delivery with the number ${id}.`);
      if (outcome === 'under way') throw new Error(`Delivery ${id} has not ended: it is still tried by itself.`);
      if (outcome === 'disabled') {
        throw new Error(`The webhook of delivery ${id} is disabled. Its owner enables it first.`);
      }
    },
    listCorrections: async (organizationId) => listCorrections(db, await inOrganization(organizationId)),
    async takeOverCorrection(id) {
      const outcome = await takeOver(db, clock, id);
      if (typeof outcome === 'number') return outcome;
      if (outcome === 'unknown') throw new Error(`No organization has a correction in force with the number ${id}.`);
      if (outcome === 'done before') throw new Error(`Correction ${id} was taken over before.`);
      throw new Error(`Correction ${id} says that a store is no competitor: that holds for its organization alone.`);
    },
    async undoCorrection(id) {
      if (await undoTakenOver(db, clock, id)) return;
      throw new Error(`The operator has no correction in force with the number ${id}.`);
    },
    listOrders: (all) => findOrders(db, all ? sql`true` : sql`d.status = 'open'`),
    confirmOrder: (orderId) => confirmOrder(db, clock, orderId),
    checkLedger: () => findViolationsInPieces(db),
    rotateSecrets: () => rotateSecrets(db, settings, sealAllAnew),
    rotateSessionSecret: () => rotateSecret(db),
    async backup(folder) {
      if (copyTo === undefined) {
        throw new Error('PostgreSQL is backed up with its own tools: docs/operation/backup.md has the commands.');
      }
      return takeBackup(settings.home, folder, copyTo);
    },
  };
}

const unknownOrganization = (id: number) => new Error(`There is no organization with the number ${id}.`);
