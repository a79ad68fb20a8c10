// What a search box does while somebody types an address. Free.
//
// You learn: suggestions with confidence, and what "nearest number" means.
import { hinterland } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const { result } = await hinterland.execute('search.addresses', {
  query: 'nothern rd 56', // a typo and an abbreviation
  continent: 'oceania',
  limit: 4,
});

// `confidence` falls with every difference. Where the number does not exist, the nearest one stands in and says so.
table(
  ['address', 'kind', 'confidence', 'number'],
  result.addresses.map(({ displayLine, kind, confidence, match }) => [
    displayLine,
    kind,
    number(confidence, 2),
    match.number ?? 'none',
  ]),
);
