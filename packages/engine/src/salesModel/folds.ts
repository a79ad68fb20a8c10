import { SeededRandom } from '@hinterland/geo';

/** Where a store is; any plane coordinates. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * Divides stores into folds of neighbors: the longer side of their box is halved at the median until there are enough parts.
 * A store that is left out with its neighbors is judged by others than those beside it. Returns the fold of each.
 */
export function spatialFolds(spots: readonly Spot[], count: number): Uint8Array {
  const folds = new Uint8Array(spots.length);
  let next = 0;
  const divide = (members: number[], parts: number) => {
    if (parts <= 1 || members.length <= 1) {
      for (const member of members) folds[member] = next;
      next++;
      return;
    }
    const xs = members.map((i) => spots[i]!.x);
    const ys = members.map((i) => spots[i]!.y);
    const isWide = Math.max(...xs) - Math.min(...xs) >= Math.max(...ys) - Math.min(...ys);
    const key = (i: number) => (isWide ? spots[i]!.x : spots[i]!.y);
    members.sort((a, b) => key(a) - key(b) || a - b);
    const half = Math.floor(parts / 2);
    const at = Math.round((members.length * half) / parts);
    divide(members.slice(0, at), half);
    divide(members.slice(at), parts - half);
  };
  divide(
    spots.map((_, i) => i),
    count,
  );
  return folds;
}

const SHUFFLE_SEED = 48;

/** Each store alone up to `most` stores, else `most` folds of equal size by a fixed shuffle. Returns the fold of each. */
export function evenFolds(stores: number, most: number): Uint8Array {
  const order = new SeededRandom(SHUFFLE_SEED).shuffle(Array.from({ length: stores }, (_, i) => i));
  const folds = new Uint8Array(stores);
  order.forEach((store, at) => {
    folds[store] = at % Math.min(stores, most);
  });
  return folds;
}
