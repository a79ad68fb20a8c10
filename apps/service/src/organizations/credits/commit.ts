import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import { SharedStatement } from '../../kit/db/sharedStatement.ts';
import { unavailable } from '../../kit/problem.ts';
import type { Thousandths } from './amounts.ts';
import type { Hold } from './hold.ts';

/** A charge as the statement of its organization asks for it. */
interface Asked {
  readonly hold: Hold;
  readonly charge: Thousandths;
  readonly instant: string | null;
}

interface CommitRow {
  readonly place: number;
  /** When the charge was, or null for a hold that has ended. */
  readonly ended_at: Date | null;
}

const callFor = ({ hold, charge, instant }: Asked, place: number) => sql`
  select ${sql.lit(place)}::integer as place, commit_hold(${hold.organizationId}, ${hold.id}, ${charge}, ${instant}) as ended_at`;

/** Charges of one organization: ledger/commit.sql for each, one after the other. */
const commits = new SharedStatement<Asked, CommitRow, Date | null>(
  (asked) => sql<CommitRow>`${sql.join(asked.map(callFor), sql` union all `)} order by place`,
  (rows) => rows.map(({ ended_at }) => ended_at),
);

interface CommitOptions<T> {
  /**
   * Writes rows that belong to the charge, in one transaction with it; its outcome is returned. When it throws, nothing was
   * charged and the hold is still open.
   */
  readonly alongside?: ((trx: Db, endedAt: Date) => Promise<T>) | null;
  /** Aborted when the result is wanted no more: a charge that still waits for a connection is given up, with the reason. */
  readonly signal?: AbortSignal;
}

/**
 * Charges a run and ends its hold, in a statement (ledger/commit.sql) that other charges of the organization may share. A
 * charge of 0 leaves no entry.
 *
 * Throws service_unavailable where the hold is no longer open: its lease ran out and someone released it, so the result
 * must not be handed out.
 */
export async function commitHold<T = never>(
  db: Db,
  clock: Clock,
  hold: Hold,
  charge: Thousandths,
  { alongside = null, signal }: CommitOptions<T> = {},
): Promise<T | null> {
  if (charge < 0 || charge > hold.amount) {
    throw new RangeError(`a charge of ${charge} is outside the ${hold.amount} held`);
  }
  const commit = async (one: Db): Promise<Date> => {
    const asked = { hold, charge, instant: instantOf(clock) };
    const endedAt = await commits.answer(one, hold.organizationId, asked, signal);
    if (endedAt !== null) return endedAt;
    throw unavailable('The run was given up while it was computed; nothing was charged. Repeat it.');
  };
  if (alongside !== null) return db.transaction().execute(async (trx) => alongside(trx, await commit(trx)));
  await commit(db);
  return null;
}
