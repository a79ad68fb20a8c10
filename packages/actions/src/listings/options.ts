import { asMessage, said } from '@hinterland/answers/said';
import { PERIODS } from '@hinterland/engine/realestate';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';
import { choiceMessage, integerIn, listMessage } from '../input/numbers.ts';

/** Months that a call looks at when it names none. */
export const DEFAULT_MONTHS = 36;
/** Months of one call: fifty years. */
export const MONTHS_MAX = 600;
/** Rows of one page. */
export const ROWS_MAX = 1000;
const ROWS_DEFAULT = 200;

const choices = <T extends string>(name: string, what: string, words: readonly T[]) =>
  z
    .array(z.enum(words as [T, ...T[]], { error: choiceMessage(what, words) }), {
      error: listMessage(name, said('members_named', { name }), 1, 20),
    })
    .min(1)
    .max(20)
    .transform((given) => words.filter((word) => given.includes(word)))
    .default([...words]);

const month = (name: string) =>
  z
    .string({ error: () => asMessage(said('month_not', { name })) })
    .regex(/^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, { error: () => asMessage(said('month_range', { name })) });

/** Options about listings, for any territory. */
export const listingFields = {
  kinds: choices('kinds', 'A kind', LISTING_KINDS).describe('Sales, rents or both. Default: both'),
  states: choices('states', 'A state', LISTING_STATES).describe(
    'listing: asking prices. transaction: prices paid. The two are never mixed in one figure. Default: both',
  ),
  types: choices('types', 'A type', PROPERTY_TYPES).describe(
    'Types of property; a building is a whole house of several dwellings. Default: all',
  ),
  fromMonth: month('fromMonth')
    .optional()
    .describe(`First month. Default: ${DEFAULT_MONTHS} months up to toMonth`)
    .meta({ examples: ['2024-01'] }),
  toMonth: month('toMonth')
    .optional()
    .describe('Last month, inclusive. Default: the last month with listings in the territory')
    .meta({ examples: ['2026-10'] }),
  period: z
    .enum(PERIODS, { error: choiceMessage('period', PERIODS) })
    .default('quarter')
    .describe('Length of the periods of the trend'),
  detail: z
    .enum(['summary', 'full'], { error: choiceMessage('detail', ['summary', 'full']) })
    .default('summary')
    .describe('full adds the listings themselves, a page of them'),
  rowsOffset: integerIn({ name: 'rowsOffset', unit: 'listings_unit', min: 0, max: 10_000_000 })
    .default(0)
    .describe('With detail full: listings to skip, for the next page'),
  rowsLimit: integerIn({ name: 'rowsLimit', unit: 'listings_unit', min: 1, max: ROWS_MAX })
    .default(ROWS_DEFAULT)
    .describe(`With detail full: listings per page, 1 to ${ROWS_MAX}`),
} as const;
export type ListingOptions = z.output<z.ZodObject<typeof listingFields>>;
