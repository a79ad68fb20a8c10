import type { Mode } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { snapRowByPole } from '../catchment/poleCost.ts';
import { sweepPoles } from '../catchment/sweepPoles.ts';
import { forEachRiddenPole } from '../catchment/transitCatchment.ts';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import type { TransitQuery } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { requiredTimetable } from '../transit/timetable.ts';
import { RunBuilder } from './classRuns.ts';
import { Refinement } from './refinement.ts';
import { finishSets, placesOfMasks, type StoreSets } from './storeSets.ts';

/** Visits the rows of the snap table from which a place is reached, each once. */
type SearchRows = (origin: SnappedOrigin, reach: (row: number) => void) => void;

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
  const firstSnap = snapStarts(territory, costs.mode);
  const rowOf = snapRowByPole(territory, costs.mode);
  const graph = searchGraph(territory, costs);
  const workspace = workspaceOf(territory);
  const search: SearchRows = (origin, reach) => {
    workspace.clear();
    bucketSearch(graph, originSeeds(territory, costs, [origin]), limitCost, workspace);
    sweepPoles(
      { territory, costs, origins: [origin], workspace, limitCosts: [limitCost] },
      {
        wholeEdge: (edge) => {
          for (let row = firstSnap[edge]!; row < firstSnap[edge + 1]!; row++) reach(row);
        },
        pole: (pole) => reach(rowOf[pole]!),
      },
    );
  };
  const sets = collectSets(territory, costs.mode, origins, search, progress);
  workspace.clear();
  return sets;
}

/**
 * Finds the sets by public transport: a pole reaches a place if its time at the percentile lies within the limit. One
 * search per place, back in time from the arrivals there, finds all poles at once. `progress` may throw within a search.
 */
export function rideStoreSets(
  territory: Territory,
  costs: EdgeCosts,
  transit: TransitQuery,
  origins: readonly SnappedOrigin[],
  limitCost: number,
  progress: (fraction: number) => void,
): StoreSets {
  const timetable = requiredTimetable(territory);
  const rowOf = snapRowByPole(territory, costs.mode);
  let done = 0;
  const search: SearchRows = (origin, reach) => {
    forEachRiddenPole(
      { territory, timetable, costs, origins: [origin], transit, limitCosts: [limitCost] },
      (pole) => reach(rowOf[pole]!),
      () => progress(done / origins.length),
    );
    done++;
  };
  return collectSets(territory, costs.mode, origins, search, progress);
}

function collectSets(
  territory: Territory,
  mode: Mode,
  origins: readonly SnappedOrigin[],
  search: SearchRows,
  progress: (fraction: number) => void,
): StoreSets {
  const { rows } = territory.snaps[mode]!;
  const refinement = new Refinement();
  const classOfRow = new Uint32Array(rows);
  const masks = new Uint32Array(rows);
  for (let start = 0; start < origins.length; start += 32) {
    masks.fill(0);
    origins.slice(start, start + 32).forEach((origin, bit) => {
      progress((start + bit) / origins.length);
      search(origin, (row) => {
        masks[row]! |= 1 << bit;
      });
    });
    refinement.beginBatch(start / 32);
    for (let row = 0; row < rows; row++) {
      if (masks[row] !== 0) classOfRow[row] = refinement.refine(classOfRow[row]!, masks[row]!);
    }
  }
  const inOrder = origins.map((_, place) => place);
  const builder = new RunBuilder(refinement);
  for (let row = 0; row < rows; row++) builder.add(classOfRow[row]!, row + 1);
  const of = { territory, mode, places: origins.length };
  return finishSets(of, builder, placesOfMasks(refinement, inOrder));
}
