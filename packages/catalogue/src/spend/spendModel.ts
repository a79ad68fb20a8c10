import type { CoicopDivision } from '../topics/coicop.ts';

/** How far modelled spend lies from published spend of regions, as shares of the published figure. */
export interface SpendError {
  /** Half of the regions are not farther off. */
  readonly median: number;
  /** Nine of ten are not. */
  readonly p90: number;
}

/** How the spend on a division follows the income of a place, and how wrong that is. */
export interface SpendModel {
  /** Spend = national level × (income ÷ mean income)^elasticity, scaled to the level. 0: the national mean was nearer. */
  readonly elasticity: number;
  /** Where the income of the place is known. */
  readonly withIncome: SpendError;
  /** Where the national mean stands for it. */
  readonly nationalMean: SpendError;
}

const model = (
  elasticity: number,
  [median, p90]: readonly [number, number],
  [meanMedian, meanP90]: readonly [number, number],
): SpendModel => ({
  elasticity,
  withIncome: { median, p90 },
  nationalMean: { median: meanMedian, p90: meanP90 },
});

/**
 * By division. Elasticities: the mean of what tables by income group say (ENGEL_SLOPES × SPEND_TO_INCOME) and of the slope over 13 states of
 * the US; 0 for health, where the national mean was nearer in the other 13. Errors: of 26 states, each predicted with slopes of the half it is not in, against the Bureau of Economic Analysis, 2019 (public
 * domain). `npm run bench -- spend` makes both, docs/benchmarks/spend-of-regions.json keeps them.
 */
export const SPEND_MODEL: Readonly<Record<CoicopDivision, SpendModel>> = {
  cp01: model(0.36, [0.064, 0.217], [0.069, 0.199]),
  cp02: model(0.43, [0.109, 0.223], [0.142, 0.254]),
  cp03: model(0.82, [0.074, 0.224], [0.158, 0.4]),
  cp04: model(0.47, [0.073, 0.155], [0.125, 0.296]),
  cp05: model(0.49, [0.092, 0.164], [0.084, 0.253]),
  cp06: model(0, [0.084, 0.221], [0.084, 0.221]),
  cp07: model(0.52, [0.06, 0.198], [0.079, 0.174]),
  cp08: model(0.77, [0.11, 0.545], [0.197, 0.711]),
  cp09: model(0.76, [0.089, 0.255], [0.084, 0.422]),
  cp10: model(0.96, [0.13, 0.324], [0.229, 0.417]),
  cp11: model(0.77, [0.106, 0.22], [0.121, 0.3]),
  cp12: model(1.06, [0.128, 0.216], [0.221, 0.346]),
  cp13: model(0.86, [0.114, 0.41], [0.143, 0.646]),
};

/** Deviation of the logarithm of modelled spend that is not known better: a guess of earlier releases, and the least where no income is known. */
const USUAL_DEVIATION = 0.2;
/** Normal deviates that half and nine tenths of the draws do not exceed, either way. */
const [HALF, NINE_TENTHS] = [0.6745, 1.6449];

/** Returns the deviation of the logarithm of spend that errors have; the larger of what their median and their p90 say. */
export function spendDeviation({ median, p90 }: SpendError, hasIncome: boolean): number {
  const measured = Math.max(median / HALF, p90 / NINE_TENTHS);
  return hasIncome ? measured : Math.max(USUAL_DEVIATION, measured);
}
