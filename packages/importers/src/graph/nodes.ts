import { MODE_BIT, MODES, type Mode, NONE } from '@hinterland/territory';
import type { OsmData } from '../osm/data.ts';
import { blockedModes } from './barrier.ts';
import type { Styles } from './styles.ts';

/** Which nodes of the map are nodes of the network. */
export interface ClassifiedNodes {
  /** Per node of the map: 1 where the network has a node. */
  readonly isKept: Uint8Array;
  /** Node rows of barriers, with the modes that they stop. */
  readonly blocked: ReadonlyMap<number, number>;
}

/**
 * Decides by looking at the ends of all straight pieces that meet at a node: two that continue each other make an inner
 * point, everything else a node of the network.
 */
export function classifyNodes(map: OsmData, styles: Styles, wayStyle: Int32Array): ClassifiedNodes {
  const blocked = barriersOf(map);
  const count = map.nodes.ids.length;
  const ends = new Uint8Array(count);
  const firstStyle = new Int32Array(count);
  const isKept = new Uint8Array(count);
  const openEnds = new Map<number, Record<Mode, number>>();
  // Called for each end of each straight piece, with the style seen from there.
  const touch = (node: number, style: number) => {
    if (ends[node] === 0) firstStyle[node] = style;
    else if (ends[node] === 1) isKept[node] = styles.reversed(firstStyle[node]!) === style ? 0 : 1;
    else isKept[node] = 1;
    if (ends[node]! < 3) ends[node]!++;
    if (!blocked.has(node)) return;
    const open = openEnds.get(node) ?? { car: 0, walk: 0, bicycle: 0 };
    for (const mode of MODES) if (styles.isOpen(style, mode)) open[mode]++;
    openEnds.set(node, open);
  };
  for (let way = 0; way < wayStyle.length; way++) {
    const style = wayStyle[way]!;
    if (style < 0) continue;
    const reversed = styles.reversed(style);
    const nodes = map.wayNodes(way);
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1]!, nodes[i]!];
      if (a === NONE || b === NONE || a === b) continue;
      touch(a, style);
      touch(b, reversed);
    }
  }
  for (let node = 0; node < count; node++) if (ends[node] === 1) isKept[node] = 1;
  // A barrier that stops only modes which have no road through it is none.
  for (const [node, bits] of blocked) {
    const open = openEnds.get(node);
    const stops = open !== undefined && MODES.some((mode) => (bits & MODE_BIT[mode]) !== 0 && open[mode] > 1);
    if (stops) isKept[node] = 1;
    else blocked.delete(node);
  }
  return { isKept, blocked };
}

function barriersOf(map: OsmData): Map<number, number> {
  const blocked = new Map<number, number>();
  for (let node = 0; node < map.nodes.ids.length; node++) {
    if (!map.isTagged('node', node)) continue;
    if (map.tag('node', node, 'barrier') === undefined && map.tag('node', node, 'ford') === undefined) continue;
    const bits = blockedModes(map.tags('node', node));
    if (bits !== 0) blocked.set(node, bits);
  }
  return blocked;
}
