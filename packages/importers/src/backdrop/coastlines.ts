import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';

/**
 * Coasts of a map as lines of [lng, lat], as long as they go: ways with natural=coastline joined where one ends and the
 * next begins. Land lies on the left, water on the right. A coast that comes back to its beginning is closed.
 */
export function coastlines(map: OsmData): number[][][] {
  const runs: number[][] = [];
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'natural') === 'coastline') runs.push(...presentRuns(map.wayNodes(way)));
  }
  const byStart = new Map(runs.map((run) => [run[0]!, run]));
  const isEnd = new Set(runs.map((run) => run[run.length - 1]!));
  const used = new Set<number[]>();
  const follow = (start: number[]): number[] => {
    const nodes = [start[0]!];
    for (
      let run: number[] | undefined = start;
      run !== undefined && !used.has(run);
      run = byStart.get(run[run.length - 1]!)
    ) {
      used.add(run);
      for (let i = 1; i < run.length; i++) nodes.push(run[i]!);
    }
    return nodes;
  };
  // Coasts with a beginning first; what is left after them goes around.
  const open = runs.filter((run) => !isEnd.has(run[0]!)).map(follow);
  const closed = runs.flatMap((run) => (used.has(run) ? [] : [follow(run)]));
  return [...open, ...closed].map((nodes) => nodes.map((node) => [map.lng(node), map.lat(node)]));
}

/** Parts of a way between nodes that the map does not hold. */
function presentRuns(nodes: Uint32Array): number[][] {
  const runs: number[][] = [[]];
  for (const node of nodes) {
    if (node === NONE) runs.push([]);
    else runs[runs.length - 1]!.push(node);
  }
  return runs.filter((run) => run.length > 1);
}
