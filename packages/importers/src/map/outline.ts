import { interiorPoint, multiPolygonAreaSquareKm, orientRings, pointInMultiPolygon } from '@hinterland/geo';
import { type MultiPolygonCoordinates, NONE } from '@hinterland/territory';
import type { OsmData } from './osmData.ts';

/** An outline put together from ways. */
export interface Outline {
  /** Outer rings counterclockwise with their holes; empty where no ring closes. */
  readonly polygon: MultiPolygonCoordinates;
  /** False where a way or a node is not in the map, or a ring does not close. */
  readonly isComplete: boolean;
}

/** The outline of a closed way; empty and incomplete where it is not closed or a node is missing. */
export function wayOutline(map: OsmData, way: number): Outline {
  return outlineOf(map, [{ way, isInner: false }], true);
}

/**
 * The outline of a multipolygon or boundary relation. Rings are joined from ways whatever their order and direction. A
 * ring within another is a hole, one within a hole is land again: the rings themselves decide, not the roles, which are
 * often wrong. Only where the outline is incomplete, a ring made of inner ways alone is no area, because the ring around
 * it may be the missing one.
 */
export function relationOutline(map: OsmData, relation: number): Outline {
  const ways = new Map<number, boolean>();
  let isComplete = true;
  for (const { kind, id, role } of map.members(relation)) {
    // Other roles ("label", "subarea", "admin_centre") say something else than where the outline runs.
    if (kind !== 'way' || !(role === '' || role === 'outer' || role === 'inner' || role === 'exclave')) continue;
    const way = map.wayRow(id);
    if (way < 0) isComplete = false;
    else ways.set(way, (ways.get(way) ?? true) && role === 'inner');
  }
  return outlineOf(
    map,
    Array.from(ways, ([way, isInner]) => ({ way, isInner })),
    isComplete,
  );
}

interface Chain {
  nodes: number[];
  isInner: boolean;
}

function outlineOf(map: OsmData, ways: readonly { way: number; isInner: boolean }[], allThere: boolean): Outline {
  const chains: Chain[] = [];
  let isComplete = allThere;
  for (const { way, isInner } of ways) {
    const nodes = [...map.wayNodes(way)].filter((node, i, all) => node !== all[i - 1]);
    if (nodes.includes(NONE)) isComplete = false;
    for (const run of presentRuns(nodes)) if (run.length > 1) chains.push({ nodes: run, isInner });
  }
  const { rings, isClosed } = joinRings(chains);
  isComplete = isComplete && isClosed && rings.length > 0;
  return { polygon: nest(map, rings, isComplete), isComplete };
}

/** A way with nodes outside the map falls into parts. */
function presentRuns(nodes: readonly number[]): number[][] {
  const runs: number[][] = [[]];
  for (const node of nodes) {
    if (node === NONE) runs.push([]);
    else runs.at(-1)!.push(node);
  }
  return runs;
}

/**
 * Joins chains at their ends. Where a path comes back to one of its own joints, the part between is a ring of its own,
 * so rings that touch at a node come out apart.
 */
function joinRings(chains: readonly Chain[]): { rings: Chain[]; isClosed: boolean } {
  const rings: Chain[] = [];
  const atEnd = new Map<number, Set<number>>();
  const open = new Set<number>();
  chains.forEach(({ nodes }, index) => {
    if (nodes[0] === nodes.at(-1)) {
      rings.push(chains[index]!);
      return;
    }
    open.add(index);
    for (const end of [nodes[0]!, nodes.at(-1)!]) atEnd.set(end, (atEnd.get(end) ?? new Set()).add(index));
  });
  let isClosed = true;
  for (const start of open) {
    // Legs of the path so far, each turned the way it is walked.
    const path: Chain[] = [];
    let next: number | undefined = start;
    let at = chains[start]!.nodes[0]!;
    while (next !== undefined) {
      const { nodes, isInner } = chains[next]!;
      open.delete(next);
      for (const end of [nodes[0]!, nodes.at(-1)!]) atEnd.get(end)!.delete(next);
      path.push({ nodes: nodes[0] === at ? nodes : nodes.toReversed(), isInner });
      at = path.at(-1)!.nodes.at(-1)!;
      const from = path.findIndex((leg) => leg.nodes[0] === at);
      if (from >= 0) rings.push(joined(path.splice(from)));
      [next] = atEnd.get(at) ?? [];
    }
    if (path.length > 0) isClosed = false;
  }
  return { rings, isClosed };
}

function joined(legs: readonly Chain[]): Chain {
  return {
    nodes: legs.flatMap(({ nodes }, i) => (i === 0 ? nodes : nodes.slice(1))),
    isInner: legs.every(({ isInner }) => isInner),
  };
}

/** Puts holes into the rings around them. */
function nest(map: OsmData, chains: readonly Chain[], isComplete: boolean): MultiPolygonCoordinates {
  const rings = chains
    .filter(({ nodes }) => nodes.length >= 4)
    .map(({ nodes, isInner }) => {
      const ring = nodes.map((node) => [map.lng(node), map.lat(node)]);
      return { ring, isInner, area: multiPolygonAreaSquareKm([[ring]]), inside: interiorPoint([[ring]]) };
    })
    .filter(({ area, inside }) => area > 0 && inside !== null)
    .sort((a, b) => b.area - a.area);
  const polygons: number[][][][] = [];
  const placed: { ring: number[][]; polygon: number[][][] | null }[] = [];
  for (const { ring, isInner, inside } of rings) {
    const [lng, lat] = inside!;
    const around = placed.filter((other) => pointInMultiPolygon(lng, lat, [[other.ring]]));
    const depth = around.length;
    if (!isComplete && isInner && depth === 0) continue;
    let polygon: number[][][] | null = null;
    if (depth % 2 === 0) {
      polygon = [ring];
      polygons.push(polygon);
    } else {
      // The smallest ring around it is the last one: they come by size.
      around.at(-1)!.polygon?.push(ring);
    }
    placed.push({ ring, polygon });
  }
  return orientRings(polygons);
}
