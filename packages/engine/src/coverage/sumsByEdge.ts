import { type AreaColumn, type Measure, type Mode, type Territory, windowOn } from '@hinterland/territory';
import { snapStarts } from '../catchment/snapStarts.ts';
import { SharedPerTerritory } from '../graph/sharedPerTerritory.ts';
import type { ClassRuns } from './classRuns.ts';
import { measureOfUnits, peopleOnPole } from './measures.ts';

/** Poles of the edge lie in different areas, or in some and in none. */
export const MIXED = -2;
/** The edge has no poles. */
export const NO_POLES = -3;

const keptPeople = new SharedPerTerritory<{ readonly people: Float64Array }>('peopleByEdge');
const keptAreas = new SharedPerTerritory<{ readonly area: Int32Array }>('areaByEdge');

/**
 * What a measure counts on all poles of each edge, row = edge; the same sum as of the poles one by one, to the last bit,
 * because such sums are exact (exactPeople.ts). Null where the territory does not hold the measure.
 */
export function peopleByEdge(territory: Territory, mode: Mode, measure: Measure): Float64Array | null {
  const units = measureOfUnits(territory, measure);
  if (units === null) return null;
  return keptPeople.get(territory, `${mode}:${measure}`, () => {
    const firstSnap = snapStarts(territory, mode);
    const { pole: poleOf } = territory.snaps[mode]!;
    const people = new Float64Array(territory.edges.rows);
    for (let edge = 0; edge < people.length; edge++) {
      let sum = 0;
      for (let row = firstSnap[edge]!; row < firstSnap[edge + 1]!; row++) {
        sum += peopleOnPole(territory, units, poleOf[row]!);
      }
      people[edge] = sum;
    }
    return { people };
  }).people;
}

/** The area of a layer in which all poles of an edge lie, -1 for none; MIXED or NO_POLES. Row = edge. */
export function areaByEdge(territory: Territory, mode: Mode, column: AreaColumn): Int32Array {
  return keptAreas.get(territory, `${mode}:${column}`, () => {
    const firstSnap = snapStarts(territory, mode);
    const { pole: poleOf } = territory.snaps[mode]!;
    const areaOf = windowOn(territory.poleAreas, column);
    const area = new Int32Array(territory.edges.rows).fill(NO_POLES);
    for (let edge = 0; edge < area.length; edge++) {
      const [start, end] = [firstSnap[edge]!, firstSnap[edge + 1]!];
      if (start === end) continue;
      const first = areaOf(poleOf[start]!);
      let isOne = true;
      for (let row = start + 1; row < end; row++) if (areaOf(poleOf[row]!) !== first) isOne = false;
      area[edge] = isOne ? first : MIXED;
    }
    return { area };
  }).area;
}

/**
 * A run as whole edges with single rows before and after: rows `start` to `firstRow`, edges `firstEdge` to `endEdge`, rows
 * `lastRow` to `end`.
 */
export type VisitEdges = (
  classId: number,
  start: number,
  firstRow: number,
  firstEdge: number,
  endEdge: number,
  lastRow: number,
  end: number,
) => void;

/** Visits the runs of reached poles in order. In: where the poles of edges stand (`snapStarts`). */
export function forEachReachedRun({ ends, classes }: ClassRuns, firstSnap: Uint32Array, visit: VisitEdges): void {
  const edges = firstSnap.length - 1;
  let edge = 0;
  let start = 0;
  for (let run = 0; run < ends.length; run++) {
    const end = ends[run]!;
    while (edge < edges && firstSnap[edge]! < start) edge++;
    if (classes[run] !== 0) {
      const firstEdge = edge;
      while (edge < edges && firstSnap[edge + 1]! <= end) edge++;
      // A run within one edge has neither a whole edge nor a place where one begins.
      const firstRow = Math.min(firstSnap[firstEdge]!, end);
      visit(classes[run]!, start, firstRow, firstEdge, edge, Math.max(firstRow, firstSnap[edge]!), end);
    }
    start = end;
  }
}
