import { rounded } from '@hinterland/geo';
import { z } from 'zod';
import type { ActionContext } from '../action/action.ts';
import { headingOf, storeHeading } from '../input/stores.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { forecastsOf } from './forecast.ts';
import type { Learned } from './learn.ts';
import type { StoredSalesModel } from './storedModel.ts';

/** What an earlier model said of stores that it did not know, beside what came. */
export const cameFields = z
  .object({
    sentence: z.string(),
    of: figure.count('stores').describe('Stores that the earlier model did not know'),
    within80: figure.count('stores').describe('Of these, those that sold within its range of 80%'),
    stores: own(
      z.array(
        z.object({
          ...storeHeading,
          sold: figure.money(),
          forecast: figure.money({ modelled: true }),
          range80: z
            .object({ low: figure.money({ modelled: true }), high: figure.money({ modelled: true }) })
            .nullable(),
          isWithin: z.boolean().nullable().describe('Null without a range'),
        }),
      ),
    ),
  })
  .describe('With `earlier`: where sales fell that came after its forecasts')
  .meta({ id: 'SalesThatCame' });

/** Asks an earlier model about the stores of a call that it does not know, as if each opened now, and counts how many sold within its range. */
export function whatCame(
  context: ActionContext,
  earlier: StoredSalesModel,
  learned: Learned,
): z.output<typeof cameFields> {
  const { used, own, market, demand } = learned;
  const known = new Set(earlier.stores.map(({ id }) => String(id)));
  const fresh = used.map((_, i) => i).filter((i) => !known.has(String(used[i]!.given.id)));
  // A new store that the data have already would compete with itself.
  const without = new Set(fresh.flatMap((i) => own[i]!.known ?? []));
  const kept = market.stores.map((_, j) => j).filter((j) => !without.has(j));
  const before = {
    ...market,
    poleDemand: demand,
    stores: kept.map((j) => market.stores[j]!),
    steps: kept.map((j) => market.steps[j]!),
  };
  const forecasts = forecastsOf(
    context,
    earlier,
    before,
    fresh.map((i) => ({ ...own[i]!, format: own[i]!.format ?? undefined })),
  );
  const stores = fresh.flatMap((i, at) => {
    const forecast = forecasts[at] ?? null;
    if (forecast === null) return [];
    const { given, sales } = used[i]!;
    const { range80 } = forecast;
    const isWithin = range80 === null ? null : range80.low <= sales && sales <= range80.high;
    return [
      { ...headingOf(given), sold: rounded(sales), forecast: forecast.mean ?? forecast.sales, range80, isWithin },
    ];
  });
  const ranged = stores.filter(({ isWithin }) => isWithin !== null);
  const within80 = ranged.filter(({ isWithin }) => isWithin).length;
  const sentence =
    ranged.length === 0
      ? 'The earlier model knew every store of this call, so there is nothing to hold it against.'
      : `Of ${ranged.length} ${ranged.length === 1 ? 'store' : 'stores'} that the earlier model did not know, ${within80} sold within its range of 80%.`;
  return { sentence, of: ranged.length, within80, stores };
}
