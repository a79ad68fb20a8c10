import type { ListGap, ReleasedStore } from './types.ts';

/** Side of the squares in which a list is looked at. */
const CELL_DEGREES = 0.01;
/** So many stores gone at once, and nearly all of them, are no closings: a list fails by tiles, a street by shops. */
const LEAST_STORES = 6;
const NEARLY_ALL = 0.8;
/** At the edge of a lost part fewer are enough. */
const BESIDE = 0.6;

interface Cell {
  readonly source: string;
  readonly x: number;
  readonly y: number;
  all: number;
  readonly missing: ReleasedStore[];
}

/**
 * Parts of the map in which a list lost nearly all of its stores, of whatever brand and sector. In: all stores of a release, and those that
 * the other one has not. A square counts where several brands or sectors went together: a chain that closes leaves the others.
 */
export function gapsOf(
  stores: readonly ReleasedStore[],
  missing: ReadonlySet<ReleasedStore>,
  kind: ListGap['kind'],
): { readonly gaps: readonly ListGap[]; readonly inGaps: ReadonlySet<ReleasedStore> } {
  const cells = new Map<string, Cell>();
  const keyOf = (source: string, x: number, y: number) => `${source} ${x} ${y}`;
  for (const store of stores) {
    const [x, y] = [Math.floor(store.lng / CELL_DEGREES), Math.floor(store.lat / CELL_DEGREES)];
    const key = keyOf(store.source, x, y);
    const cell = cells.get(key) ?? { source: store.source, x, y, all: 0, missing: [] };
    cells.set(key, cell);
    cell.all++;
    if (missing.has(store)) cell.missing.push(store);
  }
  const isCore = (cell: Cell) =>
    cell.missing.length >= LEAST_STORES && cell.missing.length >= NEARLY_ALL * cell.all && isMixed(cell.missing);
  const lost = new Set([...cells.values()].filter(isCore));
  const gaps: ListGap[] = [];
  const inGaps = new Set<ReleasedStore>();
  for (const core of lost) {
    const part = [core];
    lost.delete(core);
    for (const { source, x, y } of part) {
      for (const [right, up] of NEIGHBORS) {
        const beside = cells.get(keyOf(source, x + right, y + up));
        if (beside === undefined || part.includes(beside)) continue;
        if (!lost.has(beside) && beside.missing.length < BESIDE * beside.all) continue;
        part.push(beside);
        lost.delete(beside);
      }
    }
    const members = part.flatMap((cell) => cell.missing);
    for (const store of members) inGaps.add(store);
    gaps.push({
      source: core.source,
      kind,
      west: Math.min(...members.map(({ lng }) => lng)),
      south: Math.min(...members.map(({ lat }) => lat)),
      east: Math.max(...members.map(({ lng }) => lng)),
      north: Math.max(...members.map(({ lat }) => lat)),
      stores: members.length,
    });
  }
  return { gaps, inGaps };
}

const NEIGHBORS = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => [right, up] as const));

const isMixed = (stores: readonly ReleasedStore[]): boolean =>
  new Set(stores.map(({ brand, sector }) => `${brand ?? ''} ${sector}`)).size > 2;
