import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { ProblemError } from '../../../kit/problem.ts';
import type { Visitor } from '../../../kit/who.ts';
import type { PlacesSettings } from './settings.ts';

type Rule = Pick<PlacesSettings, 'whoAdds' | 'ofOrganizations' | 'operatorMail'>;

/** Whom somebody adds places for: the operator, or an organization that the operator has named. */
export type Adder = 'operator' | { readonly organizationId: number };

/**
 * Whom somebody adds places for: the operator, by a verified address, and where the operator lets them owners of organizations that the
 * operator has named. Null for everybody else.
 */
export async function adderOf(db: Db, rule: Rule, { user, chosenOrganizationId }: Visitor): Promise<Adder | null> {
  const { whoAdds, ofOrganizations, operatorMail } = rule;
  if (whoAdds === 'nobody') return null;
  const { rows } = await sql<{ is_verified: boolean; owned: number[] }>`
    select u.email_verified as is_verified, array(
      select m.organization_id::integer from membership m join organization o on o.id = m.organization_id
      where m.user_id = u.id and m.role = 'owner' and o.deleted_at is null and o.suspended_at is null
        and m.organization_id = any (${ofOrganizations}::bigint[]) order by 1
    ) as owned
    from app_user u where u.id = ${user.id}`.execute(db);
  const found = rows[0];
  if (found === undefined || !found.is_verified) return null;
  if (operatorMail !== undefined && user.email.toLowerCase() === operatorMail.toLowerCase()) return 'operator';
  if (whoAdds !== 'owners') return null;
  const chosen = found.owned.find((id) => id === chosenOrganizationId) ?? found.owned[0];
  return chosen === undefined ? null : { organizationId: chosen };
}

/** Throws insufficient_role. */
export async function requireAdder(db: Db, rule: Rule, visitor: Visitor): Promise<Adder> {
  const adder = await adderOf(db, rule, visitor);
  if (adder !== null) return adder;
  throw new ProblemError(
    'insufficient_role',
    rule.whoAdds === 'owners' ? said('places_owners') : said('places_operator'),
  );
}

/** Whether a place is one's own: of the same organization. The operator's are all. */
export const isOwnPlace = (adder: Adder, organizationId: number | null): boolean =>
  adder === 'operator' || adder.organizationId === organizationId;
