// Who competes with a chain within 10 minutes of the town hall?
//
// You learn: how to find the name of a brand, and its competitors by stores, floor area and distance.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

// 1. Brands are asked for by name; a free search forgives typos.
const { value: brand } = await hinterland.brands({ query: 'halcion', sectorCode: 'food.supermarket' }).next();
console.log(`Brand: ${brand.name}, ${brand.stores} stores in the territory`);

// 2. 5 credits per brand.
const { result } = await hinterland.run(
  'analysis.markets_brands',
  { origins: [TOWN_HALL], bandSeconds: [300, 600], brands: [brand.name] },
  { maxCredits: 5 },
);
const [found] = result.brands;
const all = found.figures.cumulative_2;
console.log(
  `${all.stores} stores of its own and ${all.competitors} of others: ${number(all.shareOfStores * 100, 1)}% of the stores`,
);

// 3. Competitors are stores of the same sector. Those without a brand are one line.
table(
  ['competitor', 'stores', 'm²', 'share of stores, %', 'nearest, s'],
  found.competitors.map(({ brand: name, stores, floorAreaSquareMeters, shareOfStores, nearest }) => [
    name ?? '(no brand)',
    stores.cumulative_2,
    floorAreaSquareMeters,
    number(shareOfStores * 100),
    number(nearest.seconds),
  ]),
);
