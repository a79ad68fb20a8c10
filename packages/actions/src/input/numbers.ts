import { asMessage, type Sentence, type SentenceCode, said, type Value } from '@hinterland/answers/said';
import { z } from 'zod';

/** Units of numbers and what lists hold, by the codes of their phrases. */
export type Noun = Extract<
  SentenceCode,
  | 'a_year'
  | 'addresses'
  | 'areas'
  | 'brands'
  | 'candidates_unit'
  | 'codes'
  | 'currency_per_month'
  | 'degrees'
  | 'listings_unit'
  | 'measures'
  | 'meters'
  | 'minutes'
  | 'names'
  | 'of_the_people'
  | 'people'
  | 'percent_unit'
  | 'places'
  | 'points'
  | 'poles'
  | 'positions'
  | 'rides'
  | 'rings'
  | 'rows'
  | 'seconds'
  | 'sections'
  | 'sector_codes'
  | 'square_meters'
  | 'store_ids'
  | 'stores'
  | 'topics'
>;

/** Number of an input field with its range; every refusal is a sentence that says what to send instead. */
interface Range {
  /** Name as callers know it, e.g. "lat". */
  readonly name: string;
  /** The unit in the plural. */
  readonly unit: Noun;
  readonly min: number;
  readonly max: number;
  /** Added to the sentence about a number outside the range. */
  readonly hint?: (value: number) => Sentence | null;
}

/** A finite number in a range. Texts are never taken for numbers. */
export const numberIn = (range: Range) =>
  z
    .number({ error: message(range, 'number_of') })
    .min(range.min)
    .max(range.max);

/** A whole number in a range. */
export const integerIn = (range: Range) =>
  z
    .int({ error: message(range, 'whole_of') })
    .min(range.min)
    .max(range.max);

function message({ name, unit, min, max, hint }: Range, kind: 'number_of' | 'whole_of'): z.core.$ZodErrorMap {
  const wanted = said(kind, { unit: said(unit), min, max });
  const sentence = (code: string | undefined, input: unknown): Sentence => {
    if (input === undefined) return said('missing_give', { name, wanted });
    if (typeof input !== 'number') return said('must_be_not', { name, wanted, given: kindOf(input) });
    if (!Number.isFinite(input)) return said('must_be_number', { name, wanted, given: String(input) });
    if (code === 'invalid_type') return said('must_be_whole', { name, wanted, given: input });
    const first = said('must_be_is_not', { name, wanted, given: input });
    const next = hint?.(input) ?? null;
    return next === null ? first : said('then', { first, next });
  };
  return ({ code, input }) => asMessage(sentence(code, input));
}

/** A caller's own text in quotation marks, its end cut off where it is long; a number as it is. */
export const quoted = (value: string | number): string =>
  JSON.stringify(typeof value === 'string' && value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** "the text \"12\"", "an array", … within sentences. */
export function kindOf(value: unknown): Value {
  if (value === null) return said('null_value');
  if (Array.isArray(value)) return said('an_array');
  if (typeof value === 'string') return said('the_text', { text: quoted(value) });
  if (typeof value === 'object') return said('an_object');
  if (typeof value === 'boolean') return said('a_boolean');
  return typeof value === 'number' ? said('a_number') : `a ${typeof value}`;
}

/** Message for a list whose members are counted: what is wrong when it is missing, no list, too short or too long. */
export function listMessage(name: string, of: Noun | Sentence, min: number, max: number): z.core.$ZodErrorMap {
  const what = typeof of === 'string' ? said(of) : of;
  const sentence = (code: string | undefined, input: unknown): Sentence => {
    if (input === undefined) return said('list_missing', { name, what });
    if (!Array.isArray(input)) return said('list_not', { name, what, given: kindOf(input) });
    if (code === 'too_small') return said('list_too_few', { name, count: input.length, what, least: min });
    return said('list_too_many', { name, count: input.length, what, most: max });
  };
  return ({ code, input }) => asMessage(sentence(code, input));
}

/** Message for a choice between words. */
export function choiceMessage(name: string, words: readonly (string | number)[]): z.core.$ZodErrorMap {
  const wanted = said('one_of', { choices: words.join(', ') });
  return ({ input }) =>
    asMessage(
      input === undefined
        ? said('missing_give', { name, wanted })
        : said('must_be_not', { name, wanted, given: typeof input === 'number' ? input : kindOf(input) }),
    );
}
