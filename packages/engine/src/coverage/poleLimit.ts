import { classPoles } from './classWeights.ts';
import type { StoreSets } from './storeSets.ts';

/** The catchments of a network hold more poles in all than one call may: `poles` at least. */
export class TooManyPolesError extends Error {
  readonly poles: number;
  readonly limit: number;

  constructor(poles: number, limit: number) {
    super(
      `The catchments add up to at least ${poles.toLocaleString('en-US')} address poles, the limit is ${limit.toLocaleString('en-US')}: ` +
        'split the network by region or use fewer minutes.',
    );
    this.name = 'TooManyPolesError';
    this.poles = poles;
    this.limit = limit;
  }
}

/** Returns the poles that each place reaches, row = place, regardless of other places. */
export function polesOfPlaces(sets: StoreSets): Float64Array {
  const ofClass = classPoles(sets);
  return Float64Array.from({ length: sets.places }, (_, place) => {
    let poles = 0;
    for (let i = sets.firstClass[place]!; i < sets.firstClass[place + 1]!; i++) poles += ofClass[sets.classList[i]!]!;
    return poles;
  });
}

/**
 * Returns the poles of all catchments together, a pole once for every place that it reaches; throws TooManyPolesError
 * above the limit.
 */
export function checkReachedPoles(sets: StoreSets, limit: number): number {
  const poles = polesOfPlaces(sets).reduce((sum, count) => sum + count, 0);
  if (poles > limit) throw new TooManyPolesError(poles, limit);
  return poles;
}
