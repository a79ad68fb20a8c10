// Which stores opened, closed, moved or changed their name within 10 minutes of the town hall?
//
// You learn: changes between two lists of stores, each with how sure it is.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

// 5 credits, however many sectors.
const { result } = await hinterland.run(
  'markets.changes',
  { origins: [TOWN_HALL], bandSeconds: [300, 600] },
  { maxCredits: 5 },
);

console.log(`Between the lists of ${result.since} and ${result.until}:`);
table(
  ['within', 'opened', 'closed', 'moved', 'renamed'],
  ['cumulative_1', 'cumulative_2'].map((part) => {
    const { openings, closings, moves, renamings } = result.totals[part];
    return [`${part === 'cumulative_1' ? 5 : 10} min`, openings, closings, moves, renamings];
  }),
);

// 0.85: it opened in the street, and not in the list alone, in 85 of 100 such cases.
for (const { kind, name, address, certainty } of result.changes.slice(0, 3))
  console.log(`${kind}: ${name}, ${address} (${number(certainty, 2)})`);
