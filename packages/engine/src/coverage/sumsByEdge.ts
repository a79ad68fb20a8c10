import type { Measure, Mode } from '@hinterland/catalogue';
import { type AreaColumn, type Territory, windowOn } from '@hinterland/territory';
import { measureOfUnits } from '../census/measures.ts';
import { float64Pages, int32Pages } from '../memory/pages.ts';
import { SharedBlocks } from '../memory/sharedBlocks.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import type { ClassRuns } from './classRuns.ts';
import { peopleOfPoles } from './exactPeople.ts';

const keptPeople = new SharedPerTerritory<{ readonly people: Float64Array; readonly filled: Uint8Array }>(
  'peopleByEdge',
);

/**
 * Returns the people of a measure on all poles of each edge, row = edge; null if the territory does not hold the measure.
 * Sums over edges equal sums over single poles to the last bit, because they are exact (exactPeople.ts).
 */
export function peopleByEdge(territory: Territory, mode: Mode, measure: Measure): Float64Array | null {
  const units = measureOfUnits(territory, measure);
  if (units === null) return null;
  const { people, filled } = keptPeople.zeros(territory, `${mode}:${measure}`, () => ({
    people: float64Pages(territory.edges.rows),
    filled: new Uint8Array(1),
  }));
  new SharedBlocks(filled).ensure(0, () => {
    const firstSnap = snapStarts(territory, mode);
    const { pole: poleOf } = territory.snaps[mode]!;
    const peopleOf = peopleOfPoles(territory, units);
    for (let edge = 0; edge < people.length; edge++) {
      let sum = 0;
      for (let row = firstSnap[edge]!; row < firstSnap[edge + 1]!; row++) sum += peopleOf(poleOf[row]!);
      people[edge] = sum;
    }
  });
  return people;
}

/** The edge has no poles. */
export const NO_POLES = -2;
/** This value and those below: the poles of the edge do not all lie in one area. */
const MIXED = -3;

/** Areas of a layer by edge. */
export interface EdgeAreas {
  /** The area of all poles of the edge, -1 for none; NO_POLES; or a value for `firstMixed`. */
  readonly area: Int32Array;
  /** Areas of the poles of edges whose poles do not all lie in one, -1 for none. */
  readonly mixed: Int32Array;
}

/** Returns the edge's first entry of `mixed` from its value of `area`; negative if it has none. */
export function firstMixed(area: number): number {
  return MIXED - area;
}

const keptAreas = new SharedPerTerritory<Pick<EdgeAreas, 'area'>>('areaByEdge');
const keptMixed = new SharedPerTerritory<Pick<EdgeAreas, 'mixed'>>('mixedAreas');

export function areaByEdge(territory: Territory, mode: Mode, column: AreaColumn): EdgeAreas {
  const key = `${mode}:${column}`;
  const { area } = keptAreas.zeros(territory, key, () => ({ area: int32Pages(territory.edges.rows) }));
  const { mixed } = keptMixed.get(territory, key, () => {
    const firstSnap = snapStarts(territory, mode);
    const { pole: poleOf } = territory.snaps[mode]!;
    const areaOf = windowOn(territory.poleAreas, column);
    let mixed = int32Pages(1 << 16);
    let count = 0;
    for (let edge = 0; edge < area.length; edge++) {
      const [start, end] = [firstSnap[edge]!, firstSnap[edge + 1]!];
      const first = start === end ? NO_POLES : areaOf(poleOf[start]!);
      let isOne = true;
      for (let row = start + 1; row < end; row++) if (areaOf(poleOf[row]!) !== first) isOne = false;
      area[edge] = isOne ? first : MIXED - count;
      if (isOne) continue;
      if (count + end - start > mixed.length) {
        const longer = int32Pages(2 * (count + end - start));
        longer.set(mixed);
        mixed = longer;
      }
      for (let row = start; row < end; row++) mixed[count++] = areaOf(poleOf[row]!);
    }
    return { mixed: mixed.subarray(0, count) };
  });
  return { area, mixed };
}

/**
 * Receives a run as whole edges with single rows before and after them: rows `start` to `firstRow` of the edge before
 * `firstEdge`, edges `firstEdge` to `endEdge`, rows `lastRow` to `end` of edge `endEdge`.
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
