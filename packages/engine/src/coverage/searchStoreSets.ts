import type { Territory } from '@hinterland/territory';
import { sweepPoles } from '../catchment/sweepPoles.ts';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { RunBuilder } from './classRuns.ts';
import { Refinement } from './refinement.ts';
import { finishSets, placesOfMasks, type StoreSets } from './storeSets.ts';

/**
 * Finds the sets with one search per place, as for a single catchment. The reference for sweepStoreSets, and faster for a
 * few places on foot.
 */
export function searchStoreSets(
  territory: Territory,
  costs: EdgeCosts,
  origins: readonly SnappedOrigin[],
  limitCost: number,
  progress: (fraction: number) => void,
): StoreSets {
  const { mode } = costs;
  const { pole: poleOf, rows } = territory.snaps[mode]!;
  const firstSnap = snapStarts(territory, mode);
  const rowOf = new Uint32Array(territory.poles.rows);
  for (let row = 0; row < rows; row++) rowOf[poleOf[row]!] = row;

  const graph = searchGraph(territory, costs);
  const workspace = workspaceOf(territory);
  const refinement = new Refinement();
  const classOfRow = new Uint32Array(rows);
  const masks = new Uint32Array(rows);
  for (let start = 0; start < origins.length; start += 32) {
    const batch = origins.slice(start, start + 32);
    masks.fill(0);
    batch.forEach((origin, bit) => {
      progress((start + bit) / origins.length);
      workspace.clear();
      bucketSearch(graph, originSeeds(territory, costs, [origin]), limitCost, workspace);
      const reach = (row: number) => {
        masks[row]! |= 1 << bit;
      };
      sweepPoles(
        { territory, costs, origins: [origin], workspace, limitCosts: [limitCost] },
        {
          wholeEdge: (edge) => {
            for (let row = firstSnap[edge]!; row < firstSnap[edge + 1]!; row++) reach(row);
          },
          pole: (pole) => reach(rowOf[pole]!),
        },
      );
    });
    refinement.beginBatch(start / 32);
    for (let row = 0; row < rows; row++) {
      if (masks[row] !== 0) classOfRow[row] = refinement.refine(classOfRow[row]!, masks[row]!);
    }
  }
  workspace.clear();
  const inOrder = origins.map((_, place) => place);
  const builder = new RunBuilder(refinement);
  for (let row = 0; row < rows; row++) builder.add(classOfRow[row]!, row + 1);
  const of = { territory, mode, places: origins.length };
  return finishSets(of, builder, placesOfMasks(refinement, inOrder));
}
