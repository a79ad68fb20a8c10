import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';
import { Draft } from './draft.ts';
import type { ClassifiedNodes } from './nodes.ts';
import type { Pieces } from './pieces.ts';
import { FERRY_INTERVAL_MOST_SECONDS, PRIVATE_ENTRY_SECONDS } from './speeds.ts';
import type { Styles } from './styles.ts';
import type { Speeds } from './way.ts';

/** Microdegrees of a node of the map. */
const microdegrees = (e7: number): number => Math.round(e7 / 10);

const ALL_MODES = MODE_BIT.car | MODE_BIT.walk | MODE_BIT.bicycle;

/** Joins pieces at nodes that are not kept. An end of a piece is numbered 2 × piece, + 1 for its last node. */
export function joinPieces(
  map: OsmData,
  styles: Styles,
  pieces: Pieces,
  { isKept, gates, entrances, thresholds, shores }: ClassifiedNodes,
): Draft {
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
  /** Nodes given out at gates, entrances and shores, by `keyOf`. */
  const taken = new Map<number, number>();
  const numberOf = (end: number): number => {
    const node = nodeAt(end);
    if (numbers[node] === -1) numbers[node] = draft.addNode(microdegrees(lngE7[node]!), microdegrees(latE7[node]!));
    const isPlain = entrances[node] === 0 && thresholds[node] === 0 && shores[node] === 0;
    if (!gates.has(node) && isPlain) return numbers[node]!;
    const style = pieces.style[end >>> 1]!;
    const gate = gates.get(node);
    // Private ways and those that are not driven through stand apart from others and ferries from the land, those with one boarding time together; at a gate
    // every way stands apart, and one of them may have the node itself.
    const enters = styles.travel(style).privateTo & entrances[node]!;
    const limited = styles.travel(style).limitedTo & thresholds[node]!;
    const boardingSeconds = shores[node] === 1 ? styles.travel(style).boardingSeconds : 0;
    const key = keyOf(node, enters, limited, boardingSeconds);
    if (enters === 0 && limited === 0 && boardingSeconds === 0 && (gate === undefined || !taken.has(key))) {
      taken.set(key, numbers[node]!);
      return numbers[node]!;
    }
    if (gate === undefined && taken.has(key)) return taken.get(key)!;
    const copy = draft.addNode(microdegrees(lngE7[node]!), microdegrees(latE7[node]!));
    const openTo = gate === undefined ? ALL_MODES : styles.openTo(style) & ~gate.stops;
    const isPrivateTo = (gate?.isPrivateTo ?? 0) | enters;
    const passage = passageOf(styles, style, { openTo, isPrivateTo, limitedTo: limited }, boardingSeconds);
    if (passage !== null) draft.addEdge(numbers[node]!, copy, passage, draft.shapeLng.length);
    taken.set(key, copy);
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

/** One number for a node of the map, the modes that enter something private or limited there, and a time of boarding. */
const keyOf = (node: number, enters: number, limited: number, boardingSeconds: number): number =>
  (64 * node + 8 * limited + enters) * 2 * FERRY_INTERVAL_MOST_SECONDS + 2 * boardingSeconds;

/**
 * Style of the edge of no length through a gate, onto a private or limited way or, in its own direction, onto a ferry; null where it is
 * closed to all.
 */
function passageOf(
  styles: Styles,
  style: number,
  { openTo, isPrivateTo, limitedTo }: { openTo: number; isPrivateTo: number; limitedTo: number },
  boardingSeconds: number,
): number | null {
  if (openTo === 0) return null;
  const { roadClass, street } = styles.travel(style);
  const speeds = (mode: Mode): Speeds => ((openTo & MODE_BIT[mode]) === 0 ? [0, 0] : [1, 1]);
  const delay = (mode: Mode): readonly [number, number] => {
    const entry = (isPrivateTo & MODE_BIT[mode]) === 0 ? 0 : PRIVATE_ENTRY_SECONDS * 1000;
    return [entry + boardingSeconds * 1000, entry];
  };
  return styles.add({
    roadClass,
    street,
    speeds: { car: speeds('car'), walk: speeds('walk'), bicycle: speeds('bicycle') },
    passage: { car: delay('car'), walk: delay('walk'), bicycle: delay('bicycle') },
    avoidSnap: 0,
    privateTo: 0,
    limitedTo,
    boardingSeconds: 0,
    relief: 'level',
  });
}
