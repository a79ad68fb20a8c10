import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

export interface Violation {
  readonly organization_id: number;
  readonly invariant: string;
  readonly detail: string;
}

/** Returns violations of the ledger's invariants, by the view credit_invariants; empty when all is well. */
export async function findViolations(db: Db): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select organization_id, invariant, detail from credit_invariants order by 1, 2, 3`.execute(db);
  return rows;
}
