/** Standard errors by which a model has to miss less than a rival, so that it is called better. */
const STANDARD_ERRORS = 1;
const FIFTH = Math.log(1.2);

/**
 * Whether a model misses less than a rival on the same stores left out: the fall of the squared error, fold by fold, is above zero by one standard
 * error of its mean over folds (T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning, 2009, 7.10). In: misses of
 * ln sales by store, and the fold of each.
 */
export function isBetter(model: Float64Array, rival: Float64Array, folds: Uint8Array): boolean {
  const falls = [...new Set(folds)].map((fold) => {
    const members = [...folds.keys()].filter((i) => folds[i] === fold);
    return members.reduce((sum, i) => sum + rival[i]! ** 2 - model[i]! ** 2, 0) / members.length;
  });
  const mean = falls.reduce((sum, fall) => sum + fall, 0) / falls.length;
  const variance = falls.reduce((sum, fall) => sum + (fall - mean) ** 2, 0) / Math.max(1, falls.length - 1);
  return mean > STANDARD_ERRORS * Math.sqrt(variance / falls.length);
}

/** Share of misses of ln sales within a factor of 1.2. */
export const withinFifth = (misses: Float64Array): number =>
  misses.filter((miss) => Math.abs(miss) <= FIFTH).length / misses.length;
