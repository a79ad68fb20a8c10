import { z } from 'zod';
import { CONTINENTS, countryCode, foundAddress, LIMIT_MAX, queryText } from '../addresses/schema.ts';
import { choiceMessage, integerIn } from '../input/numbers.ts';
import { place } from '../input/place.ts';
import { dataVersion } from '../output/common.ts';

const LIMIT_DEFAULT = 10;

export const input = z
  .object({
    query: queryText.describe(
      'The text to search for, as people type it: "100 broadway", "3/17 high st sydney", a postcode, a town. The last word may be unfinished; end with a space if it is complete',
    ),
    continent: z.enum(CONTINENTS, { error: choiceMessage('continent', CONTINENTS) }).describe('Continent to search in'),
    country: countryCode.optional().describe('Two-letter country code; only addresses of this country'),
    near: place('Places near here come first among equals').optional(),
    limit: integerIn({ name: 'limit', unit: 'addresses', min: 1, max: LIMIT_MAX })
      .default(LIMIT_DEFAULT)
      .describe(`At most this many addresses, 1 to ${LIMIT_MAX}`),
  })
  .describe('The text to search for, and where');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    addresses: z.array(foundAddress).describe('Best match first; empty if nothing matches'),
    dataVersion,
  })
  .describe('Addresses and places that match the query');
export type Output = z.output<typeof output>;
