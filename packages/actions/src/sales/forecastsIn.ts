import type { ForecastOfPlace } from './fields.ts';

/** What a stored result forecasts, as far as sales that come are held against it. */
export interface ForecastsOfResult {
  readonly model: { readonly id: string; readonly name: string; readonly currency: string | null } | null;
  readonly places: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly forecast: Pick<ForecastOfPlace, 'sales' | 'range80' | 'range95'>;
  }[];
}

/** Id of the place of a result that forecasts one alone. */
const ONLY_PLACE = 'place';

interface Row {
  readonly id?: string | number;
  readonly name?: string;
  readonly address?: string | null;
  readonly forecast?: ForecastOfPlace | null;
}
interface Result extends Row {
  readonly salesModel?: ForecastsOfResult['model'];
  readonly model?: ForecastsOfResult['model'];
}

/**
 * Finds the forecasts of a stored result: that of the whole, or those of the rows of its lists. The result of
 * market.calibrate has a model and no forecast. In: the result as it was answered.
 */
export function forecastsIn(result: object): ForecastsOfResult {
  const { salesModel, model, forecast } = result as Result;
  const own = salesModel ?? model;
  if (own === undefined || own === null || typeof own.id !== 'string') return { model: null, places: [] };
  const one: Row[] = forecast === undefined ? [] : [{ id: ONLY_PLACE, forecast }];
  const rows = Object.values(result).filter(Array.isArray).flat() as unknown[];
  const listed = rows.filter((row): row is Row => typeof row === 'object' && row !== null && 'forecast' in row);
  return {
    model: { id: own.id, name: own.name, currency: own.currency },
    places: [...one, ...listed].flatMap(({ id, name, address, forecast: said }, i) =>
      said === undefined || said === null
        ? []
        : [
            {
              id: String(id ?? i + 1),
              name: name ?? address ?? null,
              forecast: { sales: said.mean ?? said.sales, range80: said.range80, range95: said.range95 },
            },
          ],
    ),
  };
}
