import { z } from 'zod';
import { partDescription } from '../subject/schema.ts';
import { supplyData } from './supply.ts';

/** Competing brands and stores that a result lists per brand. */
export const COMPETITORS_SHOWN = 50;
export const STORES_SHOWN = 200;

const share = (what: string) => z.number().nullable().describe(`${what}, 0..1; null if the whole is 0`);

const figures = z
  .object({
    stores: z.int().describe('Open stores of the brand'),
    competitors: z.int().describe('Open stores of other brands in the same sector'),
    shareOfStores: share('stores ÷ (stores + competitors)'),
    floorAreaSquareMeters: z.number().describe('Gross floor area of the stores of the brand'),
    competitorsFloorAreaSquareMeters: z.number(),
    shareOfFloorArea: share('The same by floor area'),
    storesPer10000: z
      .number()
      .nullable()
      .describe('10,000 × stores of the brand ÷ residents; null for fewer than 200 residents or without a census'),
  })
  .describe('Figures of one brand for one part')
  .meta({ id: 'BrandFigures' });

const competitor = z
  .object({
    brand: z.string().nullable().describe('null: independent stores and stores of unknown brands together'),
    stores: z.record(z.string(), z.int()).describe('Open stores by id of the part'),
    floorAreaSquareMeters: z.number().describe('Gross floor area in all parts of the call'),
    shareOfStores: share('Of all stores of the sector in the whole territory of the call'),
    nearest: z
      .object({ seconds: z.number().optional(), meters: z.number().optional() })
      .nullable()
      .describe(
        'Travel between its nearest store and the nearest origin; null for areas and polygons, and if no store is within the limits',
      ),
  })
  .describe('A competing brand')
  .meta({ id: 'CompetingBrand' });

const brand = z
  .discriminatedUnion('available', [
    z
      .object({
        name: z.string(),
        available: z.literal(true),
        wikidata: z.string().nullable().describe('Wikidata id'),
        sector: z.object({ code: z.string(), name: z.string() }).describe('The sector in which it competes'),
        figures: z.record(z.string(), figures).describe('By id of the part'),
        competitors: z
          .array(competitor)
          .describe(`Competing brands, most stores first, ties by name, at most ${COMPETITORS_SHOWN}`),
        stores: z
          .array(
            z.object({
              id: z.string(),
              name: z.string(),
              brand: z.string().nullable(),
              isOfBrand: z.boolean().describe('true for stores of the brand, false for competitors'),
              lat: z.number(),
              lng: z.number(),
              squareMeters: z.number(),
              address: z.string(),
            }),
          )
          .describe(`Stores of the sector in the parts of the call, those of the brand first, at most ${STORES_SHOWN}`),
      })
      .describe('A brand with its competitors'),
    z
      .object({ name: z.string(), available: z.literal(false), reason: z.string() })
      .describe('A brand without open stores in the territory; it is not charged'),
  ])
  .meta({ id: 'BrandResult' });

export const brandsFields = {
  parts: z
    .array(partDescription)
    .describe('Parts of the territory that every brand has figures for: bands, areas or the polygon'),
  brands: z.array(brand).describe('The brands in the order asked for'),
  supplyData,
} as const;
export type BrandResults = z.output<z.ZodObject<typeof brandsFields>>;
