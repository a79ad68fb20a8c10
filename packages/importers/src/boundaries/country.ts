import { z } from 'zod';
import { ImportError } from '../errors/importError.ts';

export const country = z
  .string()
  .length(2)
  .optional()
  .describe("Two-letter code; the recipe's only country where absent");

/** The country of an entry. Throws ImportError where the recipe has several and the entry names none. */
export function countryOf(entry: { readonly country?: string | undefined }, countries: readonly string[]): string {
  if (entry.country !== undefined) return entry.country;
  if (countries.length === 1) return countries[0]!;
  throw new ImportError(
    `The recipe names ${countries.length} countries, so each entry of boundaries must say its country.`,
  );
}
