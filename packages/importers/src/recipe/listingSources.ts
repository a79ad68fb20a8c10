import { countryHabits } from '@hinterland/catalogue';
import { readDvf } from '../realestate/dvf.ts';
import { type Layout, NYC_ROLLING_SALES, UK_PRICE_PAID } from '../realestate/layouts.ts';
import type { ListingSourceInput } from '../realestate/listing.ts';
import { readListingTable } from '../realestate/listingTable.ts';
import type { Recipe } from './read.ts';
import type { ListingSourceRecipe } from './schema.ts';

/** The sources of listings and sales that a recipe names, in its order. Nothing is read before the pipeline asks. */
export function listingSources(recipe: Recipe): ListingSourceInput[] {
  return (recipe.text.realestate?.listings ?? []).map((source) => listingSource(source, recipe));
}

function listingSource(source: ListingSourceRecipe, recipe: Recipe): ListingSourceInput {
  const { name, showsRows } = source;
  const file = { path: recipe.resolve(source.file), entry: source.entry };
  const unitFirst = recipe.text.countries.some((country) => countryHabits(country).unitBeforeNumber === '/');
  const table = (layout: Layout): ListingSourceInput => ({
    name,
    showsRows,
    each: (push, counter) => readListingTable(file, { ...layout, unitFirst }, counter, push),
  });
  switch (source.from) {
    case 'nyc-rolling-sales':
      return table({ ...NYC_ROLLING_SALES, skipLines: source.skipLines });
    case 'uk-price-paid':
      return table(UK_PRICE_PAID);
    case 'dvf':
      return { name, showsRows, each: (push, counter) => readDvf(file, counter, push) };
    case 'table':
      return table(source);
  }
}
