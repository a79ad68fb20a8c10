import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { LEVELS } from '../areas/levels.ts';
import * as figure from '../output/figure.ts';

const QUERY_MAX = 300;
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

const text = (what: string) => z.string().describe(`${what}; empty if the data have none`);

const parts = z
  .object({
    number: text('House number with its suffix'),
    numberLast: text('Last number of a range'),
    unit: text('Flat, unit or addition'),
    street: text('Street'),
    locality: text('Town or suburb'),
    region: text('State or region'),
    postcode: text('Postcode'),
  })
  .describe('Parts of the address as the data have them')
  .meta({ id: 'AddressParts' });

const numbers = z
  .array(z.string())
  .describe(
    'House numbers in the order of the data: the first is the one to show, a second one ends a range. They are texts, such as "12A"',
  );

export const area = z
  .object({
    code: z.string().meta(figure.key()).describe('Code, for areas.list and analysis.people_economy'),
    name: z.string().meta(figure.name()).describe('Name'),
    kind: z.enum(AREA_KINDS).meta(figure.kind()).describe('Kind of area'),
    level: z
      .literal(LEVELS)
      .meta(figure.kind())
      .nullable()
      .describe('Administrative level; null for postcodes and statistical areas'),
  })
  .describe('An administrative area or postcode')
  .meta({ id: 'AreaAtPlace' });

export const addressFields = {
  displayLine: z.string().describe('In one line, written as is usual in the country'),
  countryCode: z.string().describe('Two-letter country code'),
  numbers,
  parts,
  lat: figure.degrees().describe('Latitude in degrees, WGS 84'),
  lng: figure.degrees().describe('Longitude in degrees, WGS 84'),
};

const FOUND_KINDS = ['address', 'street', 'locality', 'region', 'postcode', 'area'] as const;

const match = z
  .object({
    number: z
      .enum(['exact', 'in_range', 'other_suffix', 'nearest', 'none'])
      .nullable()
      .describe(
        'How the house number was found. exact: as asked; in_range: inside a range that the data hold as one address; other_suffix: with another suffix; nearest: not found, this is a neighbor; none: not found. null if none was asked for',
      ),
    unit: z.boolean().nullable().describe('Whether the data have the unit asked for; null if none was asked for'),
    spelledAlike: z.boolean().describe('false if words of the query were misspelled, unfinished or left out'),
    unmatched: z.array(z.string()).describe('Words of the query that match nothing'),
  })
  .describe('Parts of the query that were matched, and how')
  .meta({ id: 'AddressMatch' });

export const foundAddress = z
  .object({
    kind: z
      .enum(FOUND_KINDS)
      .describe(
        'address; or street, locality, region, postcode or area where the query names no house number: the place is then its middle',
      ),
    ...addressFields,
    approximate: z
      .boolean()
      .describe(
        'Whether the place is approximate: the middle of something larger, or a neighbor of a number that the data lack',
      ),
    confidence: figure.share({ base: 'a full match' }).describe('How well the answer matches the query, 0 to 1'),
    match,
    area: area.nullable().describe('The area, if one was found'),
    territory: z.string().describe('Id of the territory that holds it'),
  })
  .describe('An address or place that was found')
  .meta({ id: 'FoundAddress' });
export type FoundAddress = z.output<typeof foundAddress>;
