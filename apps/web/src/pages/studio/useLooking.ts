import { useEffect } from 'react';
import { look } from '../../assistant/looking.ts';
import type { Question, Spot } from './question.ts';

/** Most places that a question to the assistant goes with. */
const PLACES_MAX = 20;

/** A question to the assistant goes with what is open: the reader's own analysis, the places, the question of the form. */
export function useLooking(
  { places, actionId }: Question,
  analysis: string | null,
  nameOf: (place: Spot) => string,
): void {
  useEffect(() => {
    const named = places
      .slice(0, PLACES_MAX)
      .map((place) => ({ label: nameOf(place), lng: place.lng, lat: place.lat }));
    look({ analysis, places: named, question: actionId });
    return () => look(null);
  }, [places, actionId, analysis, nameOf]);
}
