import { lengthened } from '../growing.ts';
import { type Adjacency, sortRange } from './adjacency.ts';

/**
 * The shape of a hierarchy, without any costs: which later nodes each node keeps a link to when the nodes are
 * eliminated one by one and the neighbors of each that goes are joined to each other.
 *
 * Nodes are numbered by *position*: parents of the elimination tree before children, each subtree in one piece. So the
 * links of position p run to positions before it, all of them ancestors of p; `parent[p]` is the nearest one; and
 * positions p .. `subtreeEnd[p]` − 1 are p and everything whose ways out all pass p or a link of p.
 */
export interface EliminationTree {
  readonly positions: number;
  /** Node of the adjacency by position. */
  readonly nodeOf: Uint32Array;
  /** Nearest ancestor, or -1 at a root. */
  readonly parent: Int32Array;
  readonly subtreeEnd: Uint32Array;
  /** Links of p are `links[i]` for i from `firstLink[p]` to `firstLink[p + 1]`, ascending. */
  readonly firstLink: Uint32Array;
  readonly links: Uint32Array;
}

/**
 * Eliminates in the given order. In: node by place in the order. The links of a node are its own later neighbors and
 * those of its children in the tree, so each link is handled once per child.
 * Source: J. W. H. Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11 (1990).
 */
export function eliminate(adjacency: Adjacency, order: Uint32Array): EliminationTree {
  const { nodes, first, neighbors } = adjacency;
  const placeOf = new Uint32Array(nodes);
  for (let place = 0; place < nodes; place++) placeOf[order[place]!] = place;

  // By place first: lists of later places, ascending, so that the first entry is the parent.
  const firstOf = new Uint32Array(nodes + 1);
  let lists = new Uint32Array(Math.max(16, neighbors.length * 2));
  let used = 0;
  const parentOf = new Int32Array(nodes).fill(-1);
  const firstChild = new Int32Array(nodes).fill(-1);
  const nextSibling = new Int32Array(nodes).fill(-1);
  const seenBy = new Int32Array(nodes).fill(-1);
  for (let place = 0; place < nodes; place++) {
    const node = order[place]!;
    const start = used;
    let room = first[node + 1]! - first[node]!;
    for (let child = firstChild[place]!; child >= 0; child = nextSibling[child]!) {
      room += firstOf[child + 1]! - firstOf[child]!;
    }
    if (start + room > lists.length) lists = lengthened(lists, Math.ceil(1.5 * lists.length) + room);
    for (let i = first[node]!; i < first[node + 1]!; i++) {
      const later = placeOf[neighbors[i]!]!;
      if (later <= place) continue;
      seenBy[later] = place;
      lists[used++] = later;
    }
    for (let child = firstChild[place]!; child >= 0; child = nextSibling[child]!) {
      for (let i = firstOf[child]!; i < firstOf[child + 1]!; i++) {
        const later = lists[i]!;
        if (later === place || seenBy[later] === place) continue;
        seenBy[later] = place;
        lists[used++] = later;
      }
    }
    sortRange(lists, start, used);
    firstOf[place + 1] = used;
    if (used > start) {
      const parent = lists[start]!;
      parentOf[place] = parent;
      nextSibling[place] = firstChild[parent]!;
      firstChild[parent] = place;
    }
  }

  // Then by position: parents first, each subtree in one piece.
  const positionOf = new Uint32Array(nodes);
  const subtreeEnd = new Uint32Array(nodes);
  const size = new Uint32Array(nodes).fill(1);
  for (let place = 0; place < nodes; place++) if (parentOf[place]! >= 0) size[parentOf[place]!]! += size[place]!;
  /** Row at which the next child of a place begins. */
  const nextStart = new Uint32Array(nodes);
  let rootStart = 0;
  for (let place = nodes - 1; place >= 0; place--) {
    const parent = parentOf[place]!;
    let position: number;
    if (parent < 0) {
      position = rootStart;
      rootStart += size[place]!;
    } else {
      position = nextStart[parent]!;
      nextStart[parent]! += size[place]!;
    }
    positionOf[place] = position;
    nextStart[place] = position + 1;
    subtreeEnd[position] = position + size[place]!;
  }
  const nodeOf = new Uint32Array(nodes);
  const parent = new Int32Array(nodes);
  const firstLink = new Uint32Array(nodes + 1);
  for (let place = 0; place < nodes; place++) {
    const position = positionOf[place]!;
    nodeOf[position] = order[place]!;
    parent[position] = parentOf[place]! < 0 ? -1 : positionOf[parentOf[place]!]!;
    firstLink[position + 1] = firstOf[place + 1]! - firstOf[place]!;
  }
  for (let position = 0; position < nodes; position++) firstLink[position + 1]! += firstLink[position]!;
  const links = new Uint32Array(used);
  for (let place = 0; place < nodes; place++) {
    // Later places of one list are ancestors of each other, so their positions fall as the places rise.
    let at = firstLink[positionOf[place]! + 1]!;
    for (let i = firstOf[place]!; i < firstOf[place + 1]!; i++) links[--at] = positionOf[lists[i]!]!;
  }
  return { positions: nodes, nodeOf, parent, subtreeEnd, firstLink, links };
}
