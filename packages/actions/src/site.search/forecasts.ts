import type { ActionContext } from '../action/action.ts';
import { sitesOf } from '../markets/sites.ts';
import { forecastsOf } from '../sales/forecast.ts';
import type { StoredSalesModel } from '../sales/model.ts';
import type { Input, Output } from './schema.ts';

type Place = Output['places'][number];

/** The places that were found, each with what a sales model expects there: the forecast of site.rank, in the market of those who could come to it. */
export function withForecasts(
  context: ActionContext,
  { sectorCode, mode, traffic, snapLimitMeters, ownStores }: Input,
  model: StoredSalesModel,
  places: readonly Place[],
): Place[] {
  // What is asked of each place tells no progress of the whole.
  const { territory, channel } = context;
  const quiet: ActionContext = { territory, channel, progress: () => {}, cancelled: () => context.cancelled() };
  return places.map((place) => {
    const { lat, lng } = place;
    const candidates = [{ lat, lng, ...(place.squareMeters === null ? {} : { squareMeters: place.squareMeters }) }];
    const question = { candidates, ownStores, sectorCode: sectorCode!, mode, traffic, snapLimitMeters };
    const { market, candidates: sites } = sitesOf(quiet, question);
    const [forecast] = forecastsOf(quiet, model, market, [{ lat, lng, ...sites[0]! }]);
    return { ...place, forecast: forecast ?? null };
  });
}
