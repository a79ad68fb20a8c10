import { coordinatesOf } from '@hinterland/answers/words';
import { type CoordinateFault, type Spot, spotIn } from '@hinterland/catalogue/coordinates';
import type { Say } from '../text/index.ts';

/** A place as somebody typed it. */
interface TypedPlace extends Spot {
  readonly name: string;
}

/** Why coordinates are no place at all. */
type Told = Extract<CoordinateFault, 'grid' | 'link' | 'outside'>;

/** Coordinates that were typed: the places that they may mean, or why there is none. */
export interface TypedPlaces {
  readonly fault: Told | null;
  readonly places: readonly TypedPlace[];
}

/**
 * Reads coordinates as people copy them from maps. Null where the text is something else. Where they can be understood in several
 * ways, each place says in its name how.
 */
export function typedPlaces(text: string, say: Say): TypedPlaces | null {
  const reading = spotIn(text);
  if (reading === null) return null;
  if (reading.fault === null) return { fault: null, places: [{ ...reading.spot, name: coordinatesOf(reading.spot) }] };
  const { fault, spots } = reading;
  if (fault === 'half') return { fault: 'outside', places: [] };
  if (fault === 'grid' || fault === 'link' || fault === 'outside') return { fault, places: [] };
  const nameIn = (spot: Spot): string => {
    const place = coordinatesOf(spot);
    if (fault === 'swapped') return say('search.swapped', { place });
    return fault === 'direction' ? say(spot.lng < 0 ? 'search.west' : 'search.east', { place }) : place;
  };
  return { fault: null, places: spots.map((spot) => ({ ...spot, name: nameIn(spot) })) };
}
