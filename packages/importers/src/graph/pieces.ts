import { growingUint32 } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';
import { crossesMeridian } from './meridian.ts';

/** Parts of ways without a kept node inside; `first` and `last` are positions in `ways.nodes`. */
export interface Pieces {
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly style: Uint32Array;
}

/** Cuts ways where others meet them, at nodes that the map does not hold, and at 180° longitude. */
export function cutIntoPieces(map: OsmData, wayStyle: Int32Array, isKept: Uint8Array): Pieces {
  const first = growingUint32();
  const last = growingUint32();
  const style = growingUint32();
  const { nodes, nodeStart } = map.ways;
  const close = (way: number, start: number, at: number) => {
    // A piece that never leaves its first node is a mistake of the map.
    let i = start;
    while (i <= at && nodes[i] === nodes[start]) i++;
    if (i > at) return;
    first.push(start);
    last.push(at);
    style.push(wayStyle[way]!);
  };
  for (let way = 0; way < wayStyle.length; way++) {
    if (wayStyle[way]! < 0) continue;
    let start = nodeStart[way]!;
    const end = nodeStart[way + 1]!;
    for (let at = start; at < end; at++) {
      if (nodes[at] === NONE) {
        close(way, start, at - 1);
        start = at + 1;
        continue;
      }
      if (at > start && crossesMeridian(map, nodes[at - 1]!, nodes[at]!)) {
        close(way, start, at - 1);
        start = at;
      }
      if (at + 1 === end || (at > start && isKept[nodes[at]!] === 1)) {
        close(way, start, at);
        start = at;
      }
    }
  }
  return { first: first.toArray(), last: last.toArray(), style: style.toArray() };
}
