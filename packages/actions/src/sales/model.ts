import { TRAFFICS } from '@hinterland/catalogue';
import { z } from 'zod';
import { orModel } from '../input/dataset.ts';
import { JOURNEY_MODES } from '../input/journey.ts';
import { storeHeading } from '../input/stores.ts';
import { dataVersion } from '../output/common.ts';

const record = z.record(z.string(), z.number());
const traits = z.object({
  floorArea: z.number(),
  spendWithinReach: z.number(),
  competition: z.number(),
  ownStoreDistance: z.number(),
});
const span = z.object({ least: z.number(), most: z.number(), deviation: z.number() });

/** What forecasts need of a model: numbers that a fit made. Its members are no part of the interface. */
const fitted = z.object({
  decay: z.enum(['power', 'exponential']),
  origin: z.number(),
  coefficients: record,
  terms: z
    .array(
      z.object({
        term: z.string(),
        value: z.number(),
        standardError: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        atBound: z.boolean(),
      }),
    )
    .readonly(),
  folds: z.array(z.object({ coefficients: record })).readonly(),
  stores: z
    .array(
      z.object({
        sales: z.number(),
        format: z.string().nullable(),
        traits,
        leftOut: z.number(),
        leftOutWithNeighbors: z.number(),
        fitted: z.number(),
        spend: z.number(),
        fold: z.int(),
        isOutlier: z.boolean(),
      }),
    )
    .readonly(),
  spans: z.object({ floorArea: span, spendWithinReach: span, competition: span, ownStoreDistance: span }),
  path: z.array(z.object({ added: z.string(), error: z.number() })).readonly(),
  inseparable: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  error: z.number(),
  rivals: z.object({
    meanOfStores: z.number(),
    meanPerSquareMeter: z.number(),
    nearestSimilar: z.number(),
    nearest: z.number().optional(),
    regression: z.number().optional(),
  }),
  isBetter: z.boolean().optional(),
  withinFifth: z.number().optional(),
  rivalWithinFifth: z.number().optional(),
  atBound: z
    .array(z.object({ term: z.string(), bound: z.number(), value: z.number() }))
    .readonly()
    .optional(),
});

/** When people leave, where a model was learned for a time of day. */
const departureOfModel = z.object({ day: z.string(), from: z.string(), to: z.string() });

/** A model of an organization, as it is stored. */
const salesModel = z
  .object({
    id: z.string().describe('Id of the model, to be named in `model` of other actions'),
    name: z.string(),
    territory: z.string(),
    sectorCode: z.string(),
    currency: z.string().nullable(),
    mode: z.enum(JOURNEY_MODES),
    traffic: z.enum(TRAFFICS),
    departure: departureOfModel.optional(),
    beatsRivals: z.boolean(),
    sentence: z.string(),
    storeTerms: z.array(z.string()),
    /** Mean and standard deviation of each attribute, and what ln of the neighbors is measured from. */
    scales: z.record(z.string(), z.object({ mean: z.number(), deviation: z.number() })),
    stores: z.array(
      z.object({
        ...storeHeading,
        lat: z.number(),
        lng: z.number(),
        squareMeters: z.number(),
        format: z.string().nullable(),
        attributes: record,
        sales: z.number(),
      }),
    ),
    fitted,
    dataVersion,
    from: z.object({ analysis: z.string(), version: z.int() }).optional(),
  })
  .describe('A sales model')
  .meta({ id: 'StoredSalesModel' });
export type StoredSalesModel = z.output<typeof salesModel>;

/** Input of actions that forecast sales: a model, or the version that holds it, in whose place the service puts the model. */
export const modelField = {
  model: orModel(salesModel)
    .optional()
    .describe(
      'A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range',
    ),
} as const;

/** The same of a model that was learned before the sales of a call came. */
export const earlierField = {
  earlier: orModel(salesModel)
    .optional()
    .describe(
      'A sales model of your organization that was learned earlier: the answer then says where the sales of stores fell that it did not know',
    ),
} as const;
