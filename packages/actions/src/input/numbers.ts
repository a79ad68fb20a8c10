import { z } from 'zod';

/** Number of an input field with its range; every refusal is a sentence that says what to send instead. */
interface Range {
  /** Name as callers know it, e.g. "lat". */
  readonly name: string;
  /** The unit in the plural: "degrees". */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Added to the sentence about a number outside the range. */
  readonly hint?: (value: number) => string;
}

/** A finite number in a range. Texts are never taken for numbers. */
export const numberIn = (range: Range) =>
  z
    .number({ error: message(range, 'a number') })
    .min(range.min)
    .max(range.max);

/** A whole number in a range. */
export const integerIn = (range: Range) =>
  z
    .int({ error: message(range, 'a whole number') })
    .min(range.min)
    .max(range.max);

function message({ name, unit, min, max, hint }: Range, kind: string): z.core.$ZodErrorMap {
  const wanted = `${kind} of ${unit} from ${min} to ${max}`;
  return ({ code, input }) => {
    if (input === undefined) return `${name} is missing: give ${wanted}.`;
    if (typeof input !== 'number') return `${name} must be ${wanted}, not ${kindOf(input)}.`;
    if (!Number.isFinite(input)) return `${name} must be ${wanted}; ${input} is no number.`;
    if (code === 'invalid_type') return `${name} must be ${wanted}; ${input} has a fraction.`;
    return `${name} must be ${wanted}; ${input} is not.${hint === undefined ? '' : hint(input)}`;
  };
}

/** A caller's own text in quotation marks, its end cut off where it is long; a number as it is. */
export const quoted = (value: string | number): string =>
  JSON.stringify(typeof value === 'string' && value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** "the text \"12\"", "an array", … for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return `the text ${quoted(value)}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Message for a list whose members are counted: what is wrong when it is missing, no list, too short or too long. */
export function listMessage(name: string, what: string, min: number, max: number): z.core.$ZodErrorMap {
  return ({ code, input }) => {
    if (input === undefined) return `${name} is missing: give a list of ${what}.`;
    if (!Array.isArray(input)) return `${name} must be a list of ${what}, not ${kindOf(input)}.`;
    if (code === 'too_small') return `${name} holds ${input.length} ${what}; give at least ${min}.`;
    return `${name} holds ${input.length} ${what}; give at most ${max}.`;
  };
}

/** Message for a choice between words. */
export function choiceMessage(name: string, words: readonly (string | number)[]): z.core.$ZodErrorMap {
  return ({ input }) =>
    input === undefined
      ? `${name} is missing: give one of ${words.join(', ')}.`
      : `${name} must be one of ${words.join(', ')}, not ${typeof input === 'number' ? input : kindOf(input)}.`;
}
