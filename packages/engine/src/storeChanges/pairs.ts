import { foldText } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import type { ReleasedStore } from './types.ts';

/** The same store of both releases. */
export interface Pair {
  readonly before: ReleasedStore;
  readonly after: ReleasedStore;
  readonly meters: number;
  /** The evidence: its id with its place or name; its name or brand near by; its place and sector alone. */
  readonly by: 'id' | 'name' | 'place';
}

/** Lists differ by a car park, and a shop moves within its street. */
const SAME_NAME_METERS = 250;
/** A store of the same sector in the same rooms. */
const SAME_ROOMS_METERS = 25;
/** An id that went further, to another name, was given to another store. */
const SAME_ID_METERS = 1000;

const STEP_DEGREES = 0.005;

/**
 * Pairs the stores of two releases: first by id, then by name or brand, then by place and sector, each the nearest first, every store in
 * one pair at most. Ids alone neither make nor break a pair.
 */
export function pairsOf(before: readonly ReleasedStore[], after: readonly ReleasedStore[]): Pair[] {
  const pairs: Pair[] = [];
  const left = new Set(before);
  const free = new Set(after);
  const take = (pair: Pair) => {
    if (!left.has(pair.before) || !free.has(pair.after)) return;
    left.delete(pair.before);
    free.delete(pair.after);
    pairs.push(pair);
  };
  const byId = new Map(after.map((store) => [store.id, store]));
  for (const store of before) {
    const same = byId.get(store.id);
    if (same === undefined) continue;
    const meters = metersBetween(store, same);
    const isSame = isAlike(store, same) ? meters <= SAME_ID_METERS : meters <= SAME_NAME_METERS;
    if (isSame) take({ before: store, after: same, meters, by: 'id' });
  }
  const cells = new Map<string, ReleasedStore[]>();
  for (const store of free) {
    const key = cellOf(store, 0, 0);
    cells.set(key, [...(cells.get(key) ?? []), store]);
  }
  const found: Pair[] = [];
  for (const store of left) {
    for (const up of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) {
        for (const other of cells.get(cellOf(store, up, right)) ?? []) {
          const meters = metersBetween(store, other);
          if (meters > SAME_NAME_METERS) continue;
          if (isAlike(store, other)) found.push({ before: store, after: other, meters, by: 'name' });
          else if (meters <= SAME_ROOMS_METERS && store.sector === other.sector)
            found.push({ before: store, after: other, meters, by: 'place' });
        }
      }
    }
  }
  found.sort((a, b) => Number(a.by === 'place') - Number(b.by === 'place') || a.meters - b.meters);
  for (const pair of found) take(pair);
  return pairs;
}

const metersBetween = (a: ReleasedStore, b: ReleasedStore): number => haversineMeters(a.lng, a.lat, b.lng, b.lat);

const cellOf = ({ lat, lng }: ReleasedStore, up: number, right: number): string =>
  `${Math.floor(lat / STEP_DEGREES) + up}:${Math.floor(lng / STEP_DEGREES) + right}`;

/** Whether two stores have one name, in whatever spelling, or one brand in one sector. */
export function isAlike(a: ReleasedStore, b: ReleasedStore): boolean {
  const [one, other] = [foldText(a.name), foldText(b.name)];
  if (one !== '' && one === other) return true;
  return a.brand !== null && a.brand === b.brand && a.sector === b.sector;
}
