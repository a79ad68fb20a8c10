import type { StoreCorrection } from '@hinterland/territory';
import type { CorrectionRow } from './store.ts';

/** Prefix of the ids of stores that no list has. */
export const OWN_STORE = 'own/';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * What is said of each store, by the corrections in force in the order in which they count: of two that say the same of a
 * store the later entry holds. What is said of an added store counts only as long as it is added.
 */
export function mergedCorrections(rows: readonly CorrectionRow[]): StoreCorrection[] {
  const stores = new Map<string, Mutable<StoreCorrection>>();
  const added = rows.filter(({ kind }) => kind === 'added');
  for (const row of [...added, ...rows.filter(({ kind }) => kind !== 'added')]) {
    const known = stores.get(row.store_id);
    if (known === undefined && row.store_id.startsWith(OWN_STORE) && row.kind !== 'added') continue;
    const store = known ?? { id: row.store_id, listed: row.listed };
    stores.set(row.store_id, store);
    say(store, row);
  }
  return [...stores.values()];
}

function say(store: Mutable<StoreCorrection>, { kind, said }: CorrectionRow): void {
  const { name, brand, sectorCode, squareMeters, lat, lng, address } = said;
  if (kind === 'closed' || kind === 'opened' || kind === 'not_competitor') {
    store.state = kind === 'closed' ? 'closed' : kind === 'opened' ? 'open' : 'left_out';
    return;
  }
  if (kind === 'added') store.state = 'open';
  if (name !== undefined) store.name = name;
  if (brand !== undefined) store.brand = brand;
  if (sectorCode !== undefined) store.sector = sectorCode;
  if (squareMeters !== undefined) store.squareMeters = squareMeters;
  if (lat !== undefined && lng !== undefined) store.place = { lat, lng };
  if (address !== undefined) store.address = address;
}
