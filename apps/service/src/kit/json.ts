import { type Sentence, said, sentenceIn, spoken } from '@hinterland/answers/said';
import { type FieldError, LIMITS } from '@hinterland/contract';
import { ProblemError } from './problem.ts';
import { cut, cutSentence } from './quotedText.ts';

/**
 * Reads the JSON of a request. Refused with validation_error beside malformed text: nesting above the limit (JSON.parse
 * takes a million levels, what comes after it does not), more values than the limit, NUL and lone surrogates (PostgreSQL stores neither), numbers
 * beyond the range of a double, and keys that could change an object's prototype where objects are merged.
 */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid('#', said('body_empty'));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('#', said('body_utf8'));
  }
  refuseDeepOrMany(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid('#', said('body_json', { fault: (error as Error).message }));
  }
  const errors: FieldError[] = [];
  findUnstorable(value, '#', errors);
  if (errors.length > 0) throw invalidFields(errors);
  return value;
}

/** A validation_error about one place of the request. */
export const invalid = (pointer: string, detail: string | Sentence): ProblemError =>
  invalidFields([spoken({ pointer, detail })]);

/** A validation_error about several places; `detail` has the first. */
export function invalidFields(faults: readonly FieldError[]): ProblemError {
  const errors = faults.map((fault) => ({ ...fault, detail: cutSentence(fault.detail) }));
  const [first] = errors as [FieldError];
  const place = first.pointer === '#' ? '' : `${first.pointer}: `;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  const fault = sentenceIn(first, 'detail');
  const detail =
    typeof fault === 'string'
      ? `${place}${first.detail}${more}`
      : place === '' && more === ''
        ? fault
        : place === ''
          ? said('faults', { fault, more: errors.length - 1 })
          : more === ''
            ? said('fault_at', { pointer: first.pointer, fault })
            : said('faults_at', { pointer: first.pointer, fault, more: errors.length - 1 });
  return new ProblemError('validation_error', detail, { errors });
}

/** One step of a JSON pointer, escaped as RFC 6901 has it. The step of a long name is cut. */
export const pointerStep = (key: PropertyKey): string =>
  `/${cut(String(key)).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Parses bytes that `readJson` has accepted. */
export const parseChecked = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** Measures a text before it is parsed: a megabyte of empty lists takes longer to work on than the largest real body. */
function refuseDeepOrMany(text: string): void {
  let depth = 0;
  let values = 1;
  let openedAt = -1;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === COMMA) values++;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values++;
      openedAt = i;
      if (++depth > LIMITS.bodyDepth) {
        throw invalid('#', `The body is nested deeper than ${LIMITS.bodyDepth} levels, at character ${i}.`);
      }
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth--;
      if (openedAt === i - 1) values--; // of an empty one there is no first value
    }
  }
  if (values > LIMITS.bodyValues) {
    throw invalid('#', `The body has more than ${LIMITS.bodyValues} values. Send less, or split the call.`);
  }
}

const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Errors reported at once; a body of a megabyte could have a hundred thousand. */
const ERRORS_SHOWN = 20;

function findUnstorable(value: unknown, pointer: string, errors: FieldError[]): void {
  if (errors.length >= ERRORS_SHOWN) return;
  if (typeof value === 'string') {
    const detail = textFault(value);
    if (detail !== null) errors.push({ pointer, detail });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) errors.push({ pointer, detail: 'The number is too large.' });
  } else if (Array.isArray(value)) {
    value.forEach((item, i) => {
      findUnstorable(item, `${pointer}/${i}`, errors);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const place = pointer + pointerStep(key);
      const fault = FORBIDDEN_KEYS.has(key) ? `The key ${key} is not allowed.` : textFault(key);
      if (fault !== null) errors.push({ pointer: fault === textFault(key) ? pointer : place, detail: fault });
      else findUnstorable(item, place, errors);
    }
  }
}

/** Why a text cannot be stored, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'The text holds the character NUL (\\u0000), which is not allowed.';
  if (/\p{Surrogate}/u.test(text)) return 'The text holds half of a surrogate pair (\\ud800 to \\udfff alone).';
  return null;
}

/** Whether a value of JSON is an object, neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
