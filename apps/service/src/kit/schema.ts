import type { FieldError } from '@hinterland/contract';
import type { z } from 'zod';
import { invalid, invalidFields, pointerStep } from './json.ts';
import { cut, quoted } from './quotedText.ts';

/** Errors reported at once. */
const ERRORS_SHOWN = 100;

/** Types as sentences name them. */
const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/** Returns the sentence about a missing value, or one of a wrong type or size, for schemas that have no sentence of their own. */
export const sentence: z.core.$ZodErrorMap = (issue) => {
  const { code, expected, values, input, path, format } = issue;
  const last = path?.at(-1);
  const name = typeof last === 'number' ? 'An entry of the list' : last === undefined ? 'The value' : cut(String(last));
  if (code === 'too_small' || code === 'too_big') return `${name} must ${sizeOf(issue)}.`;
  if (code === 'invalid_format' && format === 'email') return `${name} must be an e-mail address.`;
  const choice = code === 'invalid_value' ? `one of ${(values as unknown[]).map(String).join(', ')}` : undefined;
  const wanted = code === 'invalid_type' ? NAMES[expected as string] : choice;
  if (wanted === undefined) return undefined;
  return input === undefined
    ? `${name} is missing: give ${wanted}.`
    : `${name} must be ${wanted}, not ${kindOf(input)}.`;
};

/** The size that a value must have: "have at least 8 characters", "be at most 100". */
function sizeOf(issue: z.core.$ZodRawIssue): string {
  const { minimum, maximum, inclusive, exact, origin } = issue;
  const bound = String(minimum ?? maximum);
  const words = minimum === undefined ? ['at most', 'less than'] : ['at least', 'more than'];
  const size = `${exact === true ? 'exactly' : inclusive === false ? words[1] : words[0]} ${bound}`;
  const unit = UNITS[origin as string];
  return unit === undefined ? `be ${size}` : `have ${size} ${bound === '1' ? unit[0] : unit[1]}`;
}

/** What sizes are counted in, one and several. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  string: ['character', 'characters'],
};

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `the text ${quoted(value)}`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Returns a body as its schema parses it, without unknown members. Throws validation_error with a pointer per fault. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('#', 'The body must be a JSON object.');
  }
  const parsed = checked(schema, body);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue)).slice(0, ERRORS_SHOWN));
}

/** Parses a value with sentences of ours. Throws validation_error for one that has more faults than can be collected. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value, { error: sentence });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid('#', 'The body has too many faults to list them. Send less.');
  }
}

/** Returns the faults of an issue with pointers; of several allowed forms, those of the form that fits best. */
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
