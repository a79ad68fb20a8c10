import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';

/** Throws insufficient_role where the operator has suspended the organization. Asked before a member changes something. */
export async function requireNotSuspended(db: Db, organizationId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from organization where id = ${organizationId} and suspended_at is not null`.execute(db);
  if (rows.length === 0) return;
  throw new ProblemError('insufficient_role', said('suspended'));
}
