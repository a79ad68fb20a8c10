// What would a supermarket sell at three places, judging by the ten that we have?
//
// You learn: a sales model from your own stores, whether it beats naive forecasts, and forecasts that are never without a range.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

// North and east of the town hall in degrees, square meters, sales of last year.
const stores = [
  [0, 0.012, 900, 5_400_000],
  [0.004, -0.014, 1200, 6_100_000],
  [-0.008, 0.004, 650, 4_300_000],
  [0.012, 0.008, 1500, 7_200_000],
  [-0.012, -0.016, 800, 3_900_000],
  [0.02, -0.006, 1100, 4_800_000],
  [0.024, 0.014, 1400, 5_600_000],
  [0.008, 0.028, 700, 3_100_000],
  [0.016, -0.03, 950, 3_500_000],
  [-0.004, -0.034, 1250, 4_700_000],
].map(([north, east, squareMeters, sales], i) => ({
  id: i + 1,
  lat: TOWN_HALL.lat + north,
  lng: TOWN_HALL.lng + east,
  squareMeters,
  sales,
}));

// 1. 2 credits per store. Its first sentence says whether the model is better than a mean.
const sectorCode = 'food.supermarket';
const { result: calibrated } = await hinterland.run('market.calibrate', { stores, sectorCode }, { maxCredits: 20 });
console.log(calibrated.sentence);

// 2. Every store, by a model that saw neither it nor its neighbors.
const million = (value) => number(value / 1e6, 1);
table(
  [`million ${calibrated.currency}`, 'sold', 'forecast without it'],
  calibrated.stores.map(({ id, observed, predicted }) => [`store ${id}`, million(observed), million(predicted)]),
);

// 3. The ranking with the model: what each place would sell, with a range, and what it takes from the stores.
const candidates = [
  { id: 'east', name: 'East', lat: -36.2, lng: -151.665, squareMeters: 1000 },
  { id: 'highfield', name: 'Highfield', lat: -36.1703, lng: -151.725, squareMeters: 1000 },
  { id: 'downs', name: 'Downs', lat: -36.208, lng: -151.784, squareMeters: 1000 },
];
const { result } = await hinterland.run(
  'site.rank',
  { candidates, sectorCode, model: calibrated.model },
  { maxCredits: 60 },
);
for (const { name, forecast } of result.candidates) console.log(`${name}: ${forecast.sentence}`);

// 4. What the data do not say.
for (const limit of calibrated.limits) console.log(`- ${limit}`);
