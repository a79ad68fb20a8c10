import { saidMembers } from '@hinterland/contract';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { partDescription } from '../subject/schema.ts';
import { supplyData } from './supply.ts';

/** Competing brands and stores that a result lists per brand. */
export const COMPETITORS_SHOWN = 50;
export const STORES_SHOWN = 200;

const share = (base: string, what: string) =>
  figure.share({ base }).nullable().describe(`${what}, 0..1; null if the whole is 0`);

const figures = z
  .object({
    stores: figure.count('stores').describe('Open stores of the brand'),
    competitors: figure.count('stores').describe('Open stores of other brands in the same sector'),
    shareOfStores: share('stores + competitors', 'stores ÷ (stores + competitors)'),
    floorAreaSquareMeters: figure.squareMeters().describe('Gross floor area of the stores of the brand'),
    competitorsFloorAreaSquareMeters: figure.squareMeters(),
    shareOfFloorArea: share('floor area of stores and competitors', 'The same by floor area'),
    storesPer10000: figure
      .per10000()
      .nullable()
      .describe('10,000 × stores of the brand ÷ residents; null for fewer than 200 residents or without a census'),
  })
  .describe('Figures of one brand for one part')
  .meta({ id: 'BrandFigures' });

const competitor = z
  .object({
    brand: z
      .string()
      .meta(figure.name())
      .nullable()
      .describe('null: independent stores and stores of unknown brands together'),
    stores: z.record(z.string(), figure.count('stores')).describe('Open stores by id of the part'),
    floorAreaSquareMeters: figure.squareMeters().describe('Gross floor area in all parts of the call'),
    shareOfStores: share('stores of the sector', 'Of all stores of the sector in the whole territory of the call'),
    nearest: z
      .object({ seconds: figure.seconds().optional(), meters: figure.meters().optional() })
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
        name: z.string().meta(figure.name()),
        available: z.literal(true).meta(figure.aside()),
        wikidata: z.string().nullable().describe('Wikidata id'),
        sector: z
          .object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()) })
          .describe('The sector in which it competes'),
        figures: z.record(z.string(), figures).describe('By id of the part').meta(figure.group()),
        competitors: z
          .array(competitor)
          .describe(`Competing brands, most stores first, ties by name, at most ${COMPETITORS_SHOWN}`)
          .meta(figure.list('brand')),
        stores: z
          .array(
            z.object({
              id: z.string().meta(figure.key()),
              name: z.string().meta(figure.name()),
              brand: z.string().meta(figure.name()).nullable(),
              isOfBrand: z.boolean().describe('true for stores of the brand, false for competitors'),
              lat: figure.degrees(),
              lng: figure.degrees(),
              squareMeters: figure.squareMeters(),
              address: z.string(),
            }),
          )
          .describe(`Stores of the sector in the parts of the call, those of the brand first, at most ${STORES_SHOWN}`)
          .meta(figure.list('brand')),
      })
      .describe('A brand with its competitors'),
    z
      .object({
        name: z.string().meta(figure.name()),
        available: z.literal(false).meta(figure.aside()),
        reason: z.string(),
        said: saidMembers,
      })
      .describe('A brand without open stores in the territory; it is not charged'),
  ])
  .meta({ id: 'BrandResult' });

export const brandsFields = {
  parts: z
    .array(partDescription)
    .describe('Parts of the territory that every brand has figures for: bands, areas or the polygon')
    .meta(figure.list('id')),
  brands: z.array(brand).describe('The brands in the order asked for').meta(figure.group()),
  supplyData,
} as const;
export type BrandResults = z.output<z.ZodObject<typeof brandsFields>>;
