import { decayAt, decayTable, type HuffParameters, STEPS_PER_SECOND, TOO_FAR } from '../market/decay.ts';
import type { Market } from '../market/huff.ts';

/** A store of any owner in the market of a sales model. */
export interface SalesStore {
  /** Floor area, or anything above 0. */
  readonly attraction: number;
  /** Per point the step of its travel time. */
  readonly steps: Uint16Array;
  /** Values of the market's `storeTerms`, 0 where unknown. */
  readonly values: readonly number[];
}

/** Points with spend and all stores that they may choose, before any term of the model is known. */
export interface SalesMarket {
  /** Yearly spend per point. */
  readonly demand: Float64Array;
  readonly stores: readonly SalesStore[];
  /** Names of the terms of stores: utility is multiplied by exp(coefficient · value). */
  readonly storeTerms: readonly string[];
  /** Kind of decay, floor and limit; α and β where no term replaces them. */
  readonly parameters: HuffParameters;
  /** The outside option is worth a store of this attraction at this distance. */
  readonly outside: { readonly attraction: number; readonly seconds: number };
}

/** Coefficients by name of the term; a term that is absent keeps what `startOf` says. */
export type Coefficients = Readonly<Record<string, number>>;

/** Coefficients of a model without any fit: those of the sector. */
export const startOf = ({ parameters: { attractionExponent, decay } }: SalesMarket): Coefficients => ({
  scale: 0,
  elasticity: 1,
  distance: decay.kind === 'power' ? decay.exponent : decay.perMinute,
  floorArea: attractionExponent,
  outside: 0,
});

function parametersUnder({ parameters }: SalesMarket, coefficients: Coefficients): HuffParameters {
  const { distance, floorArea } = coefficients as { distance: number; floorArea: number };
  const { kind } = parameters.decay;
  return {
    ...parameters,
    attractionExponent: floorArea,
    decay: kind === 'power' ? { kind, exponent: distance } : { kind, perMinute: distance },
  };
}

/** Returns attraction^α · exp(Σ coefficient · value), the utility of a store without its distance. */
export function utilityOf(
  market: Pick<SalesMarket, 'storeTerms'>,
  coefficients: Coefficients,
  { attraction, values }: Pick<SalesStore, 'attraction' | 'values'>,
): number {
  let log = coefficients.floorArea! * Math.log(attraction);
  market.storeTerms.forEach((term, i) => {
    log += (coefficients[term] ?? 0) * values[i]!;
  });
  return Math.exp(log);
}

export function outsideUtilityUnder(market: SalesMarket, coefficients: Coefficients): number {
  const { attraction, seconds } = market.outside;
  const near = decayAt(parametersUnder(market, coefficients), seconds);
  return attraction ** coefficients.floorArea! * near * Math.exp(coefficients.outside!);
}

/** The market as Huff's model takes it. */
export const huffMarket = (market: SalesMarket, coefficients: Coefficients): Market => ({
  demand: market.demand,
  stores: market.stores.map((store) => ({ utility: utilityOf(market, coefficients, store), steps: store.steps })),
  decay: decayTable(parametersUnder(market, coefficients)),
  outsideUtility: outsideUtilityUnder(market, coefficients),
});

/** The pairs of a market within its limit, point by point. */
export interface Pairs {
  /** Position of each point's first pair, and behind the last. */
  readonly first: Uint32Array;
  readonly store: Uint32Array;
  readonly step: Uint16Array;
  readonly demand: Float64Array;
}

/** Lists who can reach what: most pairs of a region are too far apart. Points without spend are left out. */
export function pairsOf({ demand, stores, parameters }: SalesMarket): Pairs {
  const last = Math.min(TOO_FAR - 1, Math.round(parameters.limitSeconds * STEPS_PER_SECOND));
  const points: number[] = [];
  const first: number[] = [];
  const store: number[] = [];
  const step: number[] = [];
  for (let p = 0; p < demand.length; p++) {
    if (!(demand[p]! > 0)) continue;
    const before = store.length;
    stores.forEach(({ steps }, j) => {
      if (steps[p]! <= last) {
        store.push(j);
        step.push(steps[p]!);
      }
    });
    if (store.length === before) continue;
    points.push(p);
    first.push(before);
  }
  first.push(store.length);
  return {
    first: Uint32Array.from(first),
    store: Uint32Array.from(store),
    step: Uint16Array.from(step),
    demand: Float64Array.from(points, (p) => demand[p]!),
  };
}
