import { ImportError } from '../errors/importError.ts';
import { coordinatesPlace } from './coordinatesPlace.ts';
import { namedPlace } from './namedPlace.ts';
import type { Place } from './place.ts';

/** Half the side of a town's box where nothing else is said: what 30 minutes by car reach. */
const USUAL_RADIUS_KM = 25;
const LARGEST_RADIUS_KM = 300;

/**
 * Returns the place that somebody means: a town ("Graz, Austria", "Boston, MA", "Porto"), a country or its code, a region ("hessen",
 * "Catalonia"), a box (west,south,east,north) or a point (lat,lng). Names are taken in any script. Throws ImportError: Namesakes with the
 * candidates where several places have the name, or where near names may be meant.
 */
export function findPlace(text: string, radiusKm: number = USUAL_RADIUS_KM): Place {
  if (!(radiusKm >= 1 && radiusKm <= LARGEST_RADIUS_KM)) {
    throw new ImportError(`A radius of ${radiusKm} km does not work; choose 1 to ${LARGEST_RADIUS_KM}.`);
  }
  return coordinatesPlace(text.trim(), radiusKm) ?? namedPlace(text.trim(), radiusKm);
}
