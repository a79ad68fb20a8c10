import type { Measure } from '@hinterland/catalogue';
import { measureOfUnits } from '../census/measures.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { forEachRun } from './classRuns.ts';
import { peopleOfPoles } from './exactPeople.ts';
import type { StoreSets } from './storeSets.ts';
import { forEachReachedRun, peopleByEdge } from './sumsByEdge.ts';

/** Weights of classes: what one measure counts on the poles of each class, row = class; 0 for the empty class. */
export type ClassWeights = Float64Array;

/**
 * Returns the weights of several measures; null for a measure that the territory does not hold.
 */
export function classWeights(sets: StoreSets, measures: readonly Measure[]): (ClassWeights | null)[] {
  const { territory, mode, runs, classes } = sets;
  const units = measures.map((measure) => measureOfUnits(territory, measure));
  const weights = units.map((values) => (values === null ? null : new Float64Array(classes)));
  const { pole: poleOf } = territory.snaps[mode]!;
  const firstSnap = snapStarts(territory, mode);
  units.forEach((values, i) => {
    if (values === null) return;
    const sums = weights[i]!;
    const people = peopleByEdge(territory, mode, measures[i]!)!;
    const peopleOf = peopleOfPoles(territory, values);
    forEachReachedRun(runs, firstSnap, (c, start, firstRow, firstEdge, endEdge, lastRow, end) => {
      let sum = 0;
      for (let row = start; row < firstRow; row++) sum += peopleOf(poleOf[row]!);
      for (let edge = firstEdge; edge < endEdge; edge++) sum += people[edge]!;
      for (let row = lastRow; row < end; row++) sum += peopleOf(poleOf[row]!);
      sums[c]! += sum;
    });
  });
  return weights;
}

/** Returns the poles of each class, row = class. Poles without a row in the snap table are not counted. */
export function classPoles(sets: StoreSets): Float64Array {
  const poles = new Float64Array(sets.classes);
  forEachRun(sets.runs, (c, start, end) => {
    poles[c]! += end - start;
  });
  return poles;
}
