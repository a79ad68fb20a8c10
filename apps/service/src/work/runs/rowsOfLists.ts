import { byRowOf, ofRow, type RowName } from '@hinterland/actions';
import { sentenceIn, spoken } from '@hinterland/answers/said';
import type { FieldError } from '@hinterland/contract';
import { invalidFields } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';

/** The rows that stand for lists of an input, by the name of the list. */
export type RowsOfLists = Readonly<Record<string, readonly RowName[]>>;

/**
 * Returns the fault of a place with the number and name of its row, in a list of `input` or in the dataset that stands for it,
 * whose list callers do not see.
 */
export function byRow(error: FieldError, lists: RowsOfLists, input: unknown): FieldError {
  const [, list = '', index] = /^#\/([^/]+)(?:\/(\d+).*)?$/.exec(error.pointer) ?? [];
  if (!Object.hasOwn(lists, list)) return byRowOf(error, input);
  const row = index === undefined ? undefined : lists[list]?.[Number(index)];
  const fault = sentenceIn(error, 'detail');
  return spoken({ pointer: `#/${list}/dataset`, detail: row === undefined ? fault : ofRow(row, fault) });
}

/** Does what may throw; faults of rows are thrown by row. */
export async function withRows<T>(lists: RowsOfLists, input: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProblemError ? problemByRow(error, lists, input) : error;
  }
}

function problemByRow(problem: ProblemError, lists: RowsOfLists, input: unknown): ProblemError {
  const { code, fields, headers } = problem;
  const errors = Array.isArray(fields.errors) ? (fields.errors as FieldError[]) : [];
  const named = errors.map((error) => byRow(error, lists, input));
  if (named.every((error, i) => error === errors[i])) return problem;
  const told = invalidFields(named);
  return new ProblemError(code, told.message, { ...fields, ...told.fields }, headers);
}
