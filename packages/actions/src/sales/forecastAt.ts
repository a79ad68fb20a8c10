import type { z } from 'zod';
import type { ActionContext } from '../action/action.ts';
import { type SitesQuestion, sitesOf } from '../markets/sites.ts';
import { describeModel, type ForecastOfPlace, forecastOfPlace, modelOfForecast } from './fields.ts';
import { forecastsOf } from './forecast.ts';
import type { StoredSalesModel } from './storedModel.ts';

/** A place, and how people travel to it. */
export interface PlaceToForecast extends Omit<SitesQuestion, 'candidates'> {
  readonly lat: number;
  readonly lng: number;
  /** Null: the sector's usual floor area. */
  readonly squareMeters: number | null;
}

/** What a model expects of one place in the market of those who could come to it: the forecast of site.rank for it alone. Null where nobody is within reach. */
export function forecastAt(
  context: ActionContext,
  model: StoredSalesModel,
  { lat, lng, squareMeters, ...travel }: PlaceToForecast,
): ForecastOfPlace | null {
  // What is asked of one place tells no progress of the whole.
  const { territory, channel } = context;
  const quiet: ActionContext = { territory, channel, progress: () => {}, cancelled: () => context.cancelled() };
  const candidates = [{ lat, lng, ...(squareMeters === null ? {} : { squareMeters }) }];
  const { market, candidates: sites } = sitesOf(quiet, { ...travel, candidates });
  const [forecast] = forecastsOf(quiet, model, market, [{ lat, lng, ...sites[0]! }]);
  return forecast ?? null;
}

/** Members of an answer about one place: what a model expects of a new store there. */
export const forecastMembers = {
  forecast: forecastOfPlace
    .nullable()
    .optional()
    .describe(
      'With `model`: what a store of the usual floor area of its sector would sell at the place, with a range, as site.rank says it; null where nobody is within reach',
    ),
  salesModel: modelOfForecast.optional().describe('With `model`: the model that the forecast is from'),
} as const;

/** The same of a call with a model; nothing without one. */
export function forecastMembersOf(
  context: ActionContext,
  model: StoredSalesModel | undefined,
  place: Omit<PlaceToForecast, 'sectorCode' | 'squareMeters' | 'ownStores'>,
  dataVersion: StoredSalesModel['dataVersion'],
): { forecast?: ForecastOfPlace | null; salesModel?: z.output<typeof modelOfForecast> } {
  if (model === undefined) return {};
  const asked = { ...place, sectorCode: model.sectorCode, squareMeters: null, ownStores: [] };
  return { forecast: forecastAt(context, model, asked), salesModel: describeModel(model, dataVersion) };
}
