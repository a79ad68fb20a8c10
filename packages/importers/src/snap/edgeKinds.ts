import { MODE_BIT, MODES } from '@hinterland/catalogue';
import { filled } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';

/** Kind of an edge for a mode in search of a place to join the road: see SNAP in parameters.ts. */
const KINDS = ['usual', 'private', 'avoided'] as const;
type EdgeKind = (typeof KINDS)[number];

/** Bit of an edge that is of a kind to a mode, which is given by its place in MODES. */
export const kindBit = (mode: number, kind: EdgeKind): number => 1 << (KINDS.length * mode + KINDS.indexOf(kind));
/** Bit of an edge that a mode may use both ways. */
export const twoWayBit = (mode: number): number => 1 << (KINDS.length * MODES.length + mode);
/** All bits of `kindBit`. */
export const ANY_KIND = (1 << (KINDS.length * MODES.length)) - 1;

/** Row = edge, bits of `kindBit` and `twoWayBit`: none outside a mode's main component and on edges of no length. */
export function edgeKinds(graph: RoadGraph): Uint16Array {
  const { mainComponent, lengthMillimeters } = graph.edges;
  const modes = MODES.map((mode, i) => ({
    bit: MODE_BIT[mode],
    usual: kindBit(i, 'usual'),
    private: kindBit(i, 'private'),
    avoided: kindBit(i, 'avoided'),
    twoWay: twoWayBit(i),
    ...graph.weights[`${mode}-normal`],
  }));
  return filled(new Uint16Array(mainComponent.length), (edge) => {
    let bits = 0;
    for (const mode of modes) {
      if ((mainComponent[edge]! & mode.bit) === 0 || lengthMillimeters[edge] === 0) continue;
      if ((graph.avoidSnap[edge]! & mode.bit) !== 0) bits |= mode.avoided;
      else bits |= (graph.privateTo[edge]! & mode.bit) !== 0 ? mode.private : mode.usual;
      const isTwoWay = mode.forwardMilliseconds[edge] !== NONE && mode.backwardMilliseconds[edge] !== NONE;
      if (isTwoWay) bits |= mode.twoWay;
    }
    return bits;
  });
}
