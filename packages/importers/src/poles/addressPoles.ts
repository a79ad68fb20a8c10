import type { AddressRows } from './addressRows.ts';
import type { PoleDraft } from './draft.ts';
import { rowsOf } from './groups.ts';
import type { MergedAddresses } from './mergeAddresses.ts';

/**
 * One pole per place to live, numbered as in `merged`. It stands at the address with most dwellings, the first of them.
 * A house's dwellings are those of its flats, or what is said of the house as a whole where that is more; a pole has
 * those of all its houses.
 */
export function addAddressPoles(rows: AddressRows, { poles, members }: MergedAddresses, draft: PoleDraft): void {
  for (let pole = 0; pole < poles; pole++) {
    const start = members.start[pole]!;
    const count = members.start[pole + 1]! - start;
    let at = members.order[start]!;
    let dwellings = rows.dwellings(at);
    if (count > 1) {
      const addresses = rowsOf(members, pole);
      for (const row of addresses) if (rows.dwellings(row) > rows.dwellings(at)) at = row;
      dwellings = dwellingsOf(rows, addresses);
    }
    draft.add(rows.lngMicrodegrees(at), rows.latMicrodegrees(at), dwellings, 'address');
  }
}

function dwellingsOf(rows: AddressRows, addresses: Uint32Array): number {
  const houses = new Map<string, { whole: number; flats: Map<string, number> }>();
  for (const row of addresses) {
    const key = (['street', 'number', 'numberLast'] as const)
      .map((name) => rows.text(row, name).toLowerCase().replace(/\s+/g, ''))
      .join('\n');
    const house = houses.get(key) ?? { whole: 0, flats: new Map<string, number>() };
    houses.set(key, house);
    const unit = rows.text(row, 'unit').toLowerCase();
    const dwellings = rows.dwellings(row);
    if (unit === '') house.whole = Math.max(house.whole, dwellings);
    else house.flats.set(unit, Math.max(house.flats.get(unit) ?? 0, dwellings));
  }
  let sum = 0;
  for (const { whole, flats } of houses.values()) {
    let inFlats = 0;
    for (const dwellings of flats.values()) inFlats += dwellings;
    sum += Math.max(whole, inFlats);
  }
  return sum;
}
