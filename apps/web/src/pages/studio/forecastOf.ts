/** What a sales model says of a place, yearly: its sales, and what it adds for its owner. */
export interface PlaceForecast {
  readonly sales: number;
  /** What such stores sell on average; absent from answers that are older than it. */
  readonly mean?: number;
  readonly netNew: number;
}

/** The forecast of a row of an answer; null where no model was asked, or nobody reaches the place. */
export const forecastOf = ({ forecast }: { readonly forecast?: unknown }): PlaceForecast | null =>
  (forecast as PlaceForecast | null | undefined) ?? null;

/**
 * The row as a card shows it, where sales are named for what they are: a model's figures in place of those of the sector's market, which
 * put places into another order; what the market model says that residents here spend in a store; or those that somebody has told.
 */
export function cellsOf(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const forecast = forecastOf(row);
  if (forecast !== null) {
    const { rank: _, captured: __, ...rest } = row;
    return { ...rest, netNew: forecast.netNew, expectedSales: forecast.mean ?? forecast.sales };
  }
  if (row.floorAreaSource === undefined || row.sales === undefined) return row;
  const { sales: spentHere, ...rest } = row;
  return { ...rest, spentHere };
}
