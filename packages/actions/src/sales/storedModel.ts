import { TRAFFICS } from '@hinterland/catalogue';
import { z } from 'zod';
import { JOURNEY_MODES } from '../input/journey.ts';
import { lat, lng } from '../input/place.ts';
import { storeHeading } from '../input/stores.ts';
import { dataVersion } from '../output/common.ts';

/** Far beyond anything that a store sells, and finite however it is multiplied. */
const AMOUNT_MAX = 1e15;
/** Far beyond every logarithm and standard deviation of one. */
const LOG_MAX = 1000;
const STORES_MAX = 500;

const text = z.string().max(2000);
const word = z.string().max(300);
const amount = z.number().min(1e-9).max(AMOUNT_MAX);
const anyAmount = z.number().min(-AMOUNT_MAX).max(AMOUNT_MAX);
const log = z.number().min(-LOG_MAX).max(LOG_MAX);
const spread = z.number().min(0).max(LOG_MAX);
const share = z.number().min(0).max(1);
const logs = z.record(word, log);
const traits = z.object({ floorArea: log, spendWithinReach: log, competition: log, ownStoreDistance: log });
const span = z.object({ least: log, most: log, deviation: spread });

/** What forecasts need of a model: numbers that a fit made. Its members are no part of the interface. */
const fitted = z.object({
  decay: z.enum(['power', 'exponential']),
  origin: log,
  coefficients: logs,
  terms: z
    .array(
      z.object({
        term: word,
        value: log,
        standardError: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        atBound: z.boolean(),
      }),
    )
    .max(STORES_MAX)
    .readonly(),
  folds: z
    .array(z.object({ coefficients: logs }))
    .min(1)
    .max(STORES_MAX)
    .readonly(),
  stores: z
    .array(
      z.object({
        sales: amount,
        format: word.nullable(),
        traits,
        leftOut: amount,
        leftOutWithNeighbors: amount,
        fitted: amount,
        spend: amount,
        fold: z.int().min(0),
        isOutlier: z.boolean(),
      }),
    )
    .max(STORES_MAX)
    .readonly(),
  spans: z.object({ floorArea: span, spendWithinReach: span, competition: span, ownStoreDistance: span }),
  path: z
    .array(z.object({ added: word, error: spread }))
    .max(STORES_MAX)
    .readonly(),
  inseparable: z
    .array(z.tuple([word, word]).readonly())
    .max(STORES_MAX ** 2)
    .readonly(),
  error: spread,
  rivals: z.object({
    meanOfStores: spread,
    meanPerSquareMeter: spread,
    nearestSimilar: spread,
    nearest: spread.optional(),
    regression: spread.optional(),
  }),
  isBetter: z.boolean().optional(),
  withinFifth: share.optional(),
  rivalWithinFifth: share.optional(),
  atBound: z
    .array(z.object({ term: word, bound: log, value: log }))
    .max(STORES_MAX)
    .readonly()
    .optional(),
});

/** When people leave, where a model was learned for a time of day. */
const departureOfModel = z.object({ day: word, from: word, to: word });

/** What a model is made of. */
export const storedModel = z.object({
  id: word.describe('Id of the model, to be named in `model` of other actions'),
  name: word,
  territory: word,
  sectorCode: word,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  mode: z.enum(JOURNEY_MODES),
  traffic: z.enum(TRAFFICS),
  departure: departureOfModel.optional(),
  beatsRivals: z.boolean(),
  sentence: text,
  storeTerms: z.array(word).max(STORES_MAX),
  /** Mean and standard deviation of each attribute, and what ln of the neighbors is measured from. */
  scales: z.record(word, z.object({ mean: anyAmount, deviation: z.number().min(0).max(AMOUNT_MAX) })),
  stores: z
    .array(
      z.object({
        ...storeHeading,
        lat: lat(),
        lng: lng(),
        squareMeters: amount,
        format: word.nullable(),
        attributes: z.record(word, anyAmount),
        sales: amount,
      }),
    )
    .max(STORES_MAX),
  fitted,
  dataVersion,
  /** Of a model that the service put in the place of its name. It is not believed. */
  from: z.object({ analysis: z.string(), version: z.int() }).optional(),
});
export type StoredSalesModel = z.output<typeof storedModel>;
