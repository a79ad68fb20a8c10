import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { note } from '../kit/audit/note.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import { type Member, requireRole } from '../kit/who.ts';

/** The webhooks that a caller may read and change: all of an organization, or those that one of its users made. */
export interface Reach {
  readonly organizationId: number;
  /** Null = all. */
  readonly maker: number | null;
}

interface Asker {
  readonly organization: { readonly id: number };
  readonly user: { readonly id: number };
  readonly role: Role;
}

/** Throws insufficient_role for a plain member of an organization that has not opened webhooks to all. */
export async function reachOf(db: Db, { organization, user, role }: Asker): Promise<Reach> {
  if (role !== 'member') return { organizationId: organization.id, maker: null };
  if (!(await areOpen(db, organization.id))) {
    requireRole({ role }, ['owner', 'admin'], 'use webhooks, until an owner opens them to all members');
  }
  return { organizationId: organization.id, maker: user.id };
}

/** The condition on the webhook `w`. */
export const within = ({ organizationId, maker }: Reach) =>
  maker === null
    ? sql`w.organization_id = ${organizationId}`
    : sql`w.organization_id = ${organizationId} and w.created_by = ${maker}`;

/** Whether plain members may have webhooks, each for their own jobs. */
export async function areOpen(db: Db, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select webhooks_open as open from organization where id = ${organizationId}`.execute(db);
  return rows[0]?.open === true;
}

/** Throws insufficient_role. */
export async function setOpen(db: Db, clock: Clock, actor: Member, open: boolean): Promise<void> {
  requireRole(actor, ['owner'], 'open webhooks to all members');
  const { id, name } = actor.organization;
  await db.transaction().execute(async (trx) => {
    await sql`update organization set webhooks_open = ${open} where id = ${id}`.execute(trx);
    await note(trx, clock, actor, open ? 'webhook.opened' : 'webhook.closed', { id, name });
  });
}
