// Who reaches the town hall within 5, 10 and 15 minutes by car?
//
// You learn: how to ask for a catchment, that people are counted by their own travel time, and how to draw the answer.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { baseMap, drawMap } from './lib/map.mjs';
import { number, table } from './lib/print.mjs';

const input = { origins: [TOWN_HALL], bandSeconds: [300, 600, 900], mode: 'car', traffic: 'normal' };

// 1. The price comes first and costs nothing.
const { quotedCredits } = await hinterland.quote('analysis.isochrone', input);
console.log(`Price: ${quotedCredits} credits`);

// 2. The run repeats the price: you pay what you agreed to, or nothing runs.
const { result } = await hinterland.execute('analysis.isochrone', input, { quotedCredits });

// 3. Residents live on address points ("poles"). Each point belongs to the first band that its own travel time fits in.
//    `residents` are those of the band alone, `cumulativeResidents` everyone within its limit.
table(
  ['within', 'residents', 'of these new', 'address points'],
  result.bands.map((band) => [
    `${band.limitSeconds / 60} min`,
    band.cumulativeResidents,
    band.residents,
    band.cumulativePoles,
  ]),
);

// 4. The polygons are the picture of that count, and say how good a picture they are: `shape.precision` is the share of
//    the people inside the outline who really are within the limit.
const [first] = result.bands;
console.log(`Precision of the first outline: ${number((first.shape?.precision ?? 0) * 100, 1)}%`);

// 5. The same minutes by every other mode, in one more call without polygons. By bus, tram and ferry people leave at each
//    minute of a weekday from 7 to 9; the time of half of these departures counts.
const compared = await hinterland.run(
  'analysis.isochrone',
  { ...input, compareModes: true, geometry: false },
  { maxCredits: quotedCredits },
);
const modes = (compared.result.modes ?? []).filter(({ available }) => available);
table(
  ['within', ...modes.map(({ mode }) => mode)],
  input.bandSeconds.map((seconds, i) => [
    `${seconds / 60} min`,
    ...modes.map(({ bands }) => bands?.[i]?.cumulativeResidents ?? null),
  ]),
);

// 6. Draw them, the widest first, over the localities.
const colors = ['#1b6b93', '#4fa3c7', '#a9d3e6'];
const legend = result.bands.map((band, i) => ({
  fill: colors[i],
  text: `up to ${band.limitSeconds / 60} minutes: ${number(band.cumulativeResidents)} residents`,
}));
const features = result.geojson?.features ?? [];
const bands = features.map(({ properties, geometry }) => ({
  polygons: [geometry],
  fill: colors[result.bands.findIndex(({ limitSeconds }) => limitSeconds === properties.limitSeconds)],
  opacity: 0.85,
  limitSeconds: properties.limitSeconds,
}));
bands.sort((a, b) => b.limitSeconds - a.limitSeconds);
drawMap(process.argv[2] ?? 'isochrone.svg', {
  title: 'Who reaches the town hall by car?',
  subtitle: 'Port Halcyon, Maravea (a fictional country), normal traffic',
  frame: { west: -151.9, east: -151.5, south: -36.29, north: -36.08 },
  layers: [
    await baseMap(hinterland),
    ...bands,
    { points: [{ ...TOWN_HALL, label: 'Town hall' }], radius: 6, fill: '#c2410c' },
  ],
  legend,
});
