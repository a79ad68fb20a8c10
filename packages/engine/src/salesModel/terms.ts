import type { Decay } from '../market/decay.ts';
import type { SalesMarket } from './salesMarket.ts';

/** Limits of a coefficient. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Limits of coefficients; values outside make no sense for shops. */
const BOUNDS: Readonly<Record<string, Bounds>> = {
  scale: { least: -60, most: 60 },
  elasticity: { least: 0, most: 1.5 },
  floorArea: { least: 0, most: 2 },
  outside: { least: -4, most: 4 },
};
const DISTANCE: Readonly<Record<Decay['kind'], Bounds>> = {
  power: { least: 0.3, most: 4.5 },
  exponential: { least: 0.01, most: 1 },
};
/** Of terms of stores: a twentieth to twenty times the utility. */
const STORE_TERM: Bounds = { least: -3, most: 3 };

/** The least and the most that the coefficient of a term may be. */
export function termBounds(decay: Decay['kind'], term: string): Bounds {
  if (term === 'distance') return DISTANCE[decay];
  return Object.hasOwn(BOUNDS, term) ? BOUNDS[term]! : STORE_TERM;
}

export const boundsOf = ({ parameters }: Pick<SalesMarket, 'parameters'>, term: string): Bounds =>
  termBounds(parameters.decay.kind, term);
