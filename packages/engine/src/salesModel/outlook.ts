import { SeededRandom } from '@hinterland/geo';
import type { SalesModel } from './salesModel.ts';

/** What a model expects of one place, before ranges are made of it. */
export interface Outlook {
  /** ln of the sales that as many stores are above as below. */
  readonly log: number;
  /** The same by the model without each fold. */
  readonly foldLogs: readonly number[];
  /** By how much ln sales missed their forecast at each store whose errors count here, each left out. */
  readonly residuals: readonly number[];
  /** Factor on residuals: 1 for a place like own stores of which all is known. */
  readonly widened: number;
}

/** By how much ln sales missed their forecast at some stores of a model, each left out. */
export const residualsOf = ({ stores }: Pick<SalesModel, 'stores'>, basis: readonly number[]): number[] =>
  basis.map((i) => Math.log(stores[i]!.sales / stores[i]!.leftOut));

/**
 * Factor from the middle to the mean of sales: what own stores sold over what was forecast of them, each left out. It is Duan's smearing
 * (N. Duan, Journal of the American Statistical Association 78, 1983) with stores weighed by their forecasts, so that forecasts of all
 * own stores add up to what these sold.
 */
export function meanPerMiddle({ stores }: Pick<SalesModel, 'stores'>, basis: readonly number[]): number {
  const sum = (of: 'sales' | 'leftOut') => basis.reduce((total, i) => total + stores[i]![of], 0);
  return sum('sales') / sum('leftOut');
}

const DRAWS = 1000;
const DRAW_SEED = 61;

/**
 * Draws of the sales of places in one world each: what the model may have learned wrongly is common to all places of a draw (its covariance by
 * delete-a-group jackknife, J. Shao and D. Tu, The Jackknife and Bootstrap, 1995), what it does not explain is drawn for each place from
 * the misses at own stores, which are drawn anew, too. Deterministic; a row per draw.
 */
export function jointDraws(outlooks: readonly Outlook[]): Float64Array[] {
  const random = new SeededRandom(DRAW_SEED);
  const folds = outlooks[0]?.foldLogs.length ?? 0;
  const spread = Math.sqrt(Math.max(0, folds - 1) / Math.max(1, folds));
  return Array.from({ length: DRAWS }, () => {
    const weights = Array.from({ length: folds }, () => spread * random.normal());
    const redrawn = new Map<readonly number[], readonly number[]>();
    return Float64Array.from(outlooks, ({ log, foldLogs, residuals, widened }) => {
      const shift = foldLogs.reduce((sum, other, g) => sum + weights[g]! * (other - log), 0);
      if (!redrawn.has(residuals)) redrawn.set(residuals, drawnAnew(residuals, random));
      return Math.exp(log + shift + widened * redrawn.get(residuals)![random.int(residuals.length)]!);
    });
  });
}

/** As many of the values, drawn with replacement, about the same mean: the mean itself is uncertain by the model alone. */
function drawnAnew(values: readonly number[], random: SeededRandom): number[] {
  const drawn = values.map(() => values[random.int(values.length)]!);
  const by = (drawn.reduce((a, b) => a + b, 0) - values.reduce((a, b) => a + b, 0)) / values.length;
  return drawn.map((value) => value - by);
}
