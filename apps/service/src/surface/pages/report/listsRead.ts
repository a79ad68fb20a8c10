import { type Action, placeLists, referenceIn, salesMember } from '@hinterland/actions';
import { isObject } from '@hinterland/answers';
import type { Clock, Db } from '../../../kit/db/database.ts';
import { ProblemError } from '../../../kit/problem.ts';
import type { Reader } from '../../../work/analyses/access.ts';
import type { SeenRun } from '../../../work/analyses/seen.ts';
import { readDatasets } from '../../../work/runs/readDatasets.ts';

interface ReadSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly actions: readonly Action[];
}

/**
 * Puts the places of datasets where the input of a run names them, for its map and area. A dataset that is gone, or
 * does not fit any more, leaves its name: the answer has its figures all the same.
 */
export async function withListsRead(
  { db, clock, actions }: ReadSettings,
  { organization }: Reader,
  run: SeenRun,
): Promise<SeenRun> {
  const action = actions.find(({ id }) => id === run.summary.actionId);
  const input: unknown = JSON.parse(run.input);
  if (action === undefined || !isObject(input)) return run;
  const lists = [...placeLists(action).map(({ name }) => name), salesMember(action)];
  const named = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => lists.includes(name) && referenceIn(value) !== null),
  );
  let read = input;
  for (const [name, reference] of Object.entries(named)) {
    try {
      const { body } = await readDatasets(db, clock, organization.id, action, { [name]: reference });
      read = { ...read, ...(body as object) };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
    }
  }
  return read === input ? run : { ...run, input: JSON.stringify(read) };
}
