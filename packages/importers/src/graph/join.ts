import { MODE_BIT, MODES, type Mode, NONE } from '@hinterland/territory';
import type { OsmData } from '../osm/data.ts';
import { Draft } from './draft.ts';
import type { ClassifiedNodes } from './nodes.ts';
import type { Pieces } from './pieces.ts';
import type { Styles } from './styles.ts';
import type { Speeds } from './way.ts';

/** Microdegrees of a node of the map. */
const microdegrees = (e7: number): number => Math.round(e7 / 10);

/** Joins pieces at nodes that are not kept. An end of a piece is numbered 2 × piece, + 1 for its last node. */
export function joinPieces(map: OsmData, styles: Styles, pieces: Pieces, { isKept, blocked }: ClassifiedNodes): Draft {
  const { nodes } = map.ways;
  const { lngE7, latE7 } = map.nodes;
  const draft = new Draft();
  const nodeAt = (end: number) => nodes[(end & 1) === 0 ? pieces.first[end >>> 1]! : pieces.last[end >>> 1]!]!;

  const pieceCount = pieces.style.length;
  const oneEnd = new Uint32Array(isKept.length).fill(NONE);
  const otherEnd = new Uint32Array(isKept.length).fill(NONE);
  for (let end = 0; end < 2 * pieceCount; end++) {
    const node = nodeAt(end);
    if (isKept[node] === 1) continue;
    if (oneEnd[node] === NONE) oneEnd[node] = end;
    else otherEnd[node] = end;
  }

  const numbers = new Int32Array(isKept.length).fill(-1);
  const numberOf = (end: number): number => {
    const node = nodeAt(end);
    const isNew = numbers[node] === -1;
    if (isNew) numbers[node] = draft.addNode(microdegrees(lngE7[node]!), microdegrees(latE7[node]!));
    const blockedBits = blocked.get(node);
    if (isNew || blockedBits === undefined) return numbers[node]!;
    const copy = draft.addNode(microdegrees(lngE7[node]!), microdegrees(latE7[node]!));
    const passage = passageThrough(styles, pieces.style[end >>> 1]!, blockedBits);
    if (passage !== null) draft.addEdge(numbers[node]!, copy, passage, draft.shapeLng.length);
    return copy;
  };

  const isUsed = new Uint8Array(pieceCount);
  const trace = (startEnd: number) => {
    const from = numberOf(startEnd);
    const startPiece = startEnd >>> 1;
    const style = (startEnd & 1) === 0 ? pieces.style[startPiece]! : styles.reversed(pieces.style[startPiece]!);
    const inner: number[] = [];
    const passBy = (node: number) => {
      if (node !== (inner.at(-1) ?? nodeAt(startEnd))) inner.push(node);
    };
    let end = startEnd;
    for (;;) {
      const piece = end >>> 1;
      isUsed[piece] = 1;
      const [first, last] = [pieces.first[piece]!, pieces.last[piece]!];
      for (let i = first + 1; i < last; i++) passBy(nodes[(end & 1) === 0 ? i : last - (i - first)]!);
      const arrival = end ^ 1;
      const node = nodeAt(arrival);
      if (isKept[node] === 1) {
        if (inner.at(-1) === node) inner.pop();
        const to = numberOf(arrival);
        const shapeStart = draft.shapeLng.length;
        for (const row of inner) draft.addShapePoint(microdegrees(lngE7[row]!), microdegrees(latE7[row]!));
        draft.addEdge(from, to, style, shapeStart);
        return;
      }
      passBy(node);
      end = oneEnd[node] === arrival ? otherEnd[node]! : oneEnd[node]!;
    }
  };
  for (let end = 0; end < 2 * pieceCount; end++) {
    if (isUsed[end >>> 1] === 0 && isKept[nodeAt(end)] === 1) trace(end);
  }
  // What is left are rings that nothing joins: one of their nodes is kept after all.
  for (let piece = 0; piece < pieceCount; piece++) {
    if (isUsed[piece] === 1) continue;
    isKept[nodeAt(2 * piece)] = 1;
    trace(2 * piece);
  }
  return draft;
}

/** Style of the edge of no length through a barrier, open to those whom the barrier lets pass; null for nobody. */
function passageThrough(styles: Styles, style: number, blockedBits: number): number | null {
  const { roadClass, street } = styles.travel(style);
  const open = MODES.filter((mode) => (blockedBits & MODE_BIT[mode]) === 0 && styles.isOpen(style, mode));
  if (open.length === 0) return null;
  const speeds = (mode: Mode): Speeds => (open.includes(mode) ? [1, 1] : [0, 0]);
  return styles.add({
    roadClass,
    street,
    speeds: { car: speeds('car'), walk: speeds('walk'), bicycle: speeds('bicycle') },
    avoidSnap: MODE_BIT.car | MODE_BIT.walk | MODE_BIT.bicycle,
  });
}
