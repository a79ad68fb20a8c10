import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../random.ts';
import { adjacencyOfPairs } from './adjacency.ts';
import { type Part, VertexCut } from './vertexCut.ts';

function partOf(nodes: number, links: readonly (readonly [number, number])[]): Part {
  const tails = Uint32Array.from(links, ([tail]) => tail);
  const heads = Uint32Array.from(links, ([, head]) => head);
  const { first, neighbors } = adjacencyOfPairs(nodes, tails, heads);
  return { nodes, first: Int32Array.from(first), heads: Int32Array.from(neighbors) };
}

/** Whether some source still reaches some sink when the nodes of a mask are gone. */
function isJoined(part: Part, role: Uint8Array, gone: number): boolean {
  const open = Array.from({ length: part.nodes }, (_, node) => node).filter(
    (node) => role[node] === 1 && (gone & (1 << node)) === 0,
  );
  const seen = new Set(open);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (role[node] === 2) return true;
    for (const next of part.heads.subarray(part.first[node], part.first[node + 1])) {
      if (seen.has(next) || (gone & (1 << next)) !== 0) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

describe('node cut', () => {
  const cut = new VertexCut(64);

  it('is the smallest one, and separates, on random parts', () => {
    const sizes = new Set<number>();
    for (let seed = 1; seed <= 300; seed++) {
      const random = new SeededRandom(seed);
      const nodes = 3 + random.int(7);
      const density = random.between(0.2, 0.8);
      const links: [number, number][] = [];
      for (let a = 0; a < nodes; a++) for (let b = 0; b < a; b++) if (random.next() < density) links.push([a, b]);
      const part = partOf(nodes, links);
      const role = Uint8Array.from({ length: nodes }, () => random.int(3));
      role[0] = 1;
      role[1] = 2;
      let smallest = nodes;
      for (let gone = 0; gone < 1 << nodes; gone++) {
        if (bitCount(gone) < smallest && !isJoined(part, role, gone)) smallest = bitCount(gone);
      }
      expect(cut.run(part, role, nodes)).toBe(smallest);
      const sides = Array.from({ length: nodes }, (_, node) => cut.sideOf(node));
      expect(sides.filter((side) => side === 2)).toHaveLength(smallest);
      for (const [a, b] of links) expect(sides[a]! + sides[b]!).not.toBe(1);
      sides.forEach((side, node) => {
        if (role[node] === 1) expect(side).not.toBe(1);
        if (role[node] === 2) expect(side).not.toBe(0);
      });
      sizes.add(smallest);
      if (smallest > 0) expect(cut.run(part, role, smallest - 1)).toBe(-1);
    }
    expect(sizes.size).toBeGreaterThan(3);
  });

  it('of a grid from side to side is one column', () => {
    const side = 8;
    const links: [number, number][] = [];
    for (let i = 0; i < side * side; i++) {
      if (i % side < side - 1) links.push([i, i + 1]);
      if (i < side * (side - 1)) links.push([i, i + side]);
    }
    const role = Uint8Array.from({ length: side * side }, (_, i) =>
      i % side === 0 ? 1 : i % side === side - 1 ? 2 : 0,
    );
    expect(cut.run(partOf(side * side, links), role, 64)).toBe(side);
  });
});
