import type { Adjacency } from './adjacency.ts';
import { type Part, VertexCut } from './vertexCut.ts';

/** Share of a part's nodes at either end of a direction that a cut has to keep apart. */
const END_SHARE = 0.25;

/** Directions along which a part is cut, as (x, y): west-east, south-north and the two diagonals. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** A checkpoint comes before each cut of a part with more nodes than this. */
const PART_PER_CHECKPOINT = 2000;

/** Parts up to this size are not cut any more. */
const SMALLEST_PART = 4;

/**
 * An order of elimination for a road network: cut it by few nodes into two parts of like size, give the nodes of the
 * cut the last places, and do the same with each part. Whatever runs from one part to the other passes the cut, so a
 * node's later neighbors are few: those of the cuts around it.
 *
 * In: the links and a place per node (any plane coordinates; only their order along the four directions counts). Out:
 * node by place in the order, first to be eliminated first. `checkpoint` is called now and then and may throw to stop.
 *
 * Method: nested dissection (A. George, SIAM J. Numer. Anal. 10 (1973)) with cuts from maximum flows between the ends
 * of a few directions, the best taken (A. Schild and C. Sommer, Inertial Flow, SEA 2015); node cuts instead of theirs
 * along links.
 */
export function dissect(
  adjacency: Adjacency,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  checkpoint?: () => void,
): Uint32Array {
  const { nodes, first, neighbors } = adjacency;
  /** Nodes, rearranged part by part until it is the order. */
  const order = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) order[node] = node;
  const localOf = new Int32Array(nodes).fill(-1);
  const part: Part = { nodes: 0, first: new Int32Array(nodes + 1), heads: new Int32Array(neighbors.length) };
  const cut = new VertexCut(nodes);
  const role = new Uint8Array(nodes);
  const side = new Uint8Array(nodes);
  const bestSide = new Uint8Array(nodes);
  const keys = new Float64Array(nodes);
  const selection = new Float64Array(nodes);
  const queue = new Int32Array(nodes);
  const moved = new Int32Array(nodes);

  /** Splits order[start..end) into connected pieces, one behind the other; the ends of the pieces come back. */
  const pieces = (start: number, end: number): number[] => {
    for (let i = start; i < end; i++) localOf[order[i]!] = 0;
    const ends: number[] = [];
    let filled = 0;
    for (let i = start; i < end; i++) {
      if (localOf[order[i]!] === -1) continue;
      queue[filled++] = order[i]!;
      localOf[order[i]!] = -1;
      for (let at = filled - 1; at < filled; at++) {
        const node = queue[at]!;
        for (let link = first[node]!; link < first[node + 1]!; link++) {
          const neighbor = neighbors[link]!;
          if (localOf[neighbor] === -1) continue;
          localOf[neighbor] = -1;
          queue[filled++] = neighbor;
        }
      }
      ends.push(start + filled);
    }
    if (ends.length > 1) order.set(queue.subarray(0, filled), start);
    return ends;
  };

  const open: number[] = nodes > 0 ? [0, nodes] : [];
  while (open.length > 0) {
    const partEnd = open.pop()!;
    const partStart = open.pop()!;
    let start = partStart;
    for (const end of pieces(partStart, partEnd)) {
      if (end - start > SMALLEST_PART) {
        const count = end - start;
        if (count > PART_PER_CHECKPOINT) checkpoint?.();
        bisect(start, count);
        // Near side, far side, cut.
        const sizes = [0, 0, 0];
        for (let i = 0; i < count; i++) sizes[bestSide[i]!]!++;
        const next = [0, sizes[0]!, sizes[0]! + sizes[1]!];
        for (let i = 0; i < count; i++) moved[next[bestSide[i]!]!++] = order[start + i]!;
        order.set(moved.subarray(0, count), start);
        open.push(start, start + sizes[0]!, start + sizes[0]!, start + sizes[0]! + sizes[1]!);
      }
      start = end;
    }
  }
  return Uint32Array.from(order);

  /** Fills `bestSide` for the nodes order[start..start + count), which are connected. */
  function bisect(start: number, count: number): void {
    for (let i = 0; i < count; i++) localOf[order[start + i]!] = i;
    part.nodes = count;
    let links = 0;
    for (let i = 0; i < count; i++) {
      const node = order[start + i]!;
      part.first[i] = links;
      for (let link = first[node]!; link < first[node + 1]!; link++) {
        const local = localOf[neighbors[link]!]!;
        if (local >= 0) part.heads[links++] = local;
      }
    }
    part.first[count] = links;
    for (let i = 0; i < count; i++) localOf[order[start + i]!] = -1;

    const ends = Math.max(1, Math.floor(count * END_SHARE));
    let bestScore = Number.POSITIVE_INFINITY;
    for (const [dx, dy] of DIRECTIONS) {
      for (let i = 0; i < count; i++) {
        const node = order[start + i]!;
        keys[i] = dx * x[node]! + dy * y[node]!;
        role[i] = 0;
      }
      markEnds(count, ends);
      for (let i = 0; i < count; i++) sortByKeyFalling(part.heads, part.first[i]!, part.first[i + 1]!, keys);
      const largest = Math.ceil(Math.min(count, bestScore * (count / 2)));
      const size = cut.run(part, role, largest);
      if (size < 0) continue;
      let near = 0;
      for (let i = 0; i < count; i++) {
        side[i] = cut.sideOf(i);
        if (side[i] === 0) near++;
      }
      const score = size / Math.max(0.5, Math.min(near, count - near - size));
      if (score >= bestScore) continue;
      bestScore = score;
      bestSide.set(side.subarray(0, count));
    }
  }

  /** Gives role 1 to the `ends` smallest keys and role 2 to the `ends` largest; equal keys go by their place. */
  function markEnds(count: number, ends: number): void {
    selection.set(keys.subarray(0, count));
    const low = select(selection, count, ends - 1);
    let below = 0;
    for (let i = 0; i < count; i++) if (keys[i]! < low) below++;
    let equal = ends - below;
    for (let i = 0; i < count; i++) {
      if (keys[i]! < low) role[i] = 1;
      else if (keys[i] === low && equal-- > 0) role[i] = 1;
    }
    const high = select(selection, count, count - ends);
    let above = 0;
    for (let i = 0; i < count; i++) if (keys[i]! > high) above++;
    equal = ends - above;
    for (let i = count - 1; i >= 0; i--) {
      if (keys[i]! > high) role[i] = 2;
      else if (keys[i] === high && role[i] === 0 && equal-- > 0) role[i] = 2;
    }
  }
}

/** Sorts a few entries by their keys, largest first. */
function sortByKeyFalling(values: Int32Array, start: number, end: number, keys: Float64Array): void {
  for (let i = start + 1; i < end; i++) {
    const value = values[i]!;
    const key = keys[value]!;
    let at = i;
    while (at > start && keys[values[at - 1]!]! < key) {
      values[at] = values[at - 1]!;
      at--;
    }
    values[at] = value;
  }
}

/** The value that would stand at `rank` if the first `count` values were sorted; rearranges them (C. A. R. Hoare, 1961). */
function select(values: Float64Array, count: number, rank: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i <= j) {
        const value = values[i]!;
        values[i++] = values[j]!;
        values[j--] = value;
      }
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return values[rank]!;
}
