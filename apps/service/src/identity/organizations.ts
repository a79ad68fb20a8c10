import { sql } from 'kysely';
import { note } from '../audit/note.ts';
import type { Nudge } from '../background/loop.ts';
import type { Clock, Db } from '../db/database.ts';
import { asNameTaken, nameTaken } from '../nameTaken.ts';
import { type Attempts, ORGANIZATIONS_PER_USER } from '../rates/attempts.ts';
import { type Member, type Place, requireRole, type Visitor } from '../who.ts';
import { type Brand, readBrand, replaceBrand } from './brand.ts';
import { deleteOrganization } from './deleteOrganization.ts';
import type { JobsOfDeleted } from './emptyDeleted.ts';
import { placeIn, placesOf } from './places.ts';

export interface OrganizationSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly mailSender: Nudge;
  readonly jobsOfDeleted: JobsOfDeleted;
  /** Gives the first organization of an address its starting credits. */
  readonly startAccount: (trx: Db, organizationId: number, user: Visitor['user']) => Promise<void>;
}

/** Organizations, for those who belong to them. */
export type Organizations = ReturnType<typeof makeOrganizations>;

export function makeOrganizations(settings: OrganizationSettings) {
  const { db, clock, attempts, mailSender, jobsOfDeleted, startAccount } = settings;
  /** Works in another organization from now on, in this session. Throws not_found. */
  async function choose({ user, sessionId }: Visitor, organizationId: number): Promise<void> {
    await placeIn(db, user.id, organizationId);
    await sql`
      update web_session set active_organization_id = ${organizationId} where id = ${sessionId}`.execute(db);
  }

  return {
    list: ({ user }: Visitor): Promise<Place[]> => placesOf(db, user.id),
    choose,

    /** The visitor is the owner of the new organization and works in it. Throws rate_limited and name_taken. */
    async create(visitor: Visitor, name: string): Promise<number> {
      await attempts.take(ORGANIZATIONS_PER_USER, visitor.user.id);
      const id = await db.transaction().execute(async (trx) => {
        const made = await insertOrganization(trx, name);
        if (made === null) throw nameTaken('an organization');
        await sql`
          insert into membership (organization_id, user_id, role, billing)
          values (${made}, ${visitor.user.id}, 'owner', true)`.execute(trx);
        await startAccount(trx, made, visitor.user);
        await note(trx, clock, { ...visitor, organization: { id: made } }, 'organization.made', { id: made, name });
        return made;
      });
      await choose(visitor, id);
      return id;
    },

    /** Throws insufficient_role and name_taken. */
    async rename(actor: Member, name: string): Promise<void> {
      requireRole(actor, ['owner'], 'rename the organization');
      const { id, name: before } = actor.organization;
      await db
        .transaction()
        .execute(async (trx) => {
          await sql`update organization set name = ${name} where id = ${id} and deleted_at is null`.execute(trx);
          await note(trx, clock, actor, 'organization.renamed', { id, name, details: { before } });
        })
        .catch(asNameTaken('an organization'));
    },

    brand: (actor: Member): Promise<Brand> => readBrand(db, actor.organization.id),

    /** Replaces how reports look. Throws insufficient_role and validation_error. */
    async setBrand(actor: Member, brand: Brand): Promise<Brand> {
      await replaceBrand(db, clock, actor, brand);
      return readBrand(db, actor.organization.id);
    },

    /** See deleteOrganization. */
    async remove(actor: Member, typedName: string): Promise<void> {
      await deleteOrganization(db, clock, jobsOfDeleted, actor, typedName);
      mailSender.nudge();
    },
  };
}

/** Makes an organization with its account. Returns its number, or null where another one has the name. */
export async function insertOrganization(trx: Db, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into organization (name) values (${name}) on conflict do nothing returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await sql`insert into credit_account (organization_id) values (${id})`.execute(trx);
  return id;
}
