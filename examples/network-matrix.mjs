// From which of two depots should each of our stores be supplied, by minutes and by meters?
//
// You learn: many places to many in one call, cells that are not reached, and that the quickest way is not the shortest one.
import { hinterland } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const origins = [
  { id: 'harbour', name: 'Harbour depot', lat: -36.206, lng: -151.696 },
  { id: 'west', name: 'West depot', lat: -36.2, lng: -151.72 },
];
const destinations = [
  { id: 'centre', name: 'Town hall', lat: -36.2, lng: -151.7 },
  { id: 'north', name: 'North', lat: -36.185, lng: -151.705 },
  { id: 'east', name: 'East', lat: -36.2, lng: -151.675 },
  { id: 'downs', name: 'Downs', lat: -36.208, lng: -151.784 },
];

// 1 credit per origin, whatever the number of destinations.
const { result } = await hinterland.run(
  'network.matrix',
  { origins, destinations, mode: 'car', maxMinutes: 8 },
  { maxCredits: 2 },
);

// 1. One row per origin. A pair that is not reached within maxMinutes says so, and has no numbers.
table(
  ['minutes, meters', ...destinations.map(({ name }) => name)],
  result.origins.map((origin) => [
    origin.name,
    ...origin.destinations.map(({ status, minutes, meters }) =>
      status === 'reached' ? `${number(minutes, 1)}, ${number(meters)}` : status.replace('_', ' '),
    ),
  ]),
);

// 2. The depot with the shortest time supplies the store.
for (const [i, { name }] of destinations.entries()) {
  const times = result.origins.map((origin) => ({ from: origin.name, minutes: origin.destinations[i].minutes }));
  const [best] = times.filter(({ minutes }) => minutes !== null).sort((a, b) => a.minutes - b.minutes);
  console.log(best === undefined ? `${name}: from neither` : `${name}: from the ${best.from}`);
}
