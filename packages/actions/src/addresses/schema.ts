import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { LEVELS } from '../areas/levels.ts';

export const QUERY_MAX = 300;
export const LIMIT_MAX = 50;

export const CONTINENTS = [
  'africa',
  'antarctica',
  'asia',
  'europe',
  'north_america',
  'oceania',
  'south_america',
] as const;

export const queryText = z
  .string({
    error: ({ input }) =>
      input === undefined ? 'query is missing: give the text to search for.' : 'query must be a text.',
  })
  .min(1, 'query must not be empty.')
  .max(QUERY_MAX, `query has at most ${QUERY_MAX} characters.`);

export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'country must be a two-letter code of ISO 3166-1, such as AU.')
  .transform((code) => code.toUpperCase());

const text = (what: string) => z.string().describe(`${what}; empty where the data say nothing`);

export const parts = z
  .object({
    number: text('House number with its suffix'),
    numberLast: text('Last number of a range'),
    unit: text('Flat, unit or addition'),
    street: text('Street'),
    locality: text('Town or suburb'),
    region: text('State or region'),
    postcode: text('Postcode'),
  })
  .describe('Parts of the address as held in the data');

export const numbers = z
  .array(z.string())
  .describe(
    'House numbers in the order of the data: the first is the one to show, a second ends a range. Texts: "12A"',
  );

export const area = z
  .object({
    code: z.string().describe('Code, as areas.list and analysis.people_economy take it'),
    name: z.string().describe('Name'),
    kind: z.enum(AREA_KINDS).describe('Kind of area'),
    level: z.literal(LEVELS).nullable().describe('Administrative level; null for postcodes and statistical areas'),
  })
  .describe('An administrative area or postcode');

export const addressFields = {
  displayLine: z.string().describe("In one line, in the order of the country's convention"),
  countryCode: z.string().describe('Two-letter country code'),
  numbers,
  parts,
  lat: z.number().describe('Latitude in degrees, WGS 84'),
  lng: z.number().describe('Longitude in degrees, WGS 84'),
};

export const FOUND_KINDS = ['address', 'street', 'locality', 'region', 'postcode', 'area'] as const;

export const match = z
  .object({
    number: z
      .enum(['exact', 'in_range', 'other_suffix', 'nearest', 'none'])
      .nullable()
      .describe(
        'How the house number was found: as it stands, inside a range that is held as one address, with another suffix, not but this is a neighbour, not at all; null where none was asked for',
      ),
    unit: z.boolean().nullable().describe('Whether the unit that was asked for is held; null where none was'),
    spelledAlike: z.boolean().describe('false where words of the query were misspelt, unfinished or left out'),
    unmatched: z.array(z.string()).describe('Words of the query that nothing stands for'),
  })
  .describe('What of the query was matched, and how');

export const foundAddress = z
  .object({
    kind: z
      .enum(FOUND_KINDS)
      .describe(
        'address, or what the query names without a house number: its place is the middle of the street, locality, region, postcode or area',
      ),
    ...addressFields,
    approximate: z
      .boolean()
      .describe(
        'Whether the place is a stand-in: the middle of something larger, or a neighbour of a number that is not held',
      ),
    confidence: z.number().describe('How well query and answer say the same, 0 to 1'),
    match,
    area: area.nullable().describe('The area, where one was found'),
    territory: z.string().describe('Id of the territory that holds it'),
  })
  .describe('An address or place that was found');
export type FoundAddress = z.output<typeof foundAddress>;
