import { MINIMUM_LISTINGS, MINIMUM_TREND_PERIODS, PERIODS } from '@hinterland/engine/realestate';
import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchment.ts';
import { choiceMessage, integerIn, listMessage } from '../input/numbers.ts';
import { dataVersion } from '../output.ts';
import { subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';

/** Months that a call looks at when it names none. */
export const DEFAULT_MONTHS = 36;
/** Months of one call: fifty years. */
export const MONTHS_MAX = 600;
/** Rows of one page. */
export const ROWS_MAX = 1000;
export const ROWS_DEFAULT = 200;

const choices = <T extends string>(name: string, what: string, words: readonly T[]) =>
  z
    .array(z.enum(words as [T, ...T[]], { error: choiceMessage(what, words) }), {
      error: listMessage(name, name, 1, 20),
    })
    .min(1)
    .max(20)
    .transform((given) => words.filter((word) => given.includes(word)))
    .default([...words]);

const month = (name: string) =>
  z
    .string({ error: `${name} must be a month such as "2026-10".` })
    .regex(
      /^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/,
      `${name} must be a month such as "2026-10", from 1970-01 to 2099-12.`,
    );

/** What is told of the listings, wherever they lie. */
export const listingFields = {
  kinds: choices('kinds', 'A kind', LISTING_KINDS).describe('Sales, rents or both; both when left out'),
  states: choices('states', 'A state', LISTING_STATES).describe(
    'listing: what is asked. transaction: what was paid. The two are never mixed in one figure; both when left out',
  ),
  types: choices('types', 'A type', PROPERTY_TYPES).describe(
    'Types of property; a building is a whole house of several dwellings. All when left out',
  ),
  fromMonth: month('fromMonth')
    .optional()
    .describe(`First month; ${DEFAULT_MONTHS} months up to toMonth when left out`)
    .meta({ examples: ['2024-01'] }),
  toMonth: month('toMonth')
    .optional()
    .describe('Last month, itself included; the last month that the territory has listings of when left out')
    .meta({ examples: ['2026-10'] }),
  period: z
    .enum(PERIODS, { error: choiceMessage('period', PERIODS) })
    .default('quarter')
    .describe('How the trend is cut'),
  detail: z
    .enum(['summary', 'full'], { error: choiceMessage('detail', ['summary', 'full']) })
    .default('summary')
    .describe('full adds the listings themselves, a page of them'),
  rowsOffset: integerIn({ name: 'rowsOffset', unit: 'listings', min: 0, max: 10_000_000 })
    .default(0)
    .describe('With detail full: listings left out before the page'),
  rowsLimit: integerIn({ name: 'rowsLimit', unit: 'listings', min: 1, max: ROWS_MAX })
    .default(ROWS_DEFAULT)
    .describe(`With detail full: listings of the page, 1 to ${ROWS_MAX}`),
} as const;

export const input = z
  .object({ ...subjectFields, ...listingFields })
  .superRefine((given, context) => {
    subjectRule(given, context);
    if (given.fromMonth === undefined || given.toMonth === undefined || given.fromMonth <= given.toMonth) return;
    context.addIssue({
      code: 'custom',
      path: ['fromMonth'],
      message: `fromMonth ${given.fromMonth} lies after toMonth ${given.toMonth}. Exchange them.`,
    });
  })
  .meta(subjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and which listings to tell of');
export type Input = z.output<typeof input>;
export type ListingOptions = z.output<z.ZodObject<typeof listingFields>>;

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

export const output = z
  .object({
    territory: territoryAnswering,
    ...indicators,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Listings, prices and rents');
export type Output = z.output<typeof output>;
export type Indicators = z.output<z.ZodObject<typeof indicators>>;
