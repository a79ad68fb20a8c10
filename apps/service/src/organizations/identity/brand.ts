import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { type Member, requireRole } from '../../kit/who.ts';
import { checkedLogo } from './logo.ts';

/** How an organization's reports look. */
export interface Brand {
  /** "#0b6b5d"; null for the color of the service. */
  readonly color: string | null;
  /** A picture as a data: address; null where there is none. */
  readonly logo: string | null;
}

export async function readBrand(db: Db, organizationId: number): Promise<Brand> {
  const { rows } = await sql<{ color: string | null; logo: string | null }>`
    select color, logo from organization_brand where organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? { color: null, logo: null };
}

/** Replaces the brand. Throws insufficient_role and validation_error. */
export async function replaceBrand(db: Db, clock: Clock, actor: Member, { color, logo }: Brand): Promise<void> {
  requireRole(actor, ['owner'], 'change how reports look');
  const { id, name } = actor.organization;
  const checked = logo === null ? null : checkedLogo(logo);
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into organization_brand (organization_id, color, logo) values (${id}, ${color}, ${checked})
      on conflict (organization_id) do update set color = excluded.color, logo = excluded.logo`.execute(trx);
    await note(trx, clock, actor, 'organization.branded', { id, name });
  });
}
