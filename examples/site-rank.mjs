// Which of three places suits a supermarket best, beside the store we have at the town hall?
//
// You learn: net new spend, where it comes from, how far a ranking holds, and how to put it on a map.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { baseMap, drawMap, frameAround } from './lib/map.mjs';
import { number, table } from './lib/print.mjs';

const candidates = [
  { id: 'east', name: 'East', lat: -36.2, lng: -151.665 },
  { id: 'highfield', name: 'Highfield', lat: -36.1703, lng: -151.725 },
  { id: 'downs', name: 'Downs', lat: -36.208, lng: -151.784 },
];
const ownStores = [{ id: 'centre', name: 'Town hall', ...TOWN_HALL }];

// 20 credits per candidate.
const { result } = await hinterland.run(
  'site.rank',
  { candidates, ownStores, sectorCode: 'food.supermarket' },
  { maxCredits: 60 },
);
const million = (value) => number(value / 1e6, 1);

// 1. A new store takes from competitors, from our own stores, and from spend that stayed outside. Only what it does not
//    take from ourselves counts.
// 2. `keepsRank` is the share of variants of the model's parameters in which the place keeps its rank.
table(
  [`rank, million ${result.currency} a year`, 'net new', 'captured', 'from own stores', 'from others', 'keeps rank, %'],
  result.candidates.map((site) => [
    `${site.rank}. ${site.name}`,
    million(site.netNew),
    million(site.captured),
    million(site.takenFromOwn),
    million(site.takenFromCompetitors),
    number(site.sensitivity.keepsRank * 100),
  ]),
);

// 3. Every place says why.
for (const reason of result.candidates[0].reasons) console.log(`- ${reason}`);

// 4. Circles whose areas are the net new spend.
const most = Math.max(...result.candidates.map(({ netNew }) => netNew));
const places = result.candidates.map(({ id, rank, name, netNew }) => {
  const { lat, lng } = candidates.find((each) => each.id === id);
  return {
    lat,
    lng,
    label: `${rank}. ${name}: ${million(netNew)} million`,
    radius: Math.round(26 * Math.sqrt(netNew / most)),
  };
});
drawMap(process.argv[2] ?? 'site-rank.svg', {
  title: 'Three places for a supermarket',
  subtitle: `Net new spend a year in ${result.currency}, beside the store at the town hall`,
  frame: frameAround([...candidates, ...ownStores], 0.04),
  layers: [
    await baseMap(hinterland),
    { points: places, fill: '#1b6b93' },
    { points: ownStores.map(({ lat, lng, name }) => ({ lat, lng, label: name })), radius: 6, fill: '#1f2933' },
  ],
  legend: [
    { fill: '#1b6b93', shape: 'circle', text: 'candidate, as large as its net new spend' },
    { fill: '#1f2933', shape: 'circle', text: 'own store' },
  ],
});
