import type { Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { limitOf, requireRoom } from '../../kit/fairness/limits.ts';
import { asNameTaken } from '../../kit/nameTaken.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Member, unknownOrganization } from '../../kit/who.ts';
import { setMonthlyLimit } from '../credits/setMonthlyLimit.ts';
import { listKeys } from './list.ts';
import type { CreatedKey, ListedKey } from './schemas.ts';
import { createKey, networkArray, revokeKeys, rotateKey } from './store.ts';

/** Bounds of a key beyond its scopes. */
export interface KeyBounds {
  /** From when on it is refused; null = never. */
  readonly expiresAt: Date | null;
  /** In CIDR form; empty = from anywhere. */
  readonly networks: readonly string[];
}

export interface NewKey extends KeyBounds {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly monthlyCap: number | null;
}

/** Keys of members: each makes and changes their own; owners and admins see and revoke everybody's. */
export type Keys = ReturnType<typeof makeKeys>;

export function makeKeys(db: Db, clock: Clock) {
  return {
    /** Newest first, revoked ones among them: those of the member, or of everybody. */
    list: ({ organization, user }: Member, of: 'me' | 'all'): Promise<ListedKey[]> =>
      listKeys(db, clock, { organizationId: organization.id, ...(of === 'me' ? { userId: user.id } : {}) }),

    /** The new key acts as the member. Throws organization_limit_reached, and name_taken, also where a revoked key of theirs had the name. */
    async create(actor: Member, { monthlyCap, ...wanted }: NewKey): Promise<CreatedKey> {
      const { organization, user } = actor;
      const made = await db
        .transaction()
        .execute(async (trx) => {
          // A member who is being removed gets no key that would work again if they returned.
          const { rows } = await sql`
            select 1 from membership
            where organization_id = ${organization.id} and user_id = ${user.id} for share`.execute(trx);
          if (rows.length === 0) throw unknownOrganization();
          await requireRoomForKey(trx, organization.id);
          const key = await createKey(trx, {
            organizationId: organization.id,
            userId: user.id,
            kind: 'live',
            ...wanted,
          });
          const { scopes, prefix } = key;
          await note(trx, clock, actor, 'key.made', { id: key.id, name: wanted.name, details: { prefix, scopes } });
          return key;
        })
        .catch(asNameTaken('a_key_of_yours'));
      if (monthlyCap !== null) {
        await setMonthlyLimit(db, clock, {
          organizationId: organization.id,
          scope: 'api_key',
          scopeId: made.id,
          monthlyLimit: monthlyCap,
        });
      }
      const { expiresAt, networks } = wanted;
      return {
        ...made,
        name: wanted.name,
        monthlyCap,
        expiresAt: expiresAt?.toISOString() ?? null,
        networks: [...networks],
      };
    },

    /** Changes when a key ends and where it may be used, from the next request on. Throws not_found. */
    change(actor: Member, id: number, { expiresAt, networks }: KeyBounds): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ name: string }>`
          update api_key set expires_at = ${expiresAt}, networks = ${networkArray(networks)}
          where id = ${id} and organization_id = ${actor.organization.id} and user_id = ${actor.user.id}
            and revoked_at is null
          returning name`.execute(trx);
        if (rows[0] === undefined) throw unknownKey();
        const details = { expiresAt, networks };
        await note(trx, clock, actor, 'key.changed', { id, name: rows[0].name, details });
      });
    },

    /** Gives a key another secret; the one before works for some hours more. Throws not_found. */
    rotate(actor: Member, id: number, overlapHours: number) {
      return db.transaction().execute(async (trx) => {
        const of = { id, organizationId: actor.organization.id, userId: actor.user.id };
        const rotated = await rotateKey(trx, clock, of, overlapHours);
        if (rotated === null) throw unknownKey();
        const { name, prefix } = rotated;
        await note(trx, clock, actor, 'key.rotated', { id, name, details: { prefix, overlapHours } });
        return rotated;
      });
    },

    /** From the next request on: a key of the actor's own, or of anybody for owners and admins. Throws not_found. */
    revoke(actor: Member, id: number): Promise<void> {
      const organizationId = actor.organization.id;
      const whose = actor.role === 'member' ? { userId: actor.user.id } : {};
      return db.transaction().execute(async (trx) => {
        const [key] = await revokeKeys(trx, clock, { id, organizationId, ...whose });
        if (key === undefined) throw unknownKey();
        const { name, prefix } = key;
        await note(trx, clock, actor, 'key.revoked', { id, name, details: { prefix } });
      });
    },

    /** Credits a month; null = no limit. What was spent stays spent: a lower limit blocks what comes. Throws not_found. */
    async limit(actor: Member, id: number, monthlyLimit: number | null): Promise<void> {
      const organizationId = actor.organization.id;
      const { rows } = await sql<{ name: string }>`
        select name from api_key
        where id = ${id} and organization_id = ${organizationId} and user_id = ${actor.user.id}`.execute(db);
      if (rows[0] === undefined) throw unknownKey();
      await setMonthlyLimit(db, clock, { organizationId, scope: 'api_key', scopeId: id, monthlyLimit }, (trx) =>
        note(trx, clock, actor, 'key.limited', { id, name: rows[0]?.name as string, details: { monthlyLimit } }),
      );
    },
  };
}

export const unknownKey = () => new ProblemError('not_found', 'You have no key with this number in the organization.');

/** Counts the keys of an organization under its lock. Throws organization_limit_reached. */
async function requireRoomForKey(trx: Db, organizationId: number): Promise<void> {
  await sql`select from organization where id = ${organizationId} for no key update`.execute(trx);
  const { rows } = await sql<{ present: number; maximum: number }>`
    select count(*) as present, ${limitOf('keys', sql<number>`${organizationId}`)}::bigint as maximum from api_key
    where organization_id = ${organizationId} and revoked_at is null`.execute(trx);
  const { present, maximum } = rows[0] as (typeof rows)[0];
  requireRoom('keys', present, maximum);
}
