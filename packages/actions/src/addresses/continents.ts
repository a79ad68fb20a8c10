import type { Manifest } from '@hinterland/territory';

/** Where a search looks. */
export interface SearchArea {
  readonly continent?: string | undefined;
  /** Two capital letters. */
  readonly country?: string | undefined;
}

/** Whether a territory lies in the part of the world that a search is about. */
export const liesIn = (manifest: Manifest, { continent, country }: SearchArea): boolean =>
  (continent === undefined || manifest.continent === continent) &&
  (country === undefined || manifest.countries.includes(country));
