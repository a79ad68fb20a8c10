/** Most lines of a list. */
export const LISTED = 500;
