import type { ActionContext } from '../action/action.ts';
import { forecastAt } from '../sales/forecastAt.ts';
import type { StoredSalesModel } from '../sales/storedModel.ts';
import type { Input, Output } from './schema.ts';

type Place = Output['places'][number];

/** The places that were found, each with what a sales model expects there. */
export function withForecasts(
  context: ActionContext,
  { sectorCode, mode, traffic, snapLimitMeters, ownStores }: Input,
  model: StoredSalesModel,
  places: readonly Place[],
): Place[] {
  const travel = { sectorCode: sectorCode!, mode, traffic, snapLimitMeters, ownStores };
  return places.map(({ lat, lng, squareMeters, ...place }) => ({
    ...place,
    lat,
    lng,
    squareMeters,
    forecast: forecastAt(context, model, { ...travel, lat, lng, squareMeters }),
  }));
}
