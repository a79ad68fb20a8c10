import { said } from '@hinterland/answers/said';
import { ProblemError } from './problem.ts';

/** SQLSTATE of a value that another row has. */
const UNIQUE_VIOLATION = '23505';

/** What has a name that nothing else of its kind may have. */
type Named = 'a_team' | 'an_organization' | 'a_key_of_yours';

/** `what` completes "There is … with this name already". */
export const nameTaken = (what: Named): ProblemError =>
  new ProblemError('name_taken', said('name_taken', { what: said(what) }));

/** Rethrows the error of a statement, as name_taken where another row has the name. */
export const asNameTaken =
  (what: Named) =>
  (error: unknown): never => {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? nameTaken(what) : error;
  };
