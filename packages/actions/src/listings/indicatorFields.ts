import { MINIMUM_LISTINGS, MINIMUM_TREND_PERIODS, PERIODS } from '@hinterland/engine/realestate';
import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';

const quartiles = (what: string) =>
  z
    .object({
      count: z.int().describe('Listings whose value is known: the figures are theirs'),
      p25: z.number().nullable(),
      median: z.number().nullable(),
      p75: z.number().nullable(),
    })
    .describe(`${what}; null for fewer than ${MINIMUM_LISTINGS}`);

const perPeriod = (what: string) =>
  z.array(z.number().nullable()).describe(`${what} per period, null for fewer than ${MINIMUM_LISTINGS}`);

const marketFigures = {
  count: z.int().describe('Offers or deals, with or without a price'),
  price: quartiles('Price of the whole, or rent per month'),
  pricePerSquareMeter: quartiles('Price per m² of floor area, or rent per m² and month'),
  floorAreaSquareMeters: quartiles('Floor area in m²'),
  daysOnMarket: z
    .object({
      count: z.int().describe('Offers whose days are known'),
      open: z.int().describe('Of these, offers still open; they count as lasting longer than they have'),
      median: z
        .number()
        .nullable()
        .describe(
          `Days (Kaplan-Meier); null for fewer than ${MINIMUM_LISTINGS} offers, or where more than half outlast all that is known`,
        ),
    })
    .describe('How long offers stay on the market'),
  trend: z
    .object({
      counts: z.array(z.int()).describe('Offers or deals per period'),
      medianPrice: perPeriod('Median price or rent'),
      medianPricePerSquareMeter: perPeriod('Median price or rent per m²'),
      changePercentPerYear: z
        .number()
        .nullable()
        .describe(
          `Theil-Sen change of the medians; null for fewer than ${MINIMUM_TREND_PERIODS} periods with a median`,
        ),
      changeOf: z.enum(['price_per_square_meter', 'price']).nullable(),
    })
    .describe('Along `period.names`'),
} as const;

const figures = {
  listings: z.int().describe('Offers and deals of the call in this part'),
  markets: z
    .array(
      z.object({
        kind: z.enum(LISTING_KINDS),
        state: z.enum(LISTING_STATES),
        unit: z.enum(['currency', 'currency_per_month']).describe('Unit of prices; per m² where the field says so'),
        all: z.object(marketFigures).describe('All types together'),
        byType: z.array(z.object({ type: z.enum(PROPERTY_TYPES), ...marketFigures })).describe('Each type that occurs'),
      }),
    )
    .describe('Each kind and state that occurs'),
  grossYields: z
    .array(
      z.object({
        type: z.enum(PROPERTY_TYPES).nullable().describe('null: all types together'),
        percent: z.number(),
        sale: z.enum(LISTING_STATES).describe('Whether the price is what was asked or paid'),
        rent: z.enum(LISTING_STATES),
      }),
    )
    .describe('100 · 12 · median rent per m² and month ÷ median price per m², before any cost'),
} as const;

const part = z
  .object({
    id: z.string().describe('"band_1", "cumulative_1", "area_1", "polygon", "total"'),
    kind: z
      .enum(['band', 'cumulative', 'area', 'polygon', 'total'])
      .describe(
        'band: above the previous limit and within its own. cumulative: within the limit. total: all areas together.',
      ),
    limitSeconds: z.int().optional().describe('Limit of a band in seconds of travel'),
    limitMeters: z.int().optional().describe('Limit of a band in metres'),
    code: z.string().optional().describe('Code of an area'),
    name: z.string().optional().describe('Name of an area'),
    cut: z.boolean().optional().describe('Whether the map holds only a part of the area'),
    poles: z.int().describe('Address poles'),
    ...figures,
  })
  .describe('A part of the territory with its figures');

const benchmark = z
  .object({
    level: z.enum(BENCHMARK_LEVELS),
    available: z.boolean(),
    reason: z.string().describe('Why there is none; empty where there is'),
    code: z.string(),
    name: z.string(),
    areaLevel: z.int().nullable().describe('Administrative level of the area'),
    cut: z.boolean().describe('Whether the map holds only a part of the area: the figures are those of the part'),
    ...figures,
  })
  .describe('An area around, for comparison');

const row = z.object({
  id: z.string().describe('How the source names it'),
  source: z.int().describe('Position in `sources`'),
  kind: z.enum(LISTING_KINDS),
  state: z.enum(LISTING_STATES),
  type: z.enum(PROPERTY_TYPES),
  price: z.number().nullable().describe('Of the whole, or rent per month; null where not known or no market price'),
  pricePerSquareMeter: z.number().nullable(),
  floorAreaSquareMeters: z.number().nullable(),
  rooms: z.number().nullable(),
  day: z.string().describe('First day on the market, or day of the deal'),
  daysOnMarket: z.int().nullable(),
  open: z.boolean().describe('Whether it was still on the market when the source was made'),
  lat: z.number(),
  lng: z.number(),
  part: z.string().describe('Id of the band, area or polygon that it lies in'),
});

/** Indicators with what is needed to read them; also the section of enrich.point. */
export const indicators = {
  available: z.boolean().describe('false: the territory holds no listings, and nothing is charged'),
  reason: z.string().describe('Why there are none; empty where there are'),
  period: z
    .object({
      fromMonth: z.string(),
      toMonth: z.string(),
      period: z.enum(PERIODS),
      names: z.array(z.string()).describe('The periods that every trend runs along: "2026-10", "2026-Q4", "2026"'),
    })
    .nullable()
    .describe('Which months were looked at; null where there are no listings'),
  parts: z.array(part).describe('Bands, areas or the polygon'),
  benchmarks: z
    .array(benchmark)
    .describe(
      'Local government area, state and country that hold most addresses of the call, with their own listings of the same filter',
    ),
  rows: z
    .object({
      total: z.int().describe('Listings of the call that may be shown'),
      withheld: z.int().describe('Listings of the call whose source allows figures only'),
      offset: z.int(),
      items: z.array(row).describe('Latest day first'),
    })
    .optional()
    .describe('Only with detail full: a page of the listings'),
  sources: z
    .array(
      z.object({
        name: z.string(),
        licence: z.string(),
        attribution: z.string(),
        firstDay: z.string().nullable(),
        lastDay: z.string().nullable(),
        rows: z.int().describe('Rows of the source'),
        matchedShare: z.number().nullable().describe('Share of them, 0..1, whose address was found; null for no rows'),
      }),
    )
    .describe('Where the listings come from, and how many of them stand behind the figures'),
  computed: z
    .object({
      minimumListings: z.int().describe('Figures of fewer are null; counts are always given'),
      minimumTrendPeriods: z.int(),
      quantiles: z.literal('hyndman_fan_type_7'),
      daysOnMarket: z.literal('kaplan_meier_median'),
      trend: z.literal('theil_sen_of_logarithms'),
      kinds: z.array(z.enum(LISTING_KINDS)),
      states: z.array(z.enum(LISTING_STATES)),
      types: z.array(z.enum(PROPERTY_TYPES)),
    })
    .describe('How the figures were computed, and of what, see docs/methods/realestate.md'),
} as const;
export type Indicators = z.output<z.ZodObject<typeof indicators>>;
