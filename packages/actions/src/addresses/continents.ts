import type { Manifest } from '@hinterland/territory';

/** Area of a search. */
export interface SearchArea {
  readonly continent?: string | undefined;
  /** Two capital letters. */
  readonly country?: string | undefined;
}

/** Returns whether a territory lies in the area of a search. */
export const liesIn = (manifest: Manifest, { continent, country }: SearchArea): boolean =>
  (continent === undefined || manifest.continent === continent) &&
  (country === undefined || manifest.countries.includes(country));
