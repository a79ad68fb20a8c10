import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import type { OidcConfig } from './settings.ts';

/** Whether a user signs in by the provider alone: as a member of its organization who is no owner. */
export async function signsInByProvider(db: Db, config: OidcConfig | null, email: string): Promise<boolean> {
  if (config === null) return false;
  const { rows } = await sql`
    select from app_user u
    join web_credential c on c.user_id = u.id and c.provider_id = 'oidc'
    join membership m on m.user_id = u.id and m.organization_id = ${config.organizationId}
    where u.email = ${email} and m.role <> 'owner' and starts_with(c.account_id, ${`${config.issuer} `})`.execute(db);
  return rows.length > 0;
}
