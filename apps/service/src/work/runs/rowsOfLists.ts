import type { FieldError } from '@hinterland/contract';
import { invalidFields } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { quoted } from '../../kit/quotedText.ts';

/** A row of a dataset as its owner knows it: its number from 1, and its name where it has one. */
export interface RowName {
  readonly no: number;
  readonly name: string;
}

/** The rows that stand for lists of an input, by the name of the list. */
export type RowsOfLists = Readonly<Record<string, readonly RowName[]>>;

/** Returns the fault of a place that came from a dataset with the number and name of its row: callers do not see the list. */
export function byRow(error: FieldError, lists: RowsOfLists): FieldError {
  const [, list = '', index] = /^#\/([^/]+)(?:\/(\d+).*)?$/.exec(error.pointer) ?? [];
  if (!Object.hasOwn(lists, list)) return error;
  const row = index === undefined ? undefined : lists[list]?.[Number(index)];
  return {
    pointer: `#/${list}/dataset`,
    detail: row === undefined ? error.detail : `${wordsOf(row)}: ${error.detail}`,
  };
}

/** Does what may throw; faults of places that came from datasets are thrown by row. */
export async function withRows<T>(lists: RowsOfLists, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProblemError && Object.keys(lists).length > 0 ? problemByRow(error, lists) : error;
  }
}

function problemByRow(problem: ProblemError, lists: RowsOfLists): ProblemError {
  const { code, fields, headers } = problem;
  const errors = Array.isArray(fields.errors) ? (fields.errors as FieldError[]) : [];
  if (errors.length === 0) return problem;
  const { message, fields: told } = invalidFields(errors.map((error) => byRow(error, lists)));
  return new ProblemError(code, message, { ...fields, ...told }, headers);
}

const wordsOf = ({ no, name }: RowName): string => (name === '' ? `Row ${no}` : `Row ${no} (${quoted(name)})`);
