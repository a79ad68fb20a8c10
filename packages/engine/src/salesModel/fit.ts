import { inverse, times } from './linear.ts';
import { MODEL_TERMS, modelledSales } from './modelledSales.ts';
import { type Coefficients, type Pairs, type SalesMarket, startOf } from './salesMarket.ts';
import { boundsOf } from './terms.ts';

/** Stores of a market whose sales are known. */
export interface Observations {
  readonly market: SalesMarket;
  readonly pairs: Pairs;
  /** Positions in `market.stores`. */
  readonly stores: readonly number[];
  /** ln of their yearly sales. */
  readonly logSales: Float64Array;
  /** What ln E is measured from, so that scale and elasticity do not stand in for each other. */
  readonly origin: number;
}

export interface Fit {
  readonly terms: readonly string[];
  readonly coefficients: Coefficients;
  /** Σ of squared residuals of the stores that were fitted. */
  readonly misfit: number;
  /** ln of the modeled sales of all observed stores, fitted or not. */
  readonly predicted: Float64Array;
  /** ln E of the same. */
  readonly logs: Float64Array;
  /** (JᵀJ)⁻¹ over `terms`; null where two of them cannot be told apart. */
  readonly spread: Float64Array | null;
  readonly atBound: readonly string[];
}

const MAX_ROUNDS = 80;
/** Shares of the misfit by which a further round would lower it when the search ends. */
const EXACT = 1e-12;
export const ROUGH = 1e-4;

/**
 * Fits ln S = scale + elasticity · (ln E − origin) by least squares over the stores that `weighs` keeps, E by Huff's model
 * with the coefficients of `terms` free and the others as in `start`. Levenberg–Marquardt with exact derivatives
 * (D. W. Marquardt, J. SIAM 11, 1963); a coefficient at its bound stays there as long as the misfit falls beyond it.
 */
export function fit(
  observations: Observations,
  terms: readonly string[],
  weighs: (store: number) => boolean = () => true,
  start: Coefficients = startOf(observations.market),
  tolerance = EXACT,
): Fit {
  const { market, logSales } = observations;
  const size = terms.length;
  const bounds = terms.map((term) => boundsOf(market, term));
  const kept = logSales.map((_, i) => (weighs(i) ? 1 : 0));
  let values = Float64Array.from(terms, (term, k) => clamp(start[term] ?? 0, bounds[k]!));
  const under = (given: Float64Array) =>
    predict(observations, { ...startOf(market), ...start, ...Object.fromEntries(terms.map((t, k) => [t, given[k]!])) });
  const misfitOf = ({ predicted }: Prediction) =>
    predicted.reduce((sum, value, i) => (kept[i] === 1 ? sum + (logSales[i]! - value) ** 2 : sum), 0);
  let now = under(values);
  if (terms.includes('scale')) {
    // The scale that fits the others best: the search begins beside its end.
    const at = terms.indexOf('scale');
    const count = kept.reduce((sum, one) => sum + one, 0);
    const shift = now.predicted.reduce((sum, value, i) => sum + kept[i]! * (logSales[i]! - value), 0) / count;
    values[at] = values[at]! + shift;
    now = under(values);
  }
  let misfit = misfitOf(now);
  let damping = 1e-3;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const jacobian = jacobianOf(observations, terms, now);
    const { normal, gradient } = normalEquations(jacobian, now.predicted, logSales, kept, size);
    const free = terms.map((_, k) => {
      const { least, most } = bounds[k]!;
      return !((values[k]! <= least && gradient[k]! < 0) || (values[k]! >= most && gradient[k]! > 0));
    });
    let isBetter = false;
    while (damping < 1e8) {
      const step = stepOf(normal, gradient, free, damping, size);
      const promised = step.reduce((sum, value, k) => sum + value * gradient[k]!, 0);
      if (!(promised > tolerance * misfit)) break;
      const next = values.map((value, k) => clamp(value + step[k]!, bounds[k]!)) as typeof values;
      const then = under(next);
      const found = misfitOf(then);
      if (found < misfit) {
        [values, now, misfit, isBetter] = [next, then, found, true];
        damping = Math.max(damping / 10, 1e-9);
        break;
      }
      damping *= 10;
    }
    if (!isBetter) break;
  }
  const { normal } = normalEquations(jacobianOf(observations, terms, now), now.predicted, logSales, kept, size);
  return {
    terms,
    coefficients: now.coefficients,
    misfit,
    predicted: now.predicted,
    logs: now.logs,
    spread: inverse(normal, size),
    atBound: terms.filter((_, k) => values[k] === bounds[k]!.least || values[k] === bounds[k]!.most),
  };
}

interface Prediction {
  readonly coefficients: Coefficients;
  readonly predicted: Float64Array;
  readonly logs: Float64Array;
  readonly slopes: Float64Array;
}

/** Returns ln of the modeled sales of the observed stores. */
function predict({ market, pairs, stores, origin }: Observations, coefficients: Coefficients): Prediction {
  const { logs, slopes } = modelledSales(market, pairs, coefficients, stores);
  const { scale, elasticity } = coefficients as { scale: number; elasticity: number };
  return { coefficients, predicted: logs.map((log) => scale + elasticity * (log - origin)), logs, slopes };
}

function jacobianOf({ market, origin }: Observations, terms: readonly string[], now: Prediction): Float64Array {
  const names = [...MODEL_TERMS, ...market.storeTerms] as readonly string[];
  const jacobian = new Float64Array(now.logs.length * terms.length);
  now.logs.forEach((log, i) => {
    terms.forEach((term, k) => {
      const at = i * terms.length + k;
      if (term === 'scale') jacobian[at] = 1;
      else if (term === 'elasticity') jacobian[at] = log - origin;
      else jacobian[at] = now.coefficients.elasticity! * now.slopes[i * names.length + names.indexOf(term)]!;
    });
  });
  return jacobian;
}

function normalEquations(
  jacobian: Float64Array,
  predicted: Float64Array,
  logSales: Float64Array,
  kept: Float64Array,
  size: number,
) {
  const normal = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  predicted.forEach((value, i) => {
    if (kept[i] === 0) return;
    for (let a = 0; a < size; a++) {
      const slope = jacobian[i * size + a]!;
      gradient[a]! += slope * (logSales[i]! - value);
      for (let b = 0; b < size; b++) normal[a * size + b]! += slope * jacobian[i * size + b]!;
    }
  });
  return { normal, gradient };
}

function stepOf(
  normal: Float64Array,
  gradient: Float64Array,
  free: readonly boolean[],
  damping: number,
  size: number,
): Float64Array {
  const damped = normal.slice();
  const wanted = gradient.slice();
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) if (!free[a] || !free[b]) damped[a * size + b] = 0;
    damped[a * size + a] = free[a] ? normal[a * size + a]! * (1 + damping) + 1e-12 : 1;
    if (!free[a]) wanted[a] = 0;
  }
  const found = inverse(damped, size);
  return found === null ? new Float64Array(size) : times(found, wanted);
}

const clamp = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, value));
