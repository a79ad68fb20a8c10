import type { Mode, Territory } from '@hinterland/territory';
import { polesByEdge } from '../catchment/polesByEdge.ts';
import { PerTerritory } from '../graph/perTerritory.ts';
import { EdgePath } from './edgePath.ts';
import { COARSE_CLASS, type Lattice, latticeOf } from './lattice.ts';

/** Rows of a mode's snap table, by edge: those of edge e are `rows[firstRow[e]]` to `rows[firstRow[e + 1]]`. */
export interface SnapRows {
  readonly firstRow: Uint32Array;
  readonly rows: Uint32Array;
}

const kept = new PerTerritory<SnapRows>();

/**
 * The poles that lie in another coarse cell than the place of the road they belong to. All others lie in a cell that the
 * road itself runs through, and which counts no later than they do, so that coarse drawings need not look at them.
 */
export function polesApart(territory: Territory, mode: Mode): SnapRows {
  return kept.get(territory, mode, () => find(territory, mode));
}

function find(territory: Territory, mode: Mode): SnapRows {
  const lattice = latticeOf(territory, COARSE_CLASS);
  const snaps = territory.snaps[mode]!;
  const { firstSnap } = polesByEdge(territory, mode);
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const edges = territory.edges.rows;
  const path = new EdgePath(territory, lattice);
  const firstRow = new Uint32Array(edges + 1);
  const found = new Uint32Array(snaps.rows);
  let count = 0;
  for (let edge = 0; edge < edges; edge++) {
    const end = firstSnap[edge + 1]!;
    if (firstSnap[edge]! < end) {
      path.read(edge);
      path.rewind();
    }
    for (let row = firstSnap[edge]!; row < end; row++) {
      path.moveTo(snaps.positionMillimeters[row]!);
      const pole = snaps.pole[row]!;
      if (!shareCell(lattice, path.lng, path.lat, lngMicrodegrees[pole]!, latMicrodegrees[pole]!)) found[count++] = row;
    }
    firstRow[edge + 1] = count;
  }
  return { firstRow, rows: found.slice(0, count) };
}

/** Whether a pole lies in the cell of a place of the road, and the place not so near to another that rounding matters. */
function shareCell({ cellLng, cellLat }: Lattice, lng: number, lat: number, poleLng: number, poleLat: number): boolean {
  const x = Math.floor(poleLng / cellLng);
  const y = Math.floor(poleLat / cellLat);
  return (
    Math.floor((lng - 2) / cellLng) === x &&
    Math.floor((lng + 2) / cellLng) === x &&
    Math.floor((lat - 2) / cellLat) === y &&
    Math.floor((lat + 2) / cellLat) === y
  );
}
