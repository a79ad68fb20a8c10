import { sectorOf } from '@hinterland/catalogue';
import { z } from 'zod';
import { integerIn, quoted } from '../input/numbers.ts';
import { knownSectorCode } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';

const PAGE_DEFAULT = 20;
const PAGE_MAX = 200;

export const input = z
  .object({
    query: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Only brands whose name contains words that begin with these, typos allowed; case, accents and punctuation do not matter',
      ),
    sectorCode: z
      .string()
      .refine((code) => sectorOf(code) !== undefined, {
        error: ({ input: code }) => `There is no sector ${quoted(String(code))}. markets.sectors gives the codes.`,
      })
      .optional()
      .describe('Only brands with a store of this sector, a code of markets.sectors'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'country must be a code of two capital letters, such as AU.' })
      .optional()
      .describe('Only brands with a store in this country, a two-letter code'),
    limit: integerIn({ name: 'limit', unit: 'brands', min: 1, max: PAGE_MAX })
      .default(PAGE_DEFAULT)
      .describe(`Brands per answer, 1 to ${PAGE_MAX}`),
    offset: integerIn({ name: 'offset', unit: 'brands', min: 0, max: 10_000_000 })
      .default(0)
      .describe('Brands to skip, for the next page'),
  })
  .describe('Filters; a brand must meet all of them');
export type Input = z.output<typeof input>;

const brand = z
  .object({
    name: z.string().meta(figure.name()).describe('Name, for the market actions'),
    wikidata: z.string().nullable().describe('Wikidata id of the brand; null if unknown'),
    sectorCode: knownSectorCode
      .nullable()
      .describe('Sector of most of its stores; null if the service does not have it'),
    stores: figure.count('stores').describe('Number of its open stores in the territory that meet the filters'),
  })
  .describe('One brand');

export const output = z
  .object({
    total: figure.count().describe('Number of brands that meet the filters'),
    limit: figure.plain.whole().describe('As in the request, or its default'),
    offset: figure.plain.whole().describe('As in the request, or its default'),
    hasMore: z.boolean().describe('Whether another page follows'),
    brands: z
      .array(brand)
      .describe('With query best match first; otherwise by number of stores, then by name')
      .meta(figure.group()),
    dataVersion,
  })
  .describe('A page of brands');
export type Output = z.output<typeof output>;
