import { haversineMeters } from '@hinterland/geo';
import type { StoreCorrection } from './corrections.ts';
import type { Players, TextColumn } from './territory.ts';

/** A store that was given a new id by its list stays the same store up to here, if its name or brand is the same. */
const SAME_STORE_METERS = 100;

/** Texts of a column with their rows. */
export const rowsOf = (texts: TextColumn, rows: number) =>
  Array.from({ length: rows }, (_, row) => [texts.at(row), row] as const);

const keptIds = new WeakMap<Players, ReadonlyMap<string, number>>();

/** Rows of stores by their ids, made once. */
export function storeRowsById(players: Players): ReadonlyMap<string, number> {
  let rows = keptIds.get(players);
  if (rows === undefined) {
    rows = new Map(rowsOf(players.stores.id, players.stores.rows));
    keptIds.set(players, rows);
  }
  return rows;
}

/**
 * Row of each corrected store: by its id; else the nearest store within SAME_STORE_METERS of the same name or, where neither has
 * one, of the same brand, that no correction names; -1 for none.
 */
export function findRows(players: Players, corrections: readonly StoreCorrection[]): Int32Array {
  const byId = storeRowsById(players);
  const rows = Int32Array.from(corrections, ({ id, listed }) => (listed === null ? -1 : (byId.get(id) ?? -1)));
  const lost = corrections.flatMap(({ listed }, i) => (listed !== null && rows[i]! < 0 ? [{ listed, i }] : []));
  if (lost.length === 0) return rows;
  const taken = new Set(rows);
  const { stores, brands } = players;
  const cellOf = (lat: number, lng: number) => `${Math.floor(lat * 100)}:${Math.floor(lng * 100)}`;
  const cells = new Map<string, typeof lost>();
  for (const one of lost) {
    for (const up of [-0.01, 0, 0.01]) {
      for (const right of [-0.01, 0, 0.01]) {
        const cell = cellOf(one.listed.lat + up, one.listed.lng + right);
        const list = cells.get(cell);
        if (list === undefined) cells.set(cell, [one]);
        else list.push(one);
      }
    }
  }
  const least = new Map<number, number>();
  for (let row = 0; row < stores.rows; row++) {
    const [lat, lng] = [stores.latMicrodegrees[row]! / 1e6, stores.lngMicrodegrees[row]! / 1e6];
    const near = cells.get(cellOf(lat, lng));
    if (near === undefined || taken.has(row)) continue;
    for (const { listed, i } of near) {
      const meters = haversineMeters(lng, lat, listed.lng, listed.lat);
      if (meters > SAME_STORE_METERS || meters >= (least.get(i) ?? Infinity)) continue;
      const brand = stores.brand[row]! < 0 ? null : brands.name.at(stores.brand[row]!);
      const name = stores.name.at(row);
      const isSame =
        name !== '' || listed.name !== '' ? name === listed.name : brand !== null && brand === listed.brand;
      if (!isSame) continue;
      least.set(i, meters);
      rows[i] = row;
    }
  }
  return rows;
}
