// Which kinds of shops does the center have more or fewer of than elsewhere?
//
// You learn: counts per category, and two ways to compare them with the state.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

// Three categories at 1 credit each.
const { result } = await hinterland.run(
  'analysis.category_mix',
  { origins: [TOWN_HALL], bandSeconds: [600], categories: ['food.supermarket', 'food.bakery', 'food.butcher'] },
  { maxCredits: 3 },
);

// 1. `ratios` compares stores per 10,000 residents: 1.2 is a fifth more than in the state.
// 2. `locationQuotients` compares the share among all stores: above 1, the place leans towards the category.
table(
  ['within 10 min', 'stores', 'per 10,000', 'of the state’s ratio', 'location quotient'],
  result.categories.map(({ name, parts }) => {
    const { stores, storesPer10000, ratios, locationQuotients } = parts.cumulative_1;
    return [name, stores, number(storesPer10000, 2), number(ratios.state, 2), number(locationQuotients.state, 2)];
  }),
);
console.log(`All stores within 10 minutes: ${number(result.totals.cumulative_1.stores)}`);
