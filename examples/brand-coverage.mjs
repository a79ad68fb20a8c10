// Where does a chain with two shops cover its market, and which of two planned shops adds more?
//
// You learn: reach by area, what each point adds, and the spend within reach.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const ownPoints = [
  { id: 'town-hall', name: 'Town hall', ...TOWN_HALL },
  { id: 'north', name: 'North', lat: -36.185, lng: -151.705 },
];
const plannedPoints = [
  { id: 'east', name: 'East', lat: -36.2, lng: -151.675 },
  { id: 'west', name: 'West', lat: -36.2, lng: -151.72 },
];

// 5 credits per point: 20.
const { result } = await hinterland.run(
  'analysis.brand_coverage',
  { ownPoints, plannedPoints, minutes: 3, mode: 'car', areaLevel: 9 },
  { maxCredits: 20 },
);
const { covered, coveredByTwoOrMore, shareOfTerritory } = result.coverage;
console.log(`Reached: ${number(covered)} people, ${number(shareOfTerritory * 100, 1)}% of the territory`);
console.log(`By both shops: ${number(coveredByTwoOrMore)}`);

// 1. What the planned points would add, the best first.
table(
  ['planned', 'reaches', 'adds', 'shared with own'],
  result.plannedPoints.map(({ name, reached, added, sharedWithOwn }) => [name, reached, added, sharedWithOwn]),
);
console.log(`Open first: ${result.openingOrder?.[0]?.name}; close first: ${result.closingOrder?.[0]?.name}`);

// 2. The same by locality: where most people are still out of reach.
const worst = [...result.areas].sort((a, b) => b.unreached - a.unreached).slice(0, 3);
table(
  ['locality', 'people', 'reached, %'],
  worst.map(({ name, people, coveredShare }) => [name, people, number((coveredShare ?? 0) * 100)]),
);
