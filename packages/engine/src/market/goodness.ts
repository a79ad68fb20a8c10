/** Goodness of fit of modeled figures to observed ones. */
export interface Goodness {
  readonly observations: number;
  /** Square of the correlation between observed and modelled, 0..1; null where either does not vary. */
  readonly rSquared: number | null;
  /** Mean of |observed − modelled| ÷ observed, over observations above 0; 0.2 is 20% off on average. */
  readonly meanAbsolutePercentageError: number | null;
  /** Σ |observed − modelled| ÷ Σ observed. */
  readonly globalError: number | null;
}

/** In: figures of the same things in the same order. */
export function goodnessOf(observed: ArrayLike<number>, modelled: ArrayLike<number>): Goodness {
  const n = observed.length;
  let [sumObserved, sumModelled, absolute, relative, positive] = [0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    sumObserved += observed[i]!;
    sumModelled += modelled[i]!;
    const off = Math.abs(observed[i]! - modelled[i]!);
    absolute += off;
    if (observed[i]! > 0) {
      relative += off / observed[i]!;
      positive++;
    }
  }
  let [both, ofObserved, ofModelled] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const a = observed[i]! - sumObserved / n;
    const b = modelled[i]! - sumModelled / n;
    both += a * b;
    ofObserved += a * a;
    ofModelled += b * b;
  }
  return {
    observations: n,
    rSquared: ofObserved > 0 && ofModelled > 0 ? both ** 2 / (ofObserved * ofModelled) : null,
    meanAbsolutePercentageError: positive > 0 ? relative / positive : null,
    globalError: sumObserved > 0 ? absolute / sumObserved : null,
  };
}
