import { foldText } from '@hinterland/catalogue';
import { floorAreaOf, placeOfStore, sectorCodeOf } from '@hinterland/engine/market';
import { haversineMeters, rounded } from '@hinterland/geo';
import { baseOf, STORE_SOURCES, STORE_STATES, storeRowsById, type Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { requirePlayers } from '../markets/shops.ts';
import { versionsOf } from '../output/common.ts';
import type { Input, Output } from './schema.ts';

/** Stores by their ids, in that order; else those near a place, nearest first, or by a text. */
export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const territory = input.asListed ? baseOf(context.territory) : context.territory;
  const { ids, limit } = input;
  const found = ids === undefined ? search(territory, input) : byId(territory, ids);
  return {
    result: {
      total: found.length,
      stores: found.slice(0, limit).map(({ row, meters }) => describe(territory, row, meters)),
      dataVersion: versionsOf(territory, ['territory', 'players']),
    },
  };
}

interface Found {
  readonly row: number;
  readonly meters: number | null;
}

function byId(territory: Territory, ids: readonly string[]): Found[] {
  const rows = storeRowsById(requirePlayers(territory));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, meters: null }];
  });
}

function search(territory: Territory, { near, text, sectorCode }: Input): Found[] {
  const { stores } = requirePlayers(territory);
  const wanted = text === undefined ? null : foldText(text);
  const found: Found[] = [];
  for (let row = 0; row < stores.rows; row++) {
    let meters: number | null = null;
    if (near !== undefined) {
      const { lat, lng } = placeOfStore(territory, row);
      // One degree of latitude is 111 km: most stores are far away.
      if (Math.abs(lat - near.lat) * 111_000 > near.meters + 1000) continue;
      meters = haversineMeters(near.lng, near.lat, lng, lat);
      if (meters > near.meters) continue;
    }
    if (sectorCode !== undefined && sectorCodeOf(territory, row) !== sectorCode) continue;
    if (wanted !== null && !namesOf(territory, row).some((name) => name.includes(wanted))) continue;
    found.push({ row, meters });
  }
  return near === undefined ? found : found.sort((a, b) => a.meters! - b.meters! || a.row - b.row);
}

function brandOf(territory: Territory, row: number): string | null {
  const { stores, brands } = territory.players!;
  const brand = stores.brand[row]!;
  return brand < 0 ? null : brands.name.at(brand);
}

const namesOf = (territory: Territory, row: number): string[] =>
  [territory.players!.stores.name.at(row), brandOf(territory, row) ?? ''].map(foldText);

function describe(territory: Territory, row: number, meters: number | null): Output['stores'][number] {
  const { stores } = territory.players!;
  const area = floorAreaOf(territory, row);
  return {
    id: stores.id.at(row),
    name: stores.name.at(row),
    brand: brandOf(territory, row),
    sectorCode: sectorCodeOf(territory, row),
    ...placeOfStore(territory, row),
    address: stores.address.at(row),
    squareMeters: rounded(area.squareMeters),
    floorAreaSource: area.source,
    state: STORE_STATES[stores.state[row]!]!,
    source: STORE_SOURCES[stores.source[row]!]!,
    meters: meters === null ? null : rounded(meters),
  };
}
