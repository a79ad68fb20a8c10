import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { thousandthsOf } from '../credits/amounts.ts';
import { type LimitRequest, setLimit } from '../credits/limits.ts';
import type { Clock, Db } from '../db/database.ts';
import { unknownKey } from '../keys/ownKeys.ts';
import { type Member, requireRole } from '../who.ts';
import { unknownMember } from './members.ts';
import { unknownTeam } from './teams.ts';

/** Credits a month; null = no limit. What was spent already stays spent: a lower limit blocks what comes. */
type Limit = number | null;

/** Throws not_found and insufficient_role. */
export async function limitTeam(db: Db, clock: Clock, actor: Member, teamId: number, limit: Limit): Promise<void> {
  const { rows } = await sql`
    select 1 from team
    where organization_id = ${actor.organization.id} and id = ${teamId} and deleted_at is null`.execute(db);
  if (rows.length === 0) throw unknownTeam();
  requireRole(actor, ['owner', 'admin'], 'limit what teams spend');
  await set(db, clock, actor, 'team', teamId, limit);
}

/** Owners limit everyone, admins everyone but owners. Throws not_found and insufficient_role. */
export async function limitMember(db: Db, clock: Clock, actor: Member, userId: number, limit: Limit): Promise<void> {
  const { rows } = await sql<{ role: Role }>`
    select role from membership where organization_id = ${actor.organization.id} and user_id = ${userId}`.execute(db);
  if (rows[0] === undefined) throw unknownMember();
  const ofOwner = rows[0].role === 'owner';
  requireRole(actor, ofOwner ? ['owner'] : ['owner', 'admin'], `limit what ${ofOwner ? 'owners' : 'members'} spend`);
  await set(db, clock, actor, 'user', userId, limit);
}

/** Everyone limits keys of their own. Throws not_found. */
export async function limitKey(db: Db, clock: Clock, member: Member, keyId: number, limit: Limit): Promise<void> {
  const { rows } = await sql`
    select 1 from api_key
    where id = ${keyId} and organization_id = ${member.organization.id} and user_id = ${member.user.id}`.execute(db);
  if (rows.length === 0) throw unknownKey();
  await set(db, clock, member, 'api_key', keyId, limit);
}

function set(
  db: Db,
  clock: Clock,
  { organization }: Member,
  scope: LimitRequest['scope'],
  scopeId: number,
  limit: Limit,
) {
  const monthlyLimit = limit === null ? null : thousandthsOf(limit);
  return setLimit(db, clock, { organizationId: organization.id, scope, scopeId, monthlyLimit });
}
