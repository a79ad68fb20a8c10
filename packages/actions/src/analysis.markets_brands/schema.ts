import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchment.ts';
import { kindOf, listMessage } from '../input/numbers.ts';
import { supplyData } from '../markets/supply.ts';
import { dataVersion } from '../output.ts';
import { partDescription, subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';

/** Brands of one call. */
export const BRANDS_MAX = 50;
/** Competing brands and stores that a result lists per brand. */
export const COMPETITORS_SHOWN = 50;
export const STORES_SHOWN = 200;

export const input = z
  .object({
    ...subjectFields,
    brands: z
      .array(
        z
          .string({ error: ({ input: given }) => `A brand is a text, the name of it, not ${kindOf(given)}.` })
          .min(1)
          .max(200),
        { error: listMessage('brands', 'names', 1, BRANDS_MAX) },
      )
      .min(1)
      .max(BRANDS_MAX)
      .transform((names) => [...new Set(names)])
      .describe(`Exact names as search.brands gives them, 1 to ${BRANDS_MAX}, each priced once`)
      .meta({ examples: [['Gull & Crumb']] }),
  })
  .superRefine(subjectRule)
  .meta(subjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the brands to tell of it');
export type Input = z.output<typeof input>;

const share = (what: string) =>
  z.number().nullable().describe(`${what}, 0..1; null where there is nothing to divide by`);

const figures = z
  .object({
    stores: z.int().describe('Open stores of the brand'),
    competitors: z.int().describe('Open stores of others in the same sector'),
    shareOfStores: share('stores ÷ (stores + competitors)'),
    floorAreaSquareMeters: z.number().describe('Gross floor area of the stores of the brand'),
    competitorsFloorAreaSquareMeters: z.number(),
    shareOfFloorArea: share('The same by floor area'),
    storesPer10000: z
      .number()
      .nullable()
      .describe('10,000 × stores of the brand ÷ residents; null for fewer than 200 residents or without a census'),
  })
  .describe('Figures of one brand for one part');

const competitor = z
  .object({
    brand: z.string().nullable().describe('null: independent stores and those of unknown brands, together'),
    stores: z.record(z.string(), z.int()).describe('Open stores by id of the part'),
    floorAreaSquareMeters: z.number().describe('Gross floor area in the whole territory of the call'),
    shareOfStores: share('Of all stores of the sector in the whole territory of the call'),
    nearest: z
      .object({ seconds: z.number().optional(), meters: z.number().optional() })
      .nullable()
      .describe(
        'Least travel from a store of it to the nearest origin; null for areas, polygons, and where none is within',
      ),
  })
  .describe('A competing brand');

const brand = z.discriminatedUnion('available', [
  z
    .object({
      name: z.string(),
      available: z.literal(true),
      wikidata: z.string().nullable().describe('Wikidata id'),
      sector: z.object({ code: z.string(), name: z.string() }).describe('The sector in which it competes'),
      figures: z.record(z.string(), figures).describe('By id of the part'),
      competitors: z
        .array(competitor)
        .describe(`Who else is there, most stores first, ties by name, at most ${COMPETITORS_SHOWN}`),
      stores: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            brand: z.string().nullable(),
            isOfBrand: z.boolean().describe('true for the stores of the brand asked for, false for competitors'),
            lat: z.number(),
            lng: z.number(),
            squareMeters: z.number(),
            address: z.string(),
          }),
        )
        .describe(
          `Stores of the sector in the territory of the call, those of the brand first, at most ${STORES_SHOWN}`,
        ),
    })
    .describe('A brand with its competitors'),
  z
    .object({ name: z.string(), available: z.literal(false), reason: z.string() })
    .describe('A brand with no open store in the installed territory; it is not charged'),
]);

export const brandsFields = {
  parts: z.array(partDescription).describe('What every brand has figures for: bands, areas or the polygon'),
  brands: z.array(brand).describe('The brands in the order asked for'),
  supplyData,
} as const;

export const output = z
  .object({
    territory: territoryAnswering,
    ...brandsFields,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Competitors by brand');
export type Output = z.output<typeof output>;
