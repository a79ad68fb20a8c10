import { type Mode, NONE, type Territory } from '@hinterland/territory';
import { accessCost } from '../graph/edgeCosts.ts';
import { SharedPerTerritory } from '../graph/sharedPerTerritory.ts';
import { originsByEdge, placeCost, type Sweep } from './sweep.ts';

const kept = new SharedPerTerritory<{ readonly rows: Uint32Array }>('snapRowByPole');

/** Row of a mode's snap table by pole, NONE for a pole without one. */
export function snapRowByPole(territory: Territory, mode: Mode): Uint32Array {
  const { rows } = kept.get(territory, mode, () => {
    const rows = new Uint32Array(territory.poles.rows).fill(NONE);
    territory.snaps[mode]!.pole.forEach((pole, row) => {
      rows[pole] = row;
    });
    return { rows };
  });
  return rows;
}

/** Answers the least cost of single poles after a search, UNREACHED or more for those that it did not come to. */
export function poleCosts(sweep: Sweep): (pole: number) => number {
  const { territory, costs, origins, workspace } = sweep;
  const rows = snapRowByPole(territory, costs.mode);
  const snaps = territory.snaps[costs.mode]!;
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const starts = new Map(originsByEdge(origins).entries());
  return (pole) => {
    const row = rows[pole]!;
    if (row === NONE) return Infinity;
    const edge = snaps.edge[row]!;
    const toRoad = placeCost(
      costs,
      edge,
      workspace.cost(fromNode[edge]!),
      workspace.cost(toNode[edge]!),
      snaps.positionMillimeters[row]!,
      lengthMillimeters[edge]!,
      starts.get(edge) ?? null,
    );
    return toRoad + accessCost(costs.measure, snaps.accessMillimeters[row]!);
  };
}
