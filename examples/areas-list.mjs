// The states of the territory and their local governments, as an outline. Free.
//
// You learn: levels, parents, and reading a list from page to page.
import { hinterland } from './lib/connect.mjs';
import { table } from './lib/print.mjs';

// `areas` reads on from page to page; `limit` is only the size of a page.
const rows = [];
for await (const state of hinterland.areas({ level: 4 })) {
  const within = [];
  for await (const { name } of hinterland.areas({ level: 6, parent: state.code, limit: 2 })) within.push(name);
  rows.push([state.code, state.name, state.residents, Math.round(state.areaSquareKm), within.length]);
}
table(['code', 'state', 'residents', 'km²', 'local governments'], rows);
