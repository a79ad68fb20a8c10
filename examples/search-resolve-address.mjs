// One address in, one place out, or an honest "none": for files of addresses. Free.
//
// You learn: the difference between a search and a resolution.
import { hinterland } from './lib/connect.mjs';
import { table } from './lib/print.mjs';

const rows = [];
for (const query of ['56 Northern Road, Port Halcyon', 'Northern Road 56', '9999 No Such Street']) {
  const { result } = await hinterland.execute('search.resolve_address', { query, continent: 'oceania' });
  // `ambiguous` says that another place fits as well: have a person look.
  const { address, ambiguous } = result;
  rows.push([
    query,
    address?.displayLine ?? '(none)',
    address ? `${address.lat}, ${address.lng}` : '',
    ambiguous ? 'yes' : 'no',
  ]);
}
table(['asked', 'found', 'place', 'ambiguous'], rows);
