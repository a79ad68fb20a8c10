import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { LISTED } from './listed.ts';

/** A line of the audit log as operators see it. The time is in UTC. */
export interface AuditLine {
  readonly time: string;
  readonly organization: number | null;
  /** Address of the user; null = the operator. */
  readonly user: string | null;
  readonly key: string | null;
  readonly deed: string;
  readonly subject: string | null;
  readonly address: string | null;
}

/** The newest deeds in one organization or, for null, in all and in the accounts of users. */
export async function listAudit(db: Db, organizationId: number | null): Promise<AuditLine[]> {
  const { rows } = await sql<AuditLine>`
    select date_trunc('second', e.created_at at time zone 'utc')::text as time, e.organization_id as organization,
      u.email as user, k.prefix as key, e.deed, coalesce(e.subject_name, e.subject_id) as subject, e.address
    from audit_entry e
    left join app_user u on u.id = e.user_id
    left join api_key k on k.id = e.api_key_id
    where ${organizationId}::bigint is null or e.organization_id = ${organizationId}
    order by e.id desc limit ${LISTED}`.execute(db);
  return rows;
}
