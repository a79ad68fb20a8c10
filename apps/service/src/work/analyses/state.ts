import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Found, unknownAnalysis } from './access.ts';
import { nowInMilliseconds } from './store.ts';

/** The state of an analysis as it is stored. */
export interface SavedState {
  /** 1, 2, 3, … of this analysis. */
  readonly revision: number;
  readonly savedAt: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** Throws not_found where the analysis is gone. */
export async function readSavedState(db: Db, { id }: Found): Promise<SavedState> {
  const { rows } = await sql<{ state: SavedState['state']; revision: number; saved_at: Date }>`
    select state, state_revision as revision, coalesce(state_saved_at, created_at) as saved_at
    from analysis where id = ${id}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw unknownAnalysis();
  return { revision: row.revision, savedAt: row.saved_at.toISOString(), state: row.state };
}

/**
 * Saves a state that is based on the stored one of that number. Returns its own number and time. Of several that are based
 * on the same one the first is saved, and the others throw state_changed.
 */
export async function saveState(
  db: Db,
  clock: Clock,
  analysis: Found,
  { revision, text }: { readonly revision: number; readonly text: string },
): Promise<Omit<SavedState, 'state'>> {
  const { rows } = await sql<{ revision: number; saved_at: Date }>`
    with present as materialized (select ${nowInMilliseconds(clock)} as at)
    update analysis set bytes = greatest(bytes - octet_length(state::text), 0) + ${Buffer.byteLength(text)}::bigint,
      state = ${text}::json, state_revision = state_revision + 1, state_saved_at = at,
      updated_at = greatest(updated_at, at)
    from present where id = ${analysis.id} and state_revision = ${revision}
    returning state_revision as revision, state_saved_at as saved_at`.execute(db);
  const row = rows[0];
  if (row !== undefined) return { revision: row.revision, savedAt: row.saved_at.toISOString() };
  const stored = await readSavedState(db, analysis);
  // Only the creator of an analysis may save its state.
  const savedBy = analysis.owner;
  throw new ProblemError(
    'state_changed',
    `${savedBy.name} saved revision ${stored.revision} of this analysis at ${stored.savedAt}; yours is based on revision ` +
      `${revision}. Nothing was saved.`,
    { revision: stored.revision, savedBy, savedAt: stored.savedAt },
  );
}
