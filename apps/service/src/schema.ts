import type { FieldError } from '@hinterland/contract';
import type { z } from 'zod';
import { invalid, invalidFields, pointerStep } from './json.ts';

/** Errors told at once. */
const ERRORS_SHOWN = 100;

/** What a schema makes of a body. Throws validation_error with a pointer per fault; unknown members are left out. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('#', 'The body must be a JSON object.');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue)).slice(0, ERRORS_SHOWN));
}

/** The faults that zod found, as pointers; of several allowed forms, those of the form that fits best. */
export function fieldErrors(issue: z.core.$ZodIssue, base = '#'): FieldError[] {
  const pointer = base + issue.path.map(pointerStep).join('');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ pointer: pointer + pointerStep(key), detail: 'This member is not known.' }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));
    const best = issue.errors.reduce((a, b) => (depth(b) > depth(a) ? b : a));
    if (depth(best) > 0) return best.flatMap((inner) => fieldErrors(inner, pointer));
  }
  return [{ pointer, detail: issue.message }];
}
