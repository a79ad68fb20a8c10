import { JOIN_KINDS, type JoinKind, joinKindOf, MODE_BIT, MODES } from '@hinterland/catalogue';
import { filled } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';

/** Bit of an edge that is of a kind to a mode, which is given by its place in MODES. */
export const kindBit = (mode: number, kind: JoinKind): number =>
  1 << (JOIN_KINDS.length * mode + JOIN_KINDS.indexOf(kind));
/** Bit of an edge that a mode may use both ways. */
export const twoWayBit = (mode: number): number => 1 << (JOIN_KINDS.length * MODES.length + mode);
/** All bits of `kindBit`. */
export const ANY_KIND = (1 << (JOIN_KINDS.length * MODES.length)) - 1;

/** Row = edge, bits of `kindBit` and `twoWayBit`: none outside a mode's main component and on edges of no length. */
export function edgeKinds(graph: RoadGraph): Uint32Array {
  const { mainComponent, lengthMillimeters } = graph.edges;
  const { privateTo, avoidedBy, apartFor } = graph.joins;
  const modes = MODES.map((mode, i) => ({
    number: i,
    bit: MODE_BIT[mode],
    twoWay: twoWayBit(i),
    ...graph.weights[`${mode}-normal`],
  }));
  return filled(new Uint32Array(mainComponent.length), (edge) => {
    let bits = 0;
    for (const { number, bit, twoWay, forwardMilliseconds, backwardMilliseconds } of modes) {
      if ((mainComponent[edge]! & bit) === 0 || lengthMillimeters[edge] === 0) continue;
      const has = (flags: Uint8Array) => (flags[edge]! & bit) !== 0;
      bits |= kindBit(number, joinKindOf(has(privateTo), has(avoidedBy), has(apartFor)));
      if (forwardMilliseconds[edge] !== NONE && backwardMilliseconds[edge] !== NONE) bits |= twoWay;
    }
    return bits;
  });
}
