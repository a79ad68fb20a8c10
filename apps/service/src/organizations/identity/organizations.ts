import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { asNameTaken } from '../../kit/nameTaken.ts';
import { type Attempts, ORGANIZATIONS_PER_USER } from '../../kit/rates/attempts.ts';
import { type Member, type Place, requireRole, type Visitor } from '../../kit/who.ts';
import { type Brand, readBrand, replaceBrand } from './brand.ts';
import { createOrganization, type StartAccount } from './createOrganization.ts';
import { deleteOrganization } from './deleteOrganization.ts';
import type { JobsOfDeleted } from './emptyDeleted.ts';
import { placeIn, placesOf } from './places.ts';

export interface OrganizationSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly mailSender: Nudge;
  readonly jobsOfDeleted: JobsOfDeleted;
  readonly startAccount: StartAccount;
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
      const id = await createOrganization(db, clock, startAccount, visitor, name);
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
        .catch(asNameTaken('an_organization'));
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
