import { MODE_BIT, MODES, type Mode, PROFILES, type Profile, type Traffic } from '@hinterland/catalogue';
import { hilbertOrder } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { Heights } from '../inputs/heights.ts';
import type { SpeedsInput } from '../inputs/speeds.ts';
import { APART, servedComponents, UNSERVED } from './components.ts';
import type { Draft } from './draft.ts';
import { type Profiles, profilesOf } from './elevationProfiles.ts';
import { insideNodes } from './limits.ts';
import type { GraphCounts, RoadGraph } from './roadGraph.ts';
import { cyclingSpeed, walkingShare } from './slope.ts';
import { speedPatterns } from './speedPatterns.ts';
import { PARAMETERS_VERSION, SERVED_COMPONENT_NODES, TRAFFIC_FACTOR } from './speeds.ts';
import type { Styles } from './styles.ts';

/** Numbers nodes along the Hilbert curve, turns and orders edges, fills columns. */
export function networkOf(
  styles: Styles,
  draft: Draft,
  counts: Omit<GraphCounts, 'apart' | 'withoutHeights'>,
  heights?: Heights,
  speeds?: SpeedsInput,
): RoadGraph {
  const nodeCount = draft.nodeLng.length;
  const edgeCount = draft.from.length;
  const [draftLng, draftLat] = [draft.nodeLng.toArray(), draft.nodeLat.toArray()];
  const nodeOrder = hilbertOrder(draftLng, draftLat);
  const nodes = { lngMicrodegrees: new Int32Array(nodeCount), latMicrodegrees: new Int32Array(nodeCount) };
  const newNumber = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    nodes.lngMicrodegrees[node] = draftLng[nodeOrder[node]!]!;
    nodes.latMicrodegrees[node] = draftLat[nodeOrder[node]!]!;
    newNumber[nodeOrder[node]!] = node;
  }

  const from = (edge: number) => newNumber[draft.from.get(edge)]!;
  const to = (edge: number) => newNumber[draft.to.get(edge)]!;
  const sortKeys = new Float64Array(edgeCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    sortKeys[edge] = Math.min(from(edge), to(edge)) * nodeCount + Math.max(from(edge), to(edge));
  }
  const edgeOrder = Uint32Array.from(sortKeys.keys()).sort((a, b) => sortKeys[a]! - sortKeys[b]! || a - b);

  const shapeCount = draft.shapeLng.length;
  const shapes = { lngMicrodegrees: new Int32Array(shapeCount), latMicrodegrees: new Int32Array(shapeCount) };
  const edges = {
    fromNode: new Uint32Array(edgeCount),
    toNode: new Uint32Array(edgeCount),
    lengthMillimeters: new Uint32Array(edgeCount),
    shapeStart: new Uint32Array(edgeCount),
    roadClass: new Uint8Array(edgeCount),
    mainComponent: new Uint8Array(edgeCount),
  };
  const edgeStyle = new Uint32Array(edgeCount);
  const joins = {
    privateTo: new Uint8Array(edgeCount),
    avoidedBy: new Uint8Array(edgeCount),
    apartFor: new Uint8Array(edgeCount),
  };
  const edgeStreet = new Uint32Array(edgeCount);
  const streetNumbers = new Map<string, number>([['', 0]]);
  let shapeAt = 0;
  for (let row = 0; row < edgeCount; row++) {
    const edge = edgeOrder[row]!;
    const isTurned = from(edge) > to(edge);
    const style = isTurned ? styles.reversed(draft.style.get(edge)) : draft.style.get(edge);
    edgeStyle[row] = style;
    edges.fromNode[row] = isTurned ? to(edge) : from(edge);
    edges.toNode[row] = isTurned ? from(edge) : to(edge);
    edges.lengthMillimeters[row] = draft.lengthMillimeters.get(edge);
    edges.roadClass[row] = styles.roadClass(style);
    edges.shapeStart[row] = shapeAt;
    const shapeStart = draft.shapeStart.get(edge);
    const shapeEnd = edge + 1 < edgeCount ? draft.shapeStart.get(edge + 1) : shapeCount;
    for (let i = shapeStart; i < shapeEnd; i++, shapeAt++) {
      const source = isTurned ? shapeEnd - 1 - (i - shapeStart) : i;
      shapes.lngMicrodegrees[shapeAt] = draft.shapeLng.get(source);
      shapes.latMicrodegrees[shapeAt] = draft.shapeLat.get(source);
    }
    const { street, avoidSnap: avoids, privateTo } = styles.travel(style);
    let number = streetNumbers.get(street);
    if (number === undefined) {
      number = streetNumbers.size;
      streetNumbers.set(street, number);
    }
    edgeStreet[row] = number;
    joins.avoidedBy[row] = avoids;
    joins.privateTo[row] = privateTo;
  }

  const profiles =
    heights === undefined
      ? null
      : profilesOf(heights, { nodes, edges, shapes }, (edge) => styles.travel(edgeStyle[edge]!).relief);
  const weights = Object.fromEntries(
    PROFILES.map((profile) => [profile, weigh(styles, profile, edgeStyle, edges.lengthMillimeters, profiles)]),
  ) as unknown as RoadGraph['weights'];
  const apart = { car: 0, walk: 0, bicycle: 0 };
  for (const mode of MODES) {
    const { forwardMilliseconds, backwardMilliseconds } = weights[`${mode}-normal`];
    const components = servedComponents(
      nodeCount,
      edges.fromNode,
      edges.toNode,
      forwardMilliseconds,
      backwardMilliseconds,
      SERVED_COMPONENT_NODES,
    );
    apart[mode] = components.apart;
    components.served.forEach((component, edge) => {
      if (component !== UNSERVED) edges.mainComponent[edge]! |= MODE_BIT[mode];
      if (component === APART) joins.apartFor[edge]! |= MODE_BIT[mode];
    });
  }
  const insideFor = new Uint8Array(nodeCount);
  for (const mode of MODES) {
    const { forwardMilliseconds, backwardMilliseconds } = weights[`${mode}-normal`];
    const isLimited = (edge: number) => (styles.travel(edgeStyle[edge]!).limitedTo & MODE_BIT[mode]) !== 0;
    const { fromNode, toNode } = edges;
    const inside = insideNodes(nodeCount, fromNode, toNode, forwardMilliseconds, backwardMilliseconds, isLimited);
    inside?.forEach((is, node) => {
      if (is === 1) insideFor[node]! |= MODE_BIT[mode];
    });
  }
  return {
    parametersVersion: PARAMETERS_VERSION,
    nodes,
    edges,
    shapes,
    weights,
    ...(speeds === undefined ? {} : { speeds: speedPatterns(speeds.unit, styles, edgeStyle) }),
    streetNames: [...streetNumbers.keys()],
    edgeStreet,
    joins,
    ...(insideFor.some((bits) => bits !== 0) ? { limits: { insideFor } } : {}),
    counts: { ...counts, apart, ...(profiles === null ? {} : { withoutHeights: profiles.unknown }) },
  };
}

/** Times of one profile: whole milliseconds, at least 1 on an edge that has a length, NONE where it is closed. */
function weigh(
  styles: Styles,
  profile: Profile,
  edgeStyle: Uint32Array,
  lengthMillimeters: Uint32Array,
  profiles: Profiles | null,
) {
  const [mode, traffic] = profile.split('-') as [Mode, Traffic];
  const forwardMilliseconds = new Uint32Array(edgeStyle.length);
  const backwardMilliseconds = new Uint32Array(edgeStyle.length);
  for (let edge = 0; edge < edgeStyle.length; edge++) {
    const { speeds, roadClass, passage } = styles.travel(edgeStyle[edge]!);
    const factor = mode === 'car' ? TRAFFIC_FACTOR[traffic](roadClass) : 1;
    const time = (sense: 0 | 1) => {
      const speedKmh = speeds[mode][sense];
      if (speedKmh === 0) return NONE;
      const levelKmh = speedKmh * factor;
      const meanKmh = profiles === null || mode === 'car' ? levelKmh : meanSpeed(profiles, edge, mode, sense, levelKmh);
      return passage?.[mode][sense] ?? milliseconds(lengthMillimeters[edge]!, meanKmh);
    };
    forwardMilliseconds[edge] = time(0);
    backwardMilliseconds[edge] = time(1);
  }
  return { forwardMilliseconds, backwardMilliseconds };
}

function milliseconds(lengthMillimeters: number, speedKmh: number): number {
  return lengthMillimeters === 0 ? 0 : Math.max(1, Math.round((lengthMillimeters * 3.6) / speedKmh));
}

/** Returns the mean speed over the slopes of an edge, km/h: that of the sum of times. */
function meanSpeed(
  { start, slope }: Profiles,
  edge: number,
  mode: 'walk' | 'bicycle',
  sense: 0 | 1,
  levelKmh: number,
): number {
  const [first, end] = [start[edge]!, start[edge + 1]!];
  if (first === end) return levelKmh;
  let hours = 0;
  for (let i = first; i < end; i++) {
    const rise = sense === 0 ? slope[i]! : -slope[i]!;
    hours += 1 / (mode === 'walk' ? levelKmh * walkingShare(rise) : cyclingSpeed(levelKmh, rise));
  }
  return (end - first) / hours;
}
