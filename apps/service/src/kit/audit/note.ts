import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import type { Deed } from './deeds.ts';

/** Who did something: a member, a caller with a key, or a visitor. */
export interface Doer {
  readonly organization?: { readonly id: number };
  readonly user: { readonly id: number };
  readonly key?: { readonly id: number } | null;
  /** Network address that the request came from. */
  readonly address: string;
}

/** The object of a deed. A user has a number and no name here, so that the log does not outlive their account. */
interface Subject {
  readonly id?: number | string;
  readonly name?: string;
  /** What was set, by field. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records a deed in the transaction that does it, so that there is neither without the other. */
export async function note(trx: Db, clock: Clock, doer: Doer, deed: Deed, subject: Subject = {}): Promise<void> {
  await insert(trx, clock, doer.organization?.id ?? null, doer, deed, subject);
}

/**
 * Records a deed about a user's own access in each of their organizations, whose owners read it; without an organization for
 * the user alone.
 */
export async function noteForMember(
  trx: Db,
  clock: Clock,
  doer: Omit<Doer, 'organization'>,
  deed: Deed,
  details: Subject['details'] = {},
): Promise<void> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from membership where user_id = ${doer.user.id} order by 1`.execute(trx);
  const organizations = rows.length === 0 ? [null] : rows.map((row) => row.organization_id);
  for (const id of organizations) await insert(trx, clock, id, doer, deed, { id: doer.user.id, details });
}

/** Records a deed of the operator about a user in each of their organizations. */
export async function noteForOperatorOn(trx: Db, clock: Clock, userId: number, deed: Deed): Promise<void> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from membership where user_id = ${userId} order by 1`.execute(trx);
  for (const { organization_id: id } of rows) await insert(trx, clock, id, null, deed, { id: userId });
}

/** Records a deed of the operator in an organization. */
export async function noteForOperator(
  trx: Db,
  clock: Clock,
  organizationId: number,
  deed: Deed,
  subject: Subject = {},
): Promise<void> {
  await insert(trx, clock, organizationId, null, deed, subject);
}

async function insert(
  trx: Db,
  clock: Clock,
  organizationId: number | null,
  doer: Doer | null,
  deed: Deed,
  { id, name, details }: Subject,
): Promise<void> {
  await sql`
    insert into audit_entry (organization_id, user_id, api_key_id, deed, subject_id, subject_name, details, address,
      created_at)
    values (${organizationId}, ${doer?.user.id ?? null}, ${doer?.key?.id ?? null}, ${deed},
      ${id === undefined ? null : String(id)}, ${name ?? null},
      ${details === undefined ? null : JSON.stringify(details)}, ${doer?.address ?? null}, ${now(clock)})`.execute(trx);
}
