import { byRowOf } from '@hinterland/actions';
import type { ActionProblem } from '@hinterland/actions/action';
import type { FieldError } from '@hinterland/contract';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What does not fit in an input: the pointer, and a sentence that names the row of a list. */
export const inputFaults = (issues: readonly Issue[], input: unknown): string[] =>
  issues.map(({ path, message }) => {
    const pointer = `#/${path.map(String).join('/')}`;
    return `${pointer}: ${byRowOf({ pointer, detail: message }, input).detail}`;
  });

/** The sentence of a refusal, which names the row of a list. */
export function detailOf({ message, fields }: ActionProblem, input: unknown): string {
  const [first] = Array.isArray(fields.errors) ? (fields.errors as FieldError[]) : [];
  return first?.detail === message ? byRowOf(first, input).detail : message;
}
