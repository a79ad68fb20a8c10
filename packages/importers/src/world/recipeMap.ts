import type { Place } from '../places/place.ts';

interface RecipeFacts {
  /** Name of the file with the outline of all that is read. */
  readonly outline?: string | undefined;
}

/** A list of one is that one. */
export const one = <T>(items: readonly T[]): T | readonly T[] => (items.length === 1 ? items[0]! : items);

/** A file of the place as its recipe names it. */
export const inFolder = (name: string): string => `data/${name}`;

/** Which part of the extracts is read, and where that ends. */
export function mapOf(place: Place, { outline }: RecipeFacts): object {
  const { whole, box, rim } = place;
  const ends =
    outline === undefined
      ? {}
      : { outline: rim === undefined ? outlineIn(outline, place) : { file: inFolder(outline) } };
  if (whole === undefined) return { box, cut: true };
  return rim === undefined ? { wholeUnits: true, ...ends } : { box, cut: true, ...ends };
}

/** The border of a country as the map has it, where that is whole; else the outline of a file. */
export const outlineIn = (name: string, place: Place): object => ({
  ...(isCountry(place) ? { boundary: place.countries[0] } : {}),
  file: inFolder(name),
});

/** Whether a place is a whole country, of which the number of people is known. */
export const isCountry = ({ whole, population }: Place): boolean => whole !== undefined && population > 0;

/** What cells of people are cut at: the border of a country, else all that is read; of a region of the index nothing is cut. */
export function withinOf(place: Place, { outline }: RecipeFacts): object | undefined {
  if (place.rim === undefined && isCountry(place)) return { level: 2 };
  if (outline === undefined || (place.whole !== undefined && place.rim === undefined)) return undefined;
  return { file: inFolder(outline) };
}
