import type { Mode, Territory } from '@hinterland/territory';
import { SharedPerTerritory } from '../graph/sharedPerTerritory.ts';
import { CatchmentError } from './errors.ts';

const kept = new SharedPerTerritory<{ readonly firstSnap: Uint32Array }>('snapStarts');

/** Where the poles of edges stand: those of edge e are rows `[e]` to `[e + 1]` of the mode's snap table. */
export function snapStarts(territory: Territory, mode: Mode): Uint32Array {
  const snaps = territory.snaps[mode];
  if (snaps === undefined) {
    throw new CatchmentError('mode_unavailable', `${territory.manifest.name} has no poles for mode ${mode}.`);
  }
  return kept.get(territory, mode, () => {
    const edges = territory.edges.rows;
    const { rows, edge: edgeOf } = snaps;
    const firstSnap = new Uint32Array(edges + 1);
    for (let row = 0; row < rows; row++) firstSnap[edgeOf[row]! + 1]!++;
    for (let edge = 0; edge < edges; edge++) firstSnap[edge + 1]! += firstSnap[edge]!;
    return { firstSnap };
  }).firstSnap;
}
