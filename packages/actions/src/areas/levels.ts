/** Administrative levels as in OpenStreetMap: 2 is the country, 4 to 9 go from coarse to fine. */
export const LEVELS = [2, 4, 5, 6, 7, 8, 9] as const;
