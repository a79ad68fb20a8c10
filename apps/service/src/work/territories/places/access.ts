import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { ProblemError } from '../../../kit/problem.ts';
import type { Visitor } from '../../../kit/who.ts';
import type { PlacesSettings } from './settings.ts';

type Rule = Pick<PlacesSettings, 'whoAdds' | 'operatorMail'>;

/** Whether somebody may add places: the operator, by a verified address, and owners where the operator lets them. */
export async function mayAddPlaces(db: Db, { whoAdds, operatorMail }: Rule, { user }: Visitor): Promise<boolean> {
  if (whoAdds === 'nobody') return false;
  const { rows } = await sql<{ is_verified: boolean; is_owner: boolean }>`
    select u.email_verified as is_verified,
      exists (select from membership m where m.user_id = u.id and m.role = 'owner') as is_owner
    from app_user u where u.id = ${user.id}`.execute(db);
  const found = rows[0];
  if (found === undefined || !found.is_verified) return false;
  if (whoAdds === 'owners' && found.is_owner) return true;
  return operatorMail !== undefined && user.email.toLowerCase() === operatorMail.toLowerCase();
}

/** Throws insufficient_role. */
export async function requireMayAdd(db: Db, rule: Rule, visitor: Visitor): Promise<void> {
  if (await mayAddPlaces(db, rule, visitor)) return;
  throw new ProblemError(
    'insufficient_role',
    rule.whoAdds === 'owners'
      ? 'Only the operator of this service and owners of an organization may add places.'
      : 'Only the operator of this service may add places.',
  );
}
