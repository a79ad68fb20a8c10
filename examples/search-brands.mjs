// The largest chains of the territory, and one that somebody spells wrongly. Free.
//
// You learn: how to find the name that other actions take.
import { hinterland } from './lib/connect.mjs';
import { table } from './lib/print.mjs';

// 1. All brands, largest first; stop reading when you have enough: no page is asked for that nobody reads.
const rows = [];
for await (const { name, sectorCode, stores } of hinterland.brands({ limit: 5 })) {
  rows.push([name, sectorCode ?? '', stores]);
  if (rows.length === 5) break;
}
table(['brand', 'sector', 'stores'], rows);

// 2. Typos are forgiven.
const { value } = await hinterland.brands({ query: 'halcion' }).next();
console.log(`"halcion" is ${value.name}`);
