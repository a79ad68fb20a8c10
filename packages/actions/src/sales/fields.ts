import { bestRivalOf, RIVALS } from '@hinterland/engine/salesModel';
import { rounded } from '@hinterland/geo';
import { z } from 'zod';
import { storeHeading } from '../input/stores.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { missOf } from './learn.ts';
import type { StoredSalesModel } from './storedModel.ts';

const range = z
  .object({ low: figure.money({ modelled: true }), high: figure.money({ modelled: true }) })
  .describe('A range of yearly sales')
  .meta({ id: 'SalesRange' });
const rangeOrNone = range.nullable();

/** What a model says of a place. */
export const forecastOfPlace = z
  .object({
    sales: figure
      .money({ modelled: true })
      .describe('Yearly sales of an established store there: as many are higher as are lower'),
    mean: figure
      .money({ modelled: true })
      .optional()
      .describe('Mean yearly sales of such stores: the figure to add up, to subtract from and to set costs against'),
    range80: rangeOrNone.describe('Holds the sales of eight new stores of ten; null with too few own stores for it'),
    range95: rangeOrNone.describe('The same of 19 of 20; null with fewer than 19 own stores'),
    basis: z
      .object({ stores: figure.count('stores'), format: z.string().nullable() })
      .describe('Own stores whose errors, each left out, make the ranges; of one format where there are 20 of it'),
    beyond: z
      .array(z.object({ trait: z.string(), side: z.enum(['less', 'more']), reason: z.string() }))
      .describe('In what the place is unlike all own stores: the range is wider then, and holds less surely'),
    unknown: z
      .array(z.string())
      .optional()
      .describe('Attributes and formats that the model knows of own stores and not of this place: the range is wider'),
    similar: own(z.array(z.object({ ...storeHeading, sales: figure.money() }))).describe(
      'The three most similar own stores with their sales',
    ),
    takenFromOwnStores: own(
      z.array(z.object({ ...storeHeading, taken: figure.money({ modelled: true }), range80: rangeOrNone })),
    ).describe('Of `mean`, what it takes from each own store by the shares of the market model, most first'),
    takenFromOwn: figure.money({ modelled: true }).describe('Their sum, never more than `mean`'),
    netNew: figure.money({ modelled: true }).describe('mean − takenFromOwn: what the owner gains on average'),
    netNewRange80: rangeOrNone.describe('What the owner gains at the ends of `range80`'),
    naive: z
      .object({ name: z.enum(RIVALS), mean: figure.money({ modelled: true }) })
      .optional()
      .describe('What the best naive forecast expects here on average: the figure to use where the model is no better'),
    sentence: z.string().describe('The forecast in words, its range with it'),
  })
  .describe('Sales that a model expects of a place')
  .meta({ id: 'SalesForecast' });
export type ForecastOfPlace = z.output<typeof forecastOfPlace>;

/** What several places would sell if all of them opened. */
export const togetherField = z
  .object({
    mean: figure.money({ modelled: true }).describe('Mean yearly sales of all of them'),
    range80: range,
    range95: range,
    takenFromOwn: figure.money({ modelled: true }),
    netNew: figure.money({ modelled: true }).describe('mean − takenFromOwn'),
    netNewRange80: range,
    netNewRange95: range,
  })
  .optional()
  .describe(
    'With `model`: what all places of the answer would sell together if all of them opened, each taking from the others, too. Ranges are those of the sums',
  );

export type Together = z.output<typeof togetherField>;

export const modelOfForecast = z
  .object({
    id: z.string().meta(figure.key()),
    name: z.string().meta(figure.name()),
    currency: z.string().nullable(),
    beatsRivals: z.boolean(),
    sentence: z.string().describe('Whether it is better than naive forecasts on stores that it has not seen'),
    stores: figure.count('stores').optional().describe('Own stores that it was learned from'),
    error: figure
      .share({ base: 'sales' })
      .optional()
      .describe('Its typical miss on stores left out with their neighbors, as a share'),
    bestRival: z
      .object({ name: z.enum(RIVALS), error: figure.share({ base: 'sales' }) })
      .optional()
      .describe('The best naive forecast, and its miss on the same stores'),
    withinFifth: z
      .object({ model: figure.share({ base: 'stores' }), bestRival: figure.share({ base: 'stores' }) })
      .optional()
      .describe(
        'Share of the same stores that sold within 20% of what is said of them: by the model, by that forecast',
      ),
    note: z.string().meta(figure.note()).describe('Whether the data have changed since it was learned; empty if not'),
  })
  .describe('The sales model that the forecasts are from')
  .meta({ id: 'ModelOfForecast' });

export type SalesModelSaid = z.output<typeof modelOfForecast>;

export function describeModel(
  { id, name, currency, beatsRivals, sentence, dataVersion, stores, fitted }: StoredSalesModel,
  now: StoredSalesModel['dataVersion'],
): SalesModelSaid {
  const changed = (['territory', 'sociodemo', 'players'] as const).filter(
    (family) => dataVersion[family] !== undefined && dataVersion[family] !== now[family],
  );
  const note =
    changed.length === 0
      ? ''
      : `The data (${changed.join(', ')}) have changed since it was learned: calibrate it again.`;
  const rival = bestRivalOf(fitted.rivals);
  const { withinFifth, rivalWithinFifth } = fitted;
  return {
    id,
    name,
    currency,
    beatsRivals,
    sentence,
    stores: stores.length,
    error: missOf(fitted.error),
    bestRival: { name: rival, error: missOf(fitted.rivals[rival]!) },
    ...(withinFifth === undefined || rivalWithinFifth === undefined
      ? {}
      : { withinFifth: { model: rounded(withinFifth), bestRival: rounded(rivalWithinFifth) } }),
    note,
  };
}
