import { type Adjacency, adjacencyOfPairs } from './adjacency.ts';

/** Nodes with at most this many neighbors are taken out before the network is cut. */
const MAX_DEGREE = 3;

/** The network that is left after the nodes of low degree are gone. */
interface Core {
  /** The nodes that were taken out, in that order. */
  readonly eliminated: Uint32Array;
  /** The nodes that stay, ascending. */
  readonly nodeOf: Uint32Array;
  /** How they are joined, by position in `nodeOf`, with the links that stand for paths through eliminated nodes. */
  readonly adjacency: Adjacency;
}

/** Ends a list of half links. */
const END = -1;

/**
 * Takes out dead ends, chains and three-way junctions, as long as there are any: a node goes and its neighbors are
 * joined to each other. For up to two neighbors this is part of a best order; for three it adds no link that a later
 * cut would miss. It leaves a core of a fraction of the nodes for the costly part (dissection.ts).
 *
 * Method: minimum degree ordering (D. J. Rose 1972, in Read, Graph Theory and Computing), in rounds: within a round no
 * two neighbors go, so a chain of n nodes takes log n rounds and its order is a balanced tree, not a ladder.
 *
 * Invariant: every link is held twice, as half links in the lists of its two ends; a node that goes gives back at least
 * as many half links as its neighbors need, so the pool never grows.
 */
export function eliminateLowDegrees(adjacency: Adjacency): Core {
  const { nodes, first, neighbors } = adjacency;
  const firstLink = new Int32Array(nodes).fill(END);
  const nextLink = new Int32Array(neighbors.length);
  const linkHead = Uint32Array.from(neighbors);
  const degree = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) {
    degree[node] = first[node + 1]! - first[node]!;
    for (let link = first[node + 1]! - 1; link >= first[node]!; link--) {
      nextLink[link] = firstLink[node]!;
      firstLink[node] = link;
    }
  }
  let free = END;

  const unlink = (node: number, head: number) => {
    let before = END;
    for (let link = firstLink[node]!; ; link = nextLink[link]!) {
      if (linkHead[link] !== head) {
        before = link;
        continue;
      }
      if (before === END) firstLink[node] = nextLink[link]!;
      else nextLink[before] = nextLink[link]!;
      nextLink[link] = free;
      free = link;
      degree[node]!--;
      return;
    }
  };
  const addHalf = (node: number, head: number) => {
    const link = free;
    free = nextLink[link]!;
    linkHead[link] = head;
    nextLink[link] = firstLink[node]!;
    firstLink[node] = link;
    degree[node]!++;
  };
  const isLinked = (node: number, head: number) => {
    for (let link = firstLink[node]!; link !== END; link = nextLink[link]!) if (linkHead[link] === head) return true;
    return false;
  };

  const eliminated = new Uint32Array(nodes);
  let eliminatedCount = 0;
  const isEliminated = new Uint8Array(nodes);
  /** Round in which a node was blocked because a neighbor went, and in which it was put on the next list. */
  const blockedIn = new Int32Array(nodes);
  const listedIn = new Int32Array(nodes);
  let candidates: number[] = [];
  for (let node = 0; node < nodes; node++) if (degree[node]! <= MAX_DEGREE) candidates.push(node);
  const around = new Uint32Array(MAX_DEGREE);

  for (let round = 1; candidates.length > 0; round++) {
    const later: number[] = [];
    const list = (node: number) => {
      if (listedIn[node] === round) return;
      listedIn[node] = round;
      later.push(node);
    };
    for (const node of candidates) {
      if (isEliminated[node] === 1 || degree[node]! > MAX_DEGREE) continue;
      if (blockedIn[node] === round) {
        list(node);
        continue;
      }
      let count = 0;
      for (let link = firstLink[node]!; link !== END; link = nextLink[link]!) around[count++] = linkHead[link]!;
      isEliminated[node] = 1;
      eliminated[eliminatedCount++] = node;
      for (let link = firstLink[node]!; link !== END; ) {
        const following = nextLink[link]!;
        nextLink[link] = free;
        free = link;
        link = following;
      }
      for (let i = 0; i < count; i++) unlink(around[i]!, node);
      for (let i = 0; i < count; i++) {
        const neighbor = around[i]!;
        blockedIn[neighbor] = round;
        for (let j = i + 1; j < count; j++) {
          const other = around[j]!;
          if (isLinked(neighbor, other)) continue;
          addHalf(neighbor, other);
          addHalf(other, neighbor);
        }
      }
      for (let i = 0; i < count; i++) if (degree[around[i]!]! <= MAX_DEGREE) list(around[i]!);
    }
    candidates = later;
  }

  const nodeOf = new Uint32Array(nodes - eliminatedCount);
  const positionOf = new Int32Array(nodes).fill(-1);
  let count = 0;
  let links = 0;
  for (let node = 0; node < nodes; node++) {
    if (isEliminated[node] === 1) continue;
    positionOf[node] = count;
    nodeOf[count++] = node;
    links += degree[node]!;
  }
  const tails = new Uint32Array(links / 2);
  const heads = new Uint32Array(links / 2);
  links = 0;
  for (const node of nodeOf) {
    for (let link = firstLink[node]!; link !== END; link = nextLink[link]!) {
      if (linkHead[link]! < node) continue;
      tails[links] = positionOf[node]!;
      heads[links++] = positionOf[linkHead[link]!]!;
    }
  }
  return { eliminated: eliminated.slice(0, eliminatedCount), nodeOf, adjacency: adjacencyOfPairs(count, tails, heads) };
}
