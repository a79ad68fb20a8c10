import { type Fit, fit, type Observations, ROUGH } from './fit.ts';
import { type Spot, spatialFolds } from './folds.ts';
import { type Coefficients, startOf } from './salesMarket.ts';

const FOLDS = 6;
/** Stores per free coefficient, at least; two of them in any case. */
const STORES_PER_TERM = 5;
/** A term stays if the squared error falls by this share and by half the standard error of its fall. */
const LEAST_GAIN = 0.01;
const STANDARD_ERRORS = 0.5;

export interface Selection {
  readonly fit: Fit;
  /** Root mean squared error of ln sales over stores left out with their neighbors, step by step. */
  readonly path: readonly { readonly added: string; readonly error: number }[];
  /** ln of the sales of each store by a model that saw neither it nor its neighbors. */
  readonly leftOut: Float64Array;
  /** Position of each store's fold. */
  readonly folds: Uint8Array;
  /** Terms that sales pull to a bound: they do not say where such a term lies, so it stays as it starts. */
  readonly atBound: readonly { readonly term: string; readonly bound: number; readonly value: number }[];
}

/**
 * Chooses terms by error on stores left out with their neighbors (spatial folds), one at a time, the one that lowers it most
 * first; fit on the same stores never decides. In: terms that may enter beside the scale.
 */
export function selectTerms(
  observations: Observations,
  spots: readonly Spot[],
  candidates: readonly string[],
  checkpoint: () => void = () => {},
): Selection {
  const folds = spatialFolds(spots, Math.min(FOLDS, spots.length));
  const judge = (terms: readonly string[], start?: Coefficients) => {
    checkpoint();
    const whole = fit(observations, terms, undefined, start, ROUGH);
    return { whole, leftOut: leaveOut(observations, whole, folds, checkpoint) };
  };
  let { whole, leftOut } = judge(['scale']);
  const path = [{ added: 'scale', error: rootMeanSquare(errorsOf(observations, leftOut)) }];
  const most = Math.max(2, Math.floor(spots.length / STORES_PER_TERM));
  const pulled = new Map<string, number>();
  let open = [...candidates];
  while (whole.terms.length < most && open.length > 0) {
    const before = errorsOf(observations, leftOut);
    let best: { term: string; whole: Fit; leftOut: Float64Array; error: number } | null = null;
    for (const term of open) {
      const tried = judge([...whole.terms, term], whole.coefficients);
      if (tried.whole.spread === null) continue;
      if (tried.whole.atBound.length > 0) {
        if (tried.whole.atBound.includes(term)) pulled.set(term, tried.whole.coefficients[term]!);
        continue;
      }
      const after = errorsOf(observations, tried.leftOut);
      const error = rootMeanSquare(after);
      if (isWorth(before, after) && error < (best?.error ?? Infinity)) best = { term, ...tried, error };
    }
    if (best === null) break;
    ({ whole, leftOut } = best);
    path.push({ added: best.term, error: best.error });
    open = open.filter((term) => term !== best.term);
  }
  const start = startOf(observations.market);
  return {
    fit: fit(observations, whole.terms, undefined, whole.coefficients),
    path,
    leftOut,
    folds,
    atBound: open.flatMap((term) =>
      pulled.has(term) ? [{ term, bound: pulled.get(term)!, value: start[term] ?? 0 }] : [],
    ),
  };
}

/** Returns ln of the sales of each store by the model of the folds without it. */
function leaveOut(observations: Observations, whole: Fit, folds: Uint8Array, checkpoint: () => void): Float64Array {
  const leftOut = new Float64Array(folds.length);
  for (const fold of new Set(folds)) {
    checkpoint();
    const without = fit(observations, whole.terms, (i) => folds[i] !== fold, whole.coefficients, ROUGH);
    folds.forEach((of, i) => {
      if (of === fold) leftOut[i] = without.predicted[i]!;
    });
  }
  return leftOut;
}

const errorsOf = ({ logSales }: Observations, predicted: Float64Array): number[] =>
  Array.from(logSales, (value, i) => value - predicted[i]!);

function isWorth(before: readonly number[], after: readonly number[]): boolean {
  const falls = before.map((error, i) => error ** 2 - after[i]! ** 2);
  const mean = falls.reduce((sum, fall) => sum + fall, 0) / falls.length;
  const variance = falls.reduce((sum, fall) => sum + (fall - mean) ** 2, 0) / Math.max(1, falls.length - 1);
  const whole = before.reduce((sum, error) => sum + error ** 2, 0) / before.length;
  return mean > LEAST_GAIN * whole && mean > STANDARD_ERRORS * Math.sqrt(variance / falls.length);
}

export const rootMeanSquare = (errors: readonly number[]): number =>
  Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
