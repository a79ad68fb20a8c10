import { TRAFFICS } from '@hinterland/catalogue';
import { z } from 'zod';
import { timeOfDayMethod } from '../catchments/timeOfDay.ts';
import { JOURNEY_MODES, journeyFields, journeyRule } from '../input/journey.ts';
import { storeHeading } from '../input/stores.ts';
import { travelFields } from '../input/travel.ts';
import { sectorCode } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { cameFields } from '../sales/came.ts';
import { salesStores } from '../sales/input.ts';
import { earlierField } from '../sales/model.ts';
import type { StoredSalesModel } from '../sales/storedModel.ts';
import { withoutOutliers } from '../sales/words.ts';

const { snapLimitMeters: _, ...travel } = travelFields;

export const input = z
  .object({
    stores: salesStores.describe(
      'Your stores with their sales; stores without sales are named and left out, uncharged',
    ),
    sectorCode,
    name: z.string().min(1).max(100).optional().describe('Name of the model. Default: that of the sector'),
    ...travel,
    ...journeyFields,
    ...earlierField,
  })
  .superRefine(journeyRule)
  .describe('Own stores with their sales');
export type Input = z.output<typeof input>;

const error = figure
  .share({ base: 'sales' })
  .describe('Typical miss on stores left out with their neighbors: 0.2 means a factor of 1.2');

export const output = z
  .object({
    sentence: z.string().describe('Whether the model is better than naive forecasts on stores that it has not seen'),
    beatsRivals: z
      .boolean()
      .describe('Whether it misses less than every naive forecast by one standard error of paired folds at least'),
    error,
    rivals: z
      .object({
        meanOfStores: error,
        meanPerSquareMeter: error,
        nearestSimilar: error,
        nearest: error.optional(),
        regression: error.optional(),
      })
      .describe(
        'The same of naive forecasts: geometric means of all other stores, per square meter, of the three most similar, of the five nearest; a regression on spend within reach and floor area',
      ),
    withinFifth: z
      .object({ model: figure.share({ base: 'stores' }), bestRival: figure.share({ base: 'stores' }) })
      .optional()
      .describe(
        'Share of stores that sold within 20% of what is said of them, left out: by the model, by the best naive forecast',
      ),
    sector: z
      .object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()).describe('In English') })
      .describe('The sector asked for'),
    currency: z.string().nullable().describe('ISO 4217 code of the sales'),
    stores: own(
      z.array(
        z.object({
          ...storeHeading,
          observed: figure.money().describe('Yearly sales'),
          months: figure.months.whole().describe('Months that they were known for'),
          note: z.string().meta(figure.note()).describe('How they were made yearly; empty if they were'),
          predicted: figure
            .money({ modelled: true })
            .describe('By a model that saw neither this store nor its neighbors'),
          error: figure.share({ base: 'observed' }).describe('predicted ÷ observed − 1'),
          squareMeters: figure.squareMeters(),
          format: z.string().nullable(),
          matched: z.string().nullable().describe('Id of the store in the data on stores; null if the data lack it'),
          isOutlier: z.boolean().describe('Whether it is far from what the other stores suggest'),
        }),
      ),
    ).describe('Every store that counted, in the order of the request, with what is said of it once it is left out'),
    leftOut: own(z.array(z.object({ ...storeHeading, reason: z.string() }))).describe(
      'Stores that did not count; they are not charged',
    ),
    terms: z
      .array(
        z.object({
          term: z.string(),
          meaning: z.string(),
          value: figure.plain(),
          low: figure.plain().nullable().describe('Lower end of the interval of 95%; null where it is not known'),
          high: figure.plain().nullable(),
          atBound: z.boolean(),
        }),
      )
      .describe('Terms that lowered the error on stores left out, with their intervals'),
    path: z
      .array(z.object({ added: z.string(), error }))
      .describe('The terms in the order in which they were taken, with the error that was left'),
    limits: own(z.array(z.string()).meta(figure.note()), withoutOutliers).describe('What the data do not say'),
    method: z
      .object({
        decay: z.enum(['power', 'exponential']),
        mode: z.enum(JOURNEY_MODES),
        traffic: z.enum(TRAFFICS),
        ...timeOfDayMethod,
        competitors: figure.count('stores').describe('Other stores within reach of the same people'),
      })
      .describe('The way of travel, and how attraction falls with it')
      .meta(figure.background()),
    model: own(z.record(z.string(), z.unknown()))
      .describe('The model, for the member `model` of other actions')
      .meta(figure.elsewhere()),
    came: cameFields.optional(),
    dataVersion,
  })
  .describe('A model of own sales, with its error on stores that it has not seen');
export type Output = z.output<typeof output> & { readonly model: StoredSalesModel };
