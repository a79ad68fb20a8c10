// Whom do our four stores reach within 4 minutes, which one could close, and where should the next one open?
//
// You learn: people reached by one store and by several, white spots, plans with their bounds, and a map of it all.
import { hinterland } from './lib/connect.mjs';
import { baseMap, drawMap, frameAround } from './lib/map.mjs';
import { number, table } from './lib/print.mjs';

const stores = [
  { id: 'centre', name: 'Town hall', lat: -36.2, lng: -151.7 },
  { id: 'north', name: 'North', lat: -36.185, lng: -151.705 },
  { id: 'highfield', name: 'Highfield', lat: -36.1703, lng: -151.725 },
  { id: 'west', name: 'West', lat: -36.2, lng: -151.74 },
];
const candidates = [
  { id: 'east', name: 'East', lat: -36.2, lng: -151.665 },
  { id: 'downs', name: 'Downs', lat: -36.208, lng: -151.784 },
];

// 5 credits per store and candidate: 30.
const { result } = await hinterland.run(
  'network.coverage',
  { stores, candidates, minutes: 4, closeCount: 1, openCount: 1, whiteSpotLevel: 9, geometry: true },
  { maxCredits: 30 },
);

// 1. `exclusive` are the people whom no other store reaches: they are what closing a store would lose.
table(
  ['store', 'reached', 'by it alone', 'shared'],
  result.stores.map(({ name, reached, exclusive, shared }) => [name, reached, exclusive, shared]),
);
const { covered, coveredByTwoOrMore, unreached } = result.network;
console.log(`Together: ${number(covered)} people, ${number(coveredByTwoOrMore)} of them by two stores or more.`);
console.log(`In the localities around, ${number(unreached)} people are not reached.`);

// 2. Plans. `optimum.kind` says whether the plan is proven to be the best of its length.
const [close] = result.closurePlan ?? [];
const [open] = result.openingPlan ?? [];
console.log(`Close ${close.name}: loses ${number(close.lost)} people (${close.optimum?.kind}).`);
console.log(`Open ${open.name}: gains ${number(open.gained)} people (${open.optimum?.kind}).`);

// 3. White spots: where the people live whom no store reaches.
const worst = result.whiteSpots.slice(0, 3).map(({ name, unreached: people }) => `${name} (${number(people)})`);
console.log(`Largest white spots: ${worst.join(', ')}`);

// 4. The map. The outlines are pictures of the count, as everywhere.
const part = (name) =>
  (result.geojson?.features ?? []).filter(({ properties }) => properties.part === name).map(({ geometry }) => geometry);
const white = (result.geojson?.features ?? []).filter(({ properties }) => properties.part === 'white');
const largest = white.filter(({ properties }) => properties.people > 1000).map(({ geometry }) => geometry);
drawMap(process.argv[2] ?? 'network-coverage.svg', {
  title: 'Four stores: whom they reach within 4 minutes by car',
  subtitle: `${number(covered)} people reached, ${number(unreached)} in the localities around are not`,
  frame: frameAround([...stores, ...candidates], 0.035),
  layers: [
    await baseMap(hinterland),
    { polygons: largest, fill: '#f4c27a', opacity: 0.75 },
    { polygons: part('covered'), fill: '#8fc1a9', opacity: 0.85 },
    { polygons: part('shared'), fill: '#2f7d5c', opacity: 0.75 },
    {
      points: candidates.map(({ lat, lng, name }) => ({ lat, lng, label: name })),
      radius: 7,
      fill: '#7c3aed',
      shape: 'diamond',
    },
    { points: stores.map(({ lat, lng, name }) => ({ lat, lng, label: name })), radius: 6, fill: '#1f2933' },
  ],
  legend: [
    { fill: '#8fc1a9', text: 'reached by one store' },
    { fill: '#2f7d5c', text: 'reached by two or more' },
    { fill: '#f4c27a', text: 'localities with more than 1,000 people not reached' },
    { fill: '#1f2933', shape: 'circle', text: 'store' },
    { fill: '#7c3aed', shape: 'diamond', text: 'candidate' },
  ],
});
