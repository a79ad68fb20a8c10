import type { Bounds } from '../market/calibrate.ts';
import type { Decay } from '../market/decay.ts';
import type { SalesMarket } from './salesMarket.ts';

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

export function boundsOf({ parameters }: Pick<SalesMarket, 'parameters'>, term: string): Bounds {
  return term === 'distance' ? DISTANCE[parameters.decay.kind] : (BOUNDS[term] ?? STORE_TERM);
}
