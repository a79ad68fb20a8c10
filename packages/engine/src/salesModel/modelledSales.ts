import { STEPS_PER_SECOND } from '../market/decay.ts';
import { type Coefficients, outsideUtilityUnder, type Pairs, type SalesMarket, utilityOf } from './salesMarket.ts';

/** Terms inside Huff's model, in the order of a row of `slopes`: those of stores follow. */
export const MODEL_TERMS = ['distance', 'floorArea', 'outside'] as const;

export interface ModelledSales {
  /** ln E_j of the observed stores; −Infinity where nobody can come. */
  readonly logs: Float64Array;
  /** ∂ ln E_j ÷ ∂ coefficient, a row per observed store: distance, floorArea, outside, then the market's store terms. */
  readonly slopes: Float64Array;
}

/**
 * Returns ln E_j and its exact derivatives under given coefficients. In: positions of the observed stores, each once.
 *
 * With P_pj the share of store j at point p and g_pj = ∂ ln U_pj ÷ ∂θ: ∂E_j ÷ ∂θ = Σ_p D_p P_pj (g_pj − Σ_k P_pk g_pk), the
 * outside option among the k.
 */
export function modelledSales(
  market: SalesMarket,
  pairs: Pairs,
  coefficients: Coefficients,
  observed: readonly number[],
): ModelledSales {
  const { stores, storeTerms, parameters, outside } = market;
  const terms = MODEL_TERMS.length + storeTerms.length;
  const bySeconds = distanceSlopes(parameters);
  const { distance } = coefficients as { distance: number };
  const decay = bySeconds.map((slope) => Math.exp(distance * slope));
  const utility = Float64Array.from(stores, (store) => utilityOf(market, coefficients, store));
  const logAreas = Float64Array.from(stores, ({ attraction }) => Math.log(attraction));
  const values = Float64Array.from(stores.flatMap((store) => store.values));
  const outsideUtility = outsideUtilityUnder(market, coefficients);
  const outsideSlopes = [slopeAt(parameters, outside.seconds), Math.log(outside.attraction), 1];
  const place = new Int32Array(stores.length).fill(-1);
  observed.forEach((store, i) => {
    place[store] = i;
  });
  const sales = new Float64Array(observed.length);
  const slopes = new Float64Array(observed.length * terms);
  const mean = new Float64Array(terms);
  const { first, store: storeOf, step, demand } = pairs;
  const own = storeTerms.length;
  for (let p = 0; p < demand.length; p++) {
    let sum = outsideUtility;
    mean.fill(0);
    for (let k = 0; k < 3; k++) mean[k] = outsideUtility * outsideSlopes[k]!;
    for (let at = first[p]!; at < first[p + 1]!; at++) {
      const j = storeOf[at]!;
      const worth = utility[j]! * decay[step[at]!]!;
      sum += worth;
      mean[0]! += worth * bySeconds[step[at]!]!;
      mean[1]! += worth * logAreas[j]!;
      for (let k = 0; k < own; k++) mean[3 + k]! += worth * values[j * own + k]!;
    }
    if (sum === 0) continue;
    for (let k = 0; k < terms; k++) mean[k]! /= sum;
    for (let at = first[p]!; at < first[p + 1]!; at++) {
      const j = storeOf[at]!;
      const i = place[j]!;
      if (i < 0) continue;
      const spend = (demand[p]! * utility[j]! * decay[step[at]!]!) / sum;
      const row = i * terms;
      sales[i]! += spend;
      slopes[row]! += spend * (bySeconds[step[at]!]! - mean[0]!);
      slopes[row + 1]! += spend * (logAreas[j]! - mean[1]!);
      slopes[row + 2]! -= spend * mean[2]!;
      for (let k = 0; k < own; k++) slopes[row + 3 + k]! += spend * (values[j * own + k]! - mean[3 + k]!);
    }
  }
  sales.forEach((spend, i) => {
    for (let k = 0; k < terms; k++) slopes[i * terms + k] = spend > 0 ? slopes[i * terms + k]! / spend : 0;
  });
  return { logs: sales.map(Math.log), slopes };
}

type Parameters = SalesMarket['parameters'];

/** ∂ ln f ÷ ∂β = −ln minutes of a power, −minutes of an exponential. */
function slopeAt({ decay, floorSeconds }: Parameters, seconds: number): number {
  return decay.kind === 'power' ? -Math.log(Math.max(seconds, floorSeconds) / 60) : -seconds / 60;
}

const keptSlopes = new WeakMap<Parameters, Float64Array>();

function distanceSlopes(parameters: Parameters): Float64Array {
  const known = keptSlopes.get(parameters);
  if (known !== undefined) return known;
  const last = Math.round(parameters.limitSeconds * STEPS_PER_SECOND);
  const slopes = Float64Array.from({ length: last + 1 }, (_, step) => slopeAt(parameters, step / STEPS_PER_SECOND));
  keptSlopes.set(parameters, slopes);
  return slopes;
}
