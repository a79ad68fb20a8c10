import { said } from '@hinterland/answers/said';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Caller } from '../../kit/who.ts';
import { isCode } from './code.ts';

/** The reader or editor of an analysis: a caller without the key. */
export type Reader = Pick<Caller, 'organization' | 'user' | 'role' | 'team'>;

/** Ids begin at 1, so these match no one: only analyses that are open to anyone are found. */
export const ANYBODY: Reader = {
  organization: { id: 0, name: '' },
  user: { id: 0, name: '', email: '' },
  role: 'member',
  team: null,
};

/** An analysis that the caller may read. */
export interface Found {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly owner: { readonly id: number; readonly name: string };
  /** Whether the caller made it, in this organization: only then may they change it. */
  readonly own: boolean;
  /** Whether the caller reads it as one of its organization. All others are strangers: they get no own figures below a sum. */
  readonly isInside: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether analysis `a` is the caller's own. A user's analyses in another organization are not reached from this one. */
export const isOwn = ({ organization, user }: Reader): RawBuilder<boolean> =>
  sql<boolean>`(a.organization_id = ${organization.id} and a.user_id = ${user.id})`;

/**
 * Whether the caller may read analysis `a` as one of its organization: the creator, the organization's owner, everyone where it
 * is shared with the organization, and the creator's present team where it is shared with the team.
 */
export const isInside = (
  caller: Reader,
): RawBuilder<boolean> => sql<boolean>`(a.organization_id = ${caller.organization.id} and (
    a.user_id = ${caller.user.id}
    or ${caller.role === 'owner'}
    or a.share_organization
    or (a.share_team and exists (
      select from membership creator
      where creator.organization_id = a.organization_id and creator.user_id = a.user_id
        and creator.team_id = ${caller.team?.id ?? null}::bigint))))`;

/**
 * Whether the caller may read analysis `a`. None of a deleted organization is read, which may still be there. Within the
 * organization: see isInside. Anywhere: people whose verified address it is shared with, and everyone while a link for anyone
 * is live, by the clock of the database.
 */
export const isReadable = (caller: Reader, clock: Clock): RawBuilder<boolean> => sql<boolean>`((
  ${isInside(caller)}
  or (a.share_anyone and (a.anyone_expires_at is null or a.anyone_expires_at > ${now(clock)}))
  or exists (
    select from app_user u join analysis_person p on p.email = u.email
    where u.id = ${caller.user.id} and u.email_verified_at is not null and p.analysis_id = a.id))
  and exists (select from organization o where o.id = a.organization_id and o.deleted_at is null))`;

/** Throws not_found where there is no such analysis or the caller may not read it: the answer is the same. */
export async function findReadable(db: Db, clock: Clock, caller: Reader, code: string): Promise<Found> {
  if (!isCode(code)) throw unknownAnalysis();
  const { rows } = await sql<{
    id: number;
    name: string;
    owner_id: number;
    owner_name: string;
    own: boolean;
    inside: boolean;
    created_at: Date;
    updated_at: Date;
  }>`
    select a.id, a.name, a.user_id as owner_id, o.name as owner_name, ${isOwn(caller)} as own,
      ${isInside(caller)} as inside,
      a.created_at, a.updated_at
    from analysis a join app_user o on o.id = a.user_id
    where a.code = ${code} and ${isReadable(caller, clock)}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw unknownAnalysis();
  return {
    id: row.id,
    code,
    name: row.name,
    owner: { id: row.owner_id, name: row.owner_name },
    own: row.own,
    isInside: row.inside,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** As findReadable; throws not_owner where the caller may read the analysis but not do this with it. */
export async function findOwn(db: Db, clock: Clock, caller: Reader, code: string, deed: string): Promise<Found> {
  const found = await findReadable(db, clock, caller, code);
  if (found.own) return found;
  throw new ProblemError(
    'not_owner',
    `Only the creator of this analysis can ${deed}. Duplicate it to work on a copy of yours.`,
  );
}

export const unknownAnalysis = (): ProblemError => new ProblemError('not_found', said('not_shared'));
