import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Deed } from './deeds.ts';
import type { AuditEntry } from './schemas.ts';

/** Which entries are meant; what is absent does not matter. */
export interface AuditFilter {
  /** First and last day, UTC, YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Number of a user, or the operator. */
  readonly member?: number | 'operator' | undefined;
  readonly deed?: Deed | undefined;
}

interface Page {
  /** Entries with smaller numbers only; null = from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/** Entries of an organization, or of what a user did, newest first. */
export async function readAudit(
  db: Db,
  of: { readonly organizationId: number } | { readonly userId: number },
  filter: AuditFilter,
  { before, limit }: Page,
): Promise<AuditEntry[]> {
  const theirs = 'organizationId' in of ? sql`e.organization_id = ${of.organizationId}` : sql`e.user_id = ${of.userId}`;
  const { rows } = await sql<{
    id: number;
    created_at: Date;
    deed: Deed;
    user_id: number | null;
    user_name: string | null;
    api_key_id: number | null;
    api_key_name: string | null;
    subject_id: string | null;
    subject_name: string | null;
    details: Record<string, unknown> | null;
    address: string | null;
  }>`
    select e.id, e.created_at, e.deed, e.user_id, u.name as user_name, e.api_key_id, k.name as api_key_name,
      e.subject_id, coalesce(e.subject_name, s.name) as subject_name, e.details, e.address
    from audit_entry e
    left join app_user u on u.id = e.user_id
    left join api_key k on k.id = e.api_key_id
    left join app_user s on e.deed like 'member.%' and s.id::text = e.subject_id
    where ${theirs} and ${matches(filter)} ${before === null ? sql`` : sql`and e.id < ${before}`}
    order by e.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    no: row.id,
    time: row.created_at.toISOString(),
    deed: row.deed,
    member: row.user_id === null ? null : { id: row.user_id, name: row.user_name as string },
    key: row.api_key_id === null ? null : { id: row.api_key_id, name: row.api_key_name as string },
    subject: { id: row.subject_id, name: row.subject_name },
    details: row.details,
    address: row.address,
  }));
}

function matches({ from, to, member, deed }: AuditFilter): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    from === undefined ? null : sql`e.created_at >= ${`${from}T00:00:00Z`}::timestamptz`,
    to === undefined ? null : sql`e.created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`,
    member === undefined ? null : member === 'operator' ? sql`e.user_id is null` : sql`e.user_id = ${member}`,
    deed === undefined ? null : sql`e.deed = ${deed}`,
  ].filter((condition) => condition !== null);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
