import type { Figure } from '@hinterland/answers/plan';
import { saidMembers } from '@hinterland/contract';
import { MINIMUM_LISTINGS, MINIMUM_TREND_PERIODS, PERIODS } from '@hinterland/engine/realestate';
import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { partHeading } from '../subject/schema.ts';

const anyQuartiles = z
  .object({
    count: figure
      .count('listings')
      .describe('Number of listings whose value is known; the figures are made from these'),
    p25: figure.ofHolder().nullable(),
    median: figure.ofHolder().nullable(),
    p75: figure.ofHolder().nullable(),
  })
  .describe(`Quartiles; null for fewer than ${MINIMUM_LISTINGS}`)
  .meta({ id: 'Quartiles' });

const quartiles = (what: string, meaning: Figure) =>
  anyQuartiles.describe(`${what}; null for fewer than ${MINIMUM_LISTINGS}`).meta({ 'x-figure': meaning });
const PRICE: Figure = { unit: 'currency', unitFrom: 'unit' };
const PER_SQUARE_METER: Figure = { ...PRICE, per: 'square_meter' };

const perPeriod = (what: string, meaning: Figure) =>
  z.array(figure.plain(meaning).nullable()).describe(`${what} per period, null for fewer than ${MINIMUM_LISTINGS}`);

const daysOnMarket = z
  .object({
    count: figure.count('listings').describe('Offers whose days are known'),
    open: figure
      .count('listings')
      .describe('Of these, offers that are still open; they count as lasting at least as long as so far'),
    median: figure
      .days()
      .nullable()
      .describe(
        `Median days (Kaplan-Meier); null for fewer than ${MINIMUM_LISTINGS} offers, or if the data do not reach the median`,
      ),
  })
  .describe('How long offers stay on the market')
  .meta({ id: 'DaysOnMarket' });

const trend = z
  .object({
    counts: z.array(figure.count('listings')).describe('Offers or deals per period'),
    medianPrice: perPeriod('Median price or rent', PRICE),
    medianPricePerSquareMeter: perPeriod('Median price or rent per m²', PER_SQUARE_METER),
    changePercentPerYear: figure
      .percentPerYear({ base: 'median of the year before' })
      .nullable()
      .describe(
        `Change of the medians in percent per year (Theil-Sen); null for fewer than ${MINIMUM_TREND_PERIODS} periods with a median`,
      ),
    changeOf: z.enum(['price_per_square_meter', 'price']).nullable(),
  })
  .describe('In the order of `period.names`')
  .meta({ id: 'PriceTrend' });

const marketFigures = {
  count: figure.count('listings').describe('Offers or deals, with or without a price'),
  price: quartiles('Price of the whole, or rent per month', PRICE),
  pricePerSquareMeter: quartiles('Price per m² of floor area, or rent per m² and month', PER_SQUARE_METER),
  floorAreaShare: figure
    .share({ base: 'listings with a price' })
    .nullable()
    .describe(
      'Share of the listings with a price, 0..1, whose floor area is known: prices per m² rest on these; null where none has a price',
    ),
  floorAreaSquareMeters: quartiles('Floor area in m²', { unit: 'square_meters' }),
  daysOnMarket,
  trend,
} as const;

const market = z
  .object({
    kind: z.enum(LISTING_KINDS).meta(figure.kind()),
    state: z.enum(LISTING_STATES),
    unit: z
      .enum(['currency', 'currency_per_month'])
      .describe('Unit of prices; per m² where the name of the field says so'),
    all: z.object(marketFigures).describe('All types together'),
    byType: z
      .array(z.object({ type: z.enum(PROPERTY_TYPES).meta(figure.kind()), ...marketFigures }))
      .describe('Each type that occurs'),
  })
  .describe('Listings of one kind and state')
  .meta({ id: 'ListingMarket' });

const grossYield = z
  .object({
    type: z.enum(PROPERTY_TYPES).meta(figure.kind()).nullable().describe('null: all types together'),
    percent: figure.percent({ base: 'median price per m²', called: 'grossYield' }),
    sale: z.enum(LISTING_STATES).describe('listing: asking prices. transaction: prices paid'),
    rent: z.enum(LISTING_STATES),
  })
  .describe('Rent against price')
  .meta({ id: 'GrossYield' });

const figures = {
  listings: figure.count('listings').describe('Offers and deals of the call in this part'),
  markets: z.array(market).describe('Each combination of kind and state that occurs'),
  grossYields: z
    .array(grossYield)
    .describe('100 · 12 · median rent per m² and month ÷ median price per m², before any cost'),
} as const;

const part = z
  .object({
    ...partHeading,
    poles: figure.count('addresses').describe('Address poles'),
    ...figures,
  })
  .describe('A part of the territory with its figures')
  .meta({ id: 'ListingPart' });

const benchmark = z
  .object({
    level: z.enum(BENCHMARK_LEVELS).meta(figure.kind()),
    available: z.boolean().meta(figure.aside()),
    reason: z.string().describe('Why there is none; empty if there is one'),
    said: saidMembers,
    code: z.string().meta(figure.key()),
    name: z.string().meta(figure.name()),
    areaLevel: figure.plain.whole().nullable().describe('Administrative level of the area'),
    cut: z.boolean().describe('Whether the map has only a part of the area; the figures are then those of the part'),
    ...figures,
  })
  .describe('A surrounding area, for comparison')
  .meta({ id: 'ListingBenchmark' });

const row = z
  .object({
    id: z.string().meta(figure.key()).describe('Id of the listing in its source'),
    source: figure.plain.whole().describe('Position in `sources`'),
    kind: z.enum(LISTING_KINDS).meta(figure.kind()),
    state: z.enum(LISTING_STATES),
    type: z.enum(PROPERTY_TYPES).meta(figure.kind()),
    price: figure
      .money({ unit: 'currency' })
      .nullable()
      .describe('Price of the whole, or rent per month; null if unknown or no market price'),
    pricePerSquareMeter: figure.money({ unit: 'currency_per_square_meter' }).nullable(),
    floorAreaSquareMeters: figure.squareMeters().nullable(),
    rooms: figure.plain({ unit: 'rooms' }).nullable(),
    day: z.string().describe('First day on the market, or day of the deal'),
    daysOnMarket: figure.days.whole().nullable(),
    open: z.boolean().describe('Whether it was still on the market on the date of the source'),
    lat: figure.degrees(),
    lng: figure.degrees(),
    part: z.string().describe('Id of the band, area or polygon that it lies in'),
  })
  .describe('A listing')
  .meta({ id: 'Listing' });

const source = z
  .object({
    name: z.string().meta(figure.name()),
    licence: z.string(),
    attribution: z.string(),
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    rows: figure.count('rows').describe('Rows of the source'),
    matchedShare: figure
      .share({ base: 'rows' })
      .nullable()
      .describe('Share of them, 0..1, whose address was found; null for no rows'),
  })
  .describe('A source of listings')
  .meta({ id: 'ListingSource' });

/** Indicators with what is needed to read them; also the section of enrich.point. */
export const indicators = {
  available: z.boolean().meta(figure.aside()).describe('false: the territory has no listings, and nothing is charged'),
  reason: z.string().describe('Why there are none; empty if there are some'),
  said: saidMembers,
  period: z
    .object({
      fromMonth: z.string(),
      toMonth: z.string(),
      period: z.enum(PERIODS),
      names: z.array(z.string()).describe('Periods of all trends, such as "2026-10", "2026-Q4", "2026"'),
    })
    .nullable()
    .describe('Months that the figures cover; null without listings'),
  parts: z.array(part).describe('Bands, areas or the polygon').meta(figure.list('id')),
  benchmarks: z
    .array(benchmark)
    .describe(
      'Local government area, state and country that contain most addresses of the call, with their own listings under the same filters',
    )
    .meta(figure.list('level')),
  rows: z
    .object({
      total: figure.count('listings').describe('Number of listings of the call that may be shown'),
      withheld: figure.count('listings').describe('Number of listings of the call whose source permits figures only'),
      offset: figure.plain.whole(),
      items: z.array(row).describe('Latest day first'),
    })
    .optional()
    .describe('With detail full: a page of the listings'),
  sources: z.array(source).describe('Sources of the listings, and how many listings the figures are made from'),
  computed: z
    .object({
      minimumListings: figure.count('listings').describe('Figures of fewer listings are null; counts are always given'),
      minimumTrendPeriods: figure.count(),
      quantiles: z.literal('hyndman_fan_type_7'),
      daysOnMarket: z.literal('kaplan_meier_median'),
      trend: z.literal('theil_sen_of_logarithms'),
      kinds: z.array(z.enum(LISTING_KINDS)),
      states: z.array(z.enum(LISTING_STATES)),
      types: z.array(z.enum(PROPERTY_TYPES)),
    })
    .describe('Method and filters, see docs/methods/realestate.md')
    .meta(figure.basis()),
} as const;
export type Indicators = z.output<z.ZodObject<typeof indicators>>;
