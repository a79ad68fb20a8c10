// Which addresses are near a place, and which areas is it in? Free.
//
// You learn: from a click on a map to an address.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const { result } = await hinterland.execute('search.reverse_address', { ...TOWN_HALL, limit: 3 });

// A pole is a point with one or more addresses: a block of flats is one pole.
table(
  ['meters away', 'addresses', 'the first of them'],
  result.poles.map(({ distanceMeters, addressCount, addresses }) => [
    number(distanceMeters, 1),
    addressCount,
    addresses[0]?.displayLine ?? '(none)',
  ]),
);
console.log(`Inside: ${result.areas.map(({ name, kind }) => `${name} (${kind})`).join(', ')}`);
