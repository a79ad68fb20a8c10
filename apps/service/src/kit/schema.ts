import { asMessage, type Sentence, said, spoken, type Value } from '@hinterland/answers/said';
import type { FieldError } from '@hinterland/contract';
import type { z } from 'zod';
import { invalid, invalidFields, pointerStep } from './json.ts';
import { cut, quoted } from './quotedText.ts';

/** Errors reported at once. */
const ERRORS_SHOWN = 100;

/** Types as sentences name them. */
const NAMES = {
  array: 'a_list',
  boolean: 'true_or_false',
  int: 'a_whole_number',
  number: 'a_number',
  object: 'an_object',
  record: 'an_object',
  string: 'a_text',
} as const;

/** Returns the sentence about a missing value, or one of a wrong type or size, for schemas that have no sentence of their own. */
export const sentence: z.core.$ZodErrorMap = (issue) => {
  const { code, expected, values, input, path, format } = issue;
  const last = path?.at(-1);
  const name = typeof last === 'number' ? said('an_entry') : last === undefined ? said('the_value') : cut(String(last));
  if (code === 'too_small' || code === 'too_big') return asMessage(said('must_size', { name, size: sizeOf(issue) }));
  if (code === 'invalid_format' && format === 'email') return asMessage(said('must_email', { name }));
  const choice =
    code === 'invalid_value' ? said('one_of', { choices: (values as unknown[]).map(String).join(', ') }) : undefined;
  const type = NAMES[expected as keyof typeof NAMES] as (typeof NAMES)[keyof typeof NAMES] | undefined;
  const wanted = code === 'invalid_type' ? type && said(type) : choice;
  if (wanted === undefined) return undefined;
  return asMessage(
    input === undefined
      ? said('missing_give', { name, wanted })
      : said('must_be_not', { name, wanted, given: kindOf(input) }),
  );
};

/** The size that a value must have: "have at least 8 characters", "be at most 100". */
function sizeOf(issue: z.core.$ZodRawIssue): Sentence {
  const { minimum, maximum, inclusive, exact, origin } = issue;
  const bound = String(minimum ?? maximum);
  const [within, beyond] =
    minimum === undefined ? (['at_most', 'less_than'] as const) : (['at_least', 'more_than'] as const);
  const size = said(exact === true ? 'exactly' : inclusive === false ? beyond : within, { bound });
  const unit = UNITS[origin as string];
  return said(unit === undefined ? 'be_size' : unit[bound === '1' ? 0 : 1], { bound: size });
}

/** What sizes are counted in, one and several. */
const UNITS: Readonly<Record<string, readonly ['have_entry' | 'have_character', 'have_entries' | 'have_characters']>> =
  {
    array: ['have_entry', 'have_entries'],
    set: ['have_entry', 'have_entries'],
    string: ['have_character', 'have_characters'],
  };

function kindOf(value: unknown): Value {
  if (typeof value === 'string') return said('the_text', { text: quoted(value) });
  if (Array.isArray(value)) return said('a_list');
  return typeof value === 'object' && value !== null ? said('an_object') : String(value);
}

/** Returns a body as its schema parses it, without unknown members. Throws validation_error with a pointer per fault. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('#', said('body_object'));
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
    throw invalid('#', said('body_faults'));
  }
}

/** Returns the faults of an issue with pointers; of several allowed forms, those of the form that fits best. */
export function fieldErrors(issue: z.core.$ZodIssue, base = '#'): FieldError[] {
  const pointer = base + issue.path.map(pointerStep).join('');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => spoken({ pointer: pointer + pointerStep(key), detail: said('member_unknown') }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));
    const best = issue.errors.reduce((a, b) => (depth(b) > depth(a) ? b : a));
    if (depth(best) > 0) return best.flatMap((inner) => fieldErrors(inner, pointer));
  }
  return [spoken({ pointer, detail: issue.message })];
}
