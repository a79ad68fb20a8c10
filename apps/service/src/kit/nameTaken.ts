import { ProblemError } from './problem.ts';

/** SQLSTATE of a value that another row has. */
const UNIQUE_VIOLATION = '23505';

/** `what` completes "There is … with this name already". */
export const nameTaken = (what: string): ProblemError =>
  new ProblemError('name_taken', `There is ${what} with this name already. Choose another name.`);

/** Rethrows the error of a statement, as name_taken where another row has the name. */
export const asNameTaken =
  (what: string) =>
  (error: unknown): never => {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? nameTaken(what) : error;
  };
