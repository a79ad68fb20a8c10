// Where should our next two bakeries open, within 4 km of the one at the town hall?
//
// You learn: a search over every shopping street, places that lie apart, a set with its bound, and how to put it on a map.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { baseMap, drawMap, frameAround } from './lib/map.mjs';
import { number, table } from './lib/print.mjs';

const { lat, lng } = TOWN_HALL;
const [north, east] = [0.036, 0.045];
const square = [
  [lng - east, lat - north],
  [lng + east, lat - north],
  [lng + east, lat + north],
  [lng - east, lat + north],
  [lng - east, lat - north],
];
const ownStores = [{ id: 'centre', name: 'Town hall', ...TOWN_HALL }];

// 100 credits per search, whatever is searched and listed.
const { result } = await hinterland.run(
  'site.search',
  {
    sectorCode: 'food.bakery',
    polygon: { type: 'Polygon', coordinates: [square] },
    ownStores,
    spacingMeters: 150,
    apartMeters: 800,
    listCount: 6,
    openCount: 2,
  },
  { maxCredits: 100 },
);
const million = (value) => number(value / 1e6, 2);

// 1. Candidates that a bound keeps out of the list need not be looked at.
console.log(`${number(result.search.candidates)} candidates, ${number(result.search.evaluated)} looked at one by one`);

// 2. Each place is the best that lies 800 m from those before it. Its figures are those of site.rank.
table(
  [`rank, million ${result.currency} a year`, 'net new', 'captured', 'from own stores', 'competitors'],
  result.places.map((place) => [
    `${place.rank}. ${place.address ?? place.area}`,
    million(place.gain),
    million(place.captured),
    million(place.takenFromOwn),
    number(place.competitors.count),
  ]),
);

// 3. Two places that open together take from each other, too. No pair adds more than the upper bound.
for (const place of result.set.places)
  console.log(`Open ${place.address ?? place.area}: ${million(place.adds)} million`);
console.log(
  `Together ${million(result.set.total)} million; no pair adds more than ${million(result.set.upperBound)} million`,
);

drawMap(process.argv[2] ?? 'site-search.svg', {
  title: 'Where to open a bakery',
  subtitle: `Net new spend a year in ${result.currency}, beside the bakery at the town hall`,
  frame: frameAround([...result.places, ...ownStores], 0.02),
  layers: [
    await baseMap(hinterland),
    {
      points: result.places.map((place) => ({
        lat: place.lat,
        lng: place.lng,
        label: `${place.rank}. ${million(place.gain)} million`,
        radius: Math.round(18 * Math.sqrt(place.score / 100)),
      })),
      fill: '#1b6b93',
    },
    { points: ownStores.map((own) => ({ lat: own.lat, lng: own.lng, label: own.name })), radius: 6, fill: '#1f2933' },
  ],
  legend: [
    { fill: '#1b6b93', shape: 'circle', text: 'place, as large as its net new spend' },
    { fill: '#1f2933', shape: 'circle', text: 'own bakery' },
  ],
});
