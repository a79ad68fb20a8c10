import type { Sector } from '@hinterland/catalogue';
import type { Catchment } from '@hinterland/engine/catchment';
import { placeOfStore, placesInBands, snapOfStore, storesBySector } from '@hinterland/engine/market';
import type { Territory } from '@hinterland/territory';

/** A store inside a catchment: its row, and its travel time in milliseconds. */
export interface StoreInside {
  readonly row: number;
  readonly cost: number;
}

/** Open stores of a sector inside a catchment by time, nearest first: competitors, and the owner's, given by their rows. */
export function storesInside(
  territory: Territory,
  catchment: Catchment,
  sector: Sector,
  ownRows: ReadonlySet<number>,
): { readonly competitors: readonly StoreInside[]; readonly own: readonly StoreInside[] } {
  const rows = [...(storesBySector(territory).get(sector.code) ?? [])];
  const { mode } = catchment.query;
  const reach = placesInBands(
    catchment,
    rows.map((row) => ({ place: placeOfStore(territory, row), snap: snapOfStore(territory, mode, row) })),
  );
  const inside = rows
    .map((row, i) => ({ row, cost: reach[i]!.cost }))
    .filter((_, i) => reach[i]!.band >= 0)
    .sort((a, b) => a.cost - b.cost || a.row - b.row);
  return {
    competitors: inside.filter(({ row }) => !ownRows.has(row)),
    own: inside.filter(({ row }) => ownRows.has(row)),
  };
}
