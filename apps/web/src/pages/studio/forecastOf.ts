/** What a sales model says of a place, yearly: its sales, and what it adds for its owner. */
export interface PlaceForecast {
  readonly sales: number;
  readonly netNew: number;
}

/** The forecast of a row of an answer; null where no model was asked, or nobody reaches the place. */
export const forecastOf = ({ forecast }: { readonly forecast?: unknown }): PlaceForecast | null =>
  (forecast as PlaceForecast | null | undefined) ?? null;

/** The row as a card shows it: a model's figures in place of those of the sector's market, which put places into another order. */
export function cellsOf(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const forecast = forecastOf(row);
  if (forecast === null) return row;
  const { rank: _, captured: __, ...rest } = row;
  return { ...rest, netNew: forecast.netNew, sales: forecast.sales };
}
