/** A supermarket chain of the demo territory, spelled wrongly. */
export const example = { query: 'halcion', sectorCode: 'food.supermarket' };
