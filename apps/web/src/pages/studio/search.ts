import type { Field } from '../../fields/schema.ts';

/** Stands for areas and polygon where a search has neither: the whole map. It is a choice without a field. */
export const EVERYWHERE = 'everywhere';

/** The member for places that somebody has in mind: a search is asked about them, and finds others. */
const ASKED = 'askedPlaces';

/** The member that takes the places on the map, in a question that looks for places itself; null in others. */
export const askedIn = (fields: readonly Field[]): string | null =>
  fields.some(({ name }) => name === ASKED) ? ASKED : null;

/** Members of a search that exclude each other: its description says so in words. */
export const SEARCH_SETS = [
  [EVERYWHERE, 'areas', 'polygon'],
  ['sectorCode', 'measure'],
] as const;

/** Members that count with one kind of candidates alone. */
const NEEDS: Readonly<Record<string, string>> = {
  places: 'places',
  rentMax: 'vacant_premises',
  squareMetersMin: 'vacant_premises',
};

/** Whether a member of a search has an effect, given what was chosen and said. */
export function hasEffectInSearch(
  name: string,
  isChosen: (name: string) => boolean,
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (name === 'minutes') return isChosen('measure');
  if (name === 'squareMeters' || name === 'model') return isChosen('sectorCode');
  return NEEDS[name] === undefined || values.candidates === NEEDS[name];
}
