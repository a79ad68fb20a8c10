import { withLearnedLanguages } from '@hinterland/catalogue';
import type { Territory } from '../../memory/territory.ts';

/** What the countries of addresses are read from. */
type NamedTerritory = Pick<Territory, 'texts' | 'addresses' | 'edges'> & {
  readonly manifest: { readonly countries: readonly string[] };
};

/**
 * Returns the countries by whose habits addresses of a territory are read: those of the manifest, with the languages of its own street names
 * where the catalogue knows none of these.
 */
export const addressCountries = ({ manifest, texts, addresses, edges }: NamedTerritory): readonly string[] =>
  withLearnedLanguages(manifest.countries, () => {
    const rows = new Set<number>([...new Set(addresses.street), ...new Set(edges.street)]);
    return [...rows].map((row) => texts.text.at(row)).filter((name) => name !== '');
  });
