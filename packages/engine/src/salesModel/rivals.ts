/** The naive forecasts that a model has to beat. */
export const RIVALS = ['meanOfStores', 'meanPerSquareMeter', 'nearestSimilar'] as const;
export type Rival = (typeof RIVALS)[number];

const SIMILAR = 3;

/**
 * Returns ln of the sales of each store by each rival, from the other stores alone: the geometric mean of all, that of sales per
 * square meter times its floor area, and that of the three most similar stores. Stores of the same fold are left out, too. In:
 * squared unlikeness of pairs, by row.
 */
export function rivalForecasts(
  logSales: Float64Array,
  logAreas: Float64Array,
  unlikeness: (a: number, b: number) => number,
  folds: Uint8Array,
): Readonly<Record<Rival, Float64Array>> {
  const others = logSales.map((_, i) => i);
  const from = (i: number) => Array.from(others).filter((other) => folds[other] !== folds[i]);
  const meanOf = (stores: readonly number[], value: (store: number) => number) =>
    stores.reduce((sum, store) => sum + value(store), 0) / stores.length;
  return {
    meanOfStores: logSales.map((_, i) => meanOf(from(i), (other) => logSales[other]!)),
    meanPerSquareMeter: logSales.map(
      (_, i) => logAreas[i]! + meanOf(from(i), (other) => logSales[other]! - logAreas[other]!),
    ),
    nearestSimilar: logSales.map((_, i) => {
      const near = from(i).sort((a, b) => unlikeness(i, a) - unlikeness(i, b) || a - b);
      return meanOf(near.slice(0, SIMILAR), (other) => logSales[other]!);
    }),
  };
}
