import { MINIMUM_LISTINGS, MINIMUM_TREND_PERIODS, PERIODS } from '@hinterland/engine/realestate';
import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';
import { partHeading } from '../subject/schema.ts';

const anyQuartiles = z
  .object({
    count: z.int().describe('Number of listings whose value is known; the figures are made from these'),
    p25: z.number().nullable(),
    median: z.number().nullable(),
    p75: z.number().nullable(),
  })
  .describe(`Quartiles; null for fewer than ${MINIMUM_LISTINGS}`)
  .meta({ id: 'Quartiles' });

const quartiles = (what: string) => anyQuartiles.describe(`${what}; null for fewer than ${MINIMUM_LISTINGS}`);

const perPeriod = (what: string) =>
  z.array(z.number().nullable()).describe(`${what} per period, null for fewer than ${MINIMUM_LISTINGS}`);

const daysOnMarket = z
  .object({
    count: z.int().describe('Offers whose days are known'),
    open: z.int().describe('Of these, offers that are still open; they count as lasting at least as long as so far'),
    median: z
      .number()
      .nullable()
      .describe(
        `Median days (Kaplan-Meier); null for fewer than ${MINIMUM_LISTINGS} offers, or if the data do not reach the median`,
      ),
  })
  .describe('How long offers stay on the market')
  .meta({ id: 'DaysOnMarket' });

const trend = z
  .object({
    counts: z.array(z.int()).describe('Offers or deals per period'),
    medianPrice: perPeriod('Median price or rent'),
    medianPricePerSquareMeter: perPeriod('Median price or rent per m²'),
    changePercentPerYear: z
      .number()
      .nullable()
      .describe(
        `Change of the medians in percent per year (Theil-Sen); null for fewer than ${MINIMUM_TREND_PERIODS} periods with a median`,
      ),
    changeOf: z.enum(['price_per_square_meter', 'price']).nullable(),
  })
  .describe('In the order of `period.names`')
  .meta({ id: 'PriceTrend' });

const marketFigures = {
  count: z.int().describe('Offers or deals, with or without a price'),
  price: quartiles('Price of the whole, or rent per month'),
  pricePerSquareMeter: quartiles('Price per m² of floor area, or rent per m² and month'),
  floorAreaShare: z
    .number()
    .nullable()
    .describe(
      'Share of the listings with a price, 0..1, whose floor area is known: prices per m² rest on these; null where none has a price',
    ),
  floorAreaSquareMeters: quartiles('Floor area in m²'),
  daysOnMarket,
  trend,
} as const;

const market = z
  .object({
    kind: z.enum(LISTING_KINDS),
    state: z.enum(LISTING_STATES),
    unit: z
      .enum(['currency', 'currency_per_month'])
      .describe('Unit of prices; per m² where the name of the field says so'),
    all: z.object(marketFigures).describe('All types together'),
    byType: z.array(z.object({ type: z.enum(PROPERTY_TYPES), ...marketFigures })).describe('Each type that occurs'),
  })
  .describe('Listings of one kind and state')
  .meta({ id: 'ListingMarket' });

const grossYield = z
  .object({
    type: z.enum(PROPERTY_TYPES).nullable().describe('null: all types together'),
    percent: z.number(),
    sale: z.enum(LISTING_STATES).describe('listing: asking prices. transaction: prices paid'),
    rent: z.enum(LISTING_STATES),
  })
  .describe('Rent against price')
  .meta({ id: 'GrossYield' });

const figures = {
  listings: z.int().describe('Offers and deals of the call in this part'),
  markets: z.array(market).describe('Each combination of kind and state that occurs'),
  grossYields: z
    .array(grossYield)
    .describe('100 · 12 · median rent per m² and month ÷ median price per m², before any cost'),
} as const;

const part = z
  .object({
    ...partHeading,
    poles: z.int().describe('Address poles'),
    ...figures,
  })
  .describe('A part of the territory with its figures')
  .meta({ id: 'ListingPart' });

const benchmark = z
  .object({
    level: z.enum(BENCHMARK_LEVELS),
    available: z.boolean(),
    reason: z.string().describe('Why there is none; empty if there is one'),
    code: z.string(),
    name: z.string(),
    areaLevel: z.int().nullable().describe('Administrative level of the area'),
    cut: z.boolean().describe('Whether the map has only a part of the area; the figures are then those of the part'),
    ...figures,
  })
  .describe('A surrounding area, for comparison')
  .meta({ id: 'ListingBenchmark' });

const row = z
  .object({
    id: z.string().describe('Id of the listing in its source'),
    source: z.int().describe('Position in `sources`'),
    kind: z.enum(LISTING_KINDS),
    state: z.enum(LISTING_STATES),
    type: z.enum(PROPERTY_TYPES),
    price: z.number().nullable().describe('Price of the whole, or rent per month; null if unknown or no market price'),
    pricePerSquareMeter: z.number().nullable(),
    floorAreaSquareMeters: z.number().nullable(),
    rooms: z.number().nullable(),
    day: z.string().describe('First day on the market, or day of the deal'),
    daysOnMarket: z.int().nullable(),
    open: z.boolean().describe('Whether it was still on the market on the date of the source'),
    lat: z.number(),
    lng: z.number(),
    part: z.string().describe('Id of the band, area or polygon that it lies in'),
  })
  .describe('A listing')
  .meta({ id: 'Listing' });

const source = z
  .object({
    name: z.string(),
    licence: z.string(),
    attribution: z.string(),
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    rows: z.int().describe('Rows of the source'),
    matchedShare: z.number().nullable().describe('Share of them, 0..1, whose address was found; null for no rows'),
  })
  .describe('A source of listings')
  .meta({ id: 'ListingSource' });

/** Indicators with what is needed to read them; also the section of enrich.point. */
export const indicators = {
  available: z.boolean().describe('false: the territory has no listings, and nothing is charged'),
  reason: z.string().describe('Why there are none; empty if there are some'),
  period: z
    .object({
      fromMonth: z.string(),
      toMonth: z.string(),
      period: z.enum(PERIODS),
      names: z.array(z.string()).describe('Periods of all trends, such as "2026-10", "2026-Q4", "2026"'),
    })
    .nullable()
    .describe('Months that the figures cover; null without listings'),
  parts: z.array(part).describe('Bands, areas or the polygon'),
  benchmarks: z
    .array(benchmark)
    .describe(
      'Local government area, state and country that contain most addresses of the call, with their own listings under the same filters',
    ),
  rows: z
    .object({
      total: z.int().describe('Number of listings of the call that may be shown'),
      withheld: z.int().describe('Number of listings of the call whose source permits figures only'),
      offset: z.int(),
      items: z.array(row).describe('Latest day first'),
    })
    .optional()
    .describe('With detail full: a page of the listings'),
  sources: z.array(source).describe('Sources of the listings, and how many listings the figures are made from'),
  computed: z
    .object({
      minimumListings: z.int().describe('Figures of fewer listings are null; counts are always given'),
      minimumTrendPeriods: z.int(),
      quantiles: z.literal('hyndman_fan_type_7'),
      daysOnMarket: z.literal('kaplan_meier_median'),
      trend: z.literal('theil_sen_of_logarithms'),
      kinds: z.array(z.enum(LISTING_KINDS)),
      states: z.array(z.enum(LISTING_STATES)),
      types: z.array(z.enum(PROPERTY_TYPES)),
    })
    .describe('Method and filters, see docs/methods/realestate.md'),
} as const;
export type Indicators = z.output<z.ZodObject<typeof indicators>>;
