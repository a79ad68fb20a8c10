import { MODE_BIT, MODES } from '@hinterland/catalogue';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';
import { crossesRoads, type Gate, gateOf } from './barrier.ts';
import { crossesMeridian } from './meridian.ts';
import type { Styles } from './styles.ts';

/** Which nodes of the map are nodes of the network. */
export interface ClassifiedNodes {
  /** Per node of the map: 1 where the network has a node. */
  readonly isKept: Uint8Array;
  /** Node rows of gates that stop or slow a mode which has a road through them. */
  readonly gates: ReadonlyMap<number, Gate>;
  /** Per node of the map, bits of MODE_BIT: modes for which a private way and another one meet there. */
  readonly entrances: Uint8Array;
  /** Per node of the map, bits of MODE_BIT: modes for which a way that is not driven through and another one meet there. */
  readonly thresholds: Uint8Array;
  /** Per node of the map: 1 where a ferry and a way on land meet. */
  readonly shores: Uint8Array;
}

/**
 * Decides by looking at the ends of all straight pieces that meet at a node: two that continue each other make an inner
 * point, everything else a node of the network.
 */
export function classifyNodes(map: OsmData, styles: Styles, wayStyle: Int32Array): ClassifiedNodes {
  const gates = gatesOf(map);
  const count = map.nodes.ids.length;
  const ends = new Uint8Array(count);
  const firstStyle = new Int32Array(count);
  const isKept = new Uint8Array(count);
  const privateEnds = new Uint8Array(count);
  const publicEnds = new Uint8Array(count);
  const limitedEnds = new Uint8Array(count);
  const throughEnds = new Uint8Array(count);
  const ferryEnds = new Uint8Array(count);
  const landEnds = new Uint8Array(count);
  const endsAtGates = new Map<number, number[]>();
  // Called for each end of each straight piece, with the style seen from there.
  const touch = (node: number, style: number) => {
    if (ends[node] === 0) firstStyle[node] = style;
    else if (ends[node] === 1) isKept[node] = styles.reversed(firstStyle[node]!) === style ? 0 : 1;
    else isKept[node] = 1;
    if (ends[node]! < 3) ends[node]!++;
    privateEnds[node]! |= styles.openTo(style) & styles.travel(style).privateTo;
    publicEnds[node]! |= styles.openTo(style) & ~styles.travel(style).privateTo;
    limitedEnds[node]! |= styles.openTo(style) & styles.travel(style).limitedTo;
    throughEnds[node]! |= styles.openTo(style) & ~styles.travel(style).limitedTo;
    if (styles.travel(style).boardingSeconds > 0) ferryEnds[node] = 1;
    else landEnds[node] = 1;
    if (gates.has(node)) endsAtGates.set(node, [...(endsAtGates.get(node) ?? []), styles.openTo(style)]);
  };
  for (let way = 0; way < wayStyle.length; way++) {
    const style = wayStyle[way]!;
    if (style < 0) continue;
    const reversed = styles.reversed(style);
    const nodes = map.wayNodes(way);
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1]!, nodes[i]!];
      if (a === NONE || b === NONE || a === b || crossesMeridian(map, a, b)) continue;
      touch(a, style);
      touch(b, reversed);
    }
  }
  for (let node = 0; node < count; node++) if (ends[node] === 1) isKept[node] = 1;
  const entrances = privateEnds;
  for (let node = 0; node < count; node++) entrances[node]! &= publicEnds[node]!;
  const thresholds = limitedEnds;
  for (let node = 0; node < count; node++) thresholds[node]! &= throughEnds[node]!;
  const shores = ferryEnds;
  for (let node = 0; node < count; node++) shores[node]! &= landEnds[node]!;
  // A gate matters to modes that have at least two roads at it. Where a private way begins at a private gate, the gate is
  // its entrance and no other: people on the pavement in front of it do not pass it.
  for (const [node, gate] of gates) {
    const open = endsAtGates.get(node) ?? [];
    const matters = MODES.some((mode) => {
      const bit = MODE_BIT[mode];
      const bits = gate.stops | (gate.isPrivateTo & ~entrances[node]!);
      return (bits & bit) !== 0 && open.filter((to) => (to & bit) !== 0).length > 1;
    });
    if (matters) isKept[node] = 1;
    else gates.delete(node);
  }
  return { isKept, gates, entrances, thresholds, shores };
}

function gatesOf(map: OsmData): Map<number, Gate> {
  const gates = new Map<number, Gate>();
  for (let node = 0; node < map.nodes.ids.length; node++) {
    if (!map.isTagged('node', node)) continue;
    if (map.tag('node', node, 'barrier') === undefined && map.tag('node', node, 'ford') === undefined) continue;
    const gate = gateOf(map.tags('node', node));
    if (gate.stops !== 0 || gate.isPrivateTo !== 0) gates.set(node, gate);
  }
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'barrier') === undefined || map.tag('way', way, 'highway') !== undefined) continue;
    const tags = map.tags('way', way);
    if (!crossesRoads(tags)) continue;
    const gate = gateOf(tags);
    if (gate.stops === 0 && gate.isPrivateTo === 0) continue;
    for (const node of map.wayNodes(way)) {
      if (node !== NONE && map.tag('node', node, 'barrier') === undefined) gates.set(node, gate);
    }
  }
  return gates;
}
