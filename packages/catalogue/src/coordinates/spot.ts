/** A place in degrees. */
export interface Spot {
  readonly lat: number;
  readonly lng: number;
}

/** Why a text that means to be coordinates is no place. */
export type CoordinateFault = 'outside' | 'swapped' | 'direction' | 'ambiguous' | 'half' | 'link' | 'grid';

/**
 * What a text says about a place. With a fault `spots` are the places that it may mean, for a person to choose from: the
 * exchanged order, both meanings of O, both ways to split it.
 */
export type SpotReading =
  | { readonly fault: null; readonly spot: Spot }
  | { readonly fault: CoordinateFault; readonly spots: readonly Spot[] };
