// Which bakeries are nearest on foot to two of our flats, and how far is each?
//
// You learn: the nearest stores of a sector without drawing any area, with minutes and meters.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const origins = [
  { id: 'hall', name: 'By the town hall', ...TOWN_HALL },
  { id: 'north', name: 'In the north', lat: -36.185, lng: -151.705 },
];

// 1 credit per origin, whatever the number of stores that are looked at.
const { result } = await hinterland.run(
  'network.nearest',
  { origins, sectorCode: 'food.bakery', count: 3, mode: 'walk', maxMinutes: 45 },
  { maxCredits: 2 },
);

// 1. `nearest` is sorted by travel time. It is shorter than `count` where no more are reached within maxMinutes.
console.log(`${result.searchedCount} bakeries`);
for (const origin of result.origins) {
  table(
    [origin.name, 'minutes', 'meters'],
    origin.nearest.map((one) => [one.name ?? one.brand ?? one.id, number(one.minutes, 1), number(one.meters)]),
  );
}
