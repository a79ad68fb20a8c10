import { lengthened } from '@hinterland/geo';
import { EMPTY_CLASS, type Refinement } from './refinement.ts';

/**
 * The class of every row of a table, in runs of rows of one class: run r ends before row `ends[r]` and begins where the run
 * before it ends. Neighboring runs differ. Poles along a road mostly share a class, and so do roads side by side.
 */
export interface ClassRuns {
  readonly ends: Uint32Array;
  readonly classes: Uint32Array;
}

/** Visits the runs in order: class, first row, row after the last. */
export function forEachRun(runs: ClassRuns, visit: (classId: number, start: number, end: number) => void): void {
  let start = 0;
  for (let run = 0; run < runs.ends.length; run++) {
    const end = runs.ends[run]!;
    visit(runs.classes[run]!, start, end);
    start = end;
  }
}

/** Makes runs of refined classes, renumbered in the order of their first rows; the empty class stays 0. */
export class RunBuilder {
  readonly #numberOf: Uint32Array;
  #ends = new Uint32Array(1 << 12);
  #classes = new Uint32Array(1 << 12);
  #runs = 0;
  /** Class of the refinement by new number. */
  readonly refined: number[] = [EMPTY_CLASS];

  constructor(refinement: Refinement) {
    this.#numberOf = new Uint32Array(refinement.classes);
  }

  /** Adds the rows from the end of the last call up to `end`, all of this class of the refinement. */
  add(refined: number, end: number): void {
    let number = this.#numberOf[refined]!;
    if (number === 0 && refined !== EMPTY_CLASS) {
      number = this.refined.length;
      this.#numberOf[refined] = number;
      this.refined.push(refined);
    }
    if (this.#runs > 0 && this.#classes[this.#runs - 1] === number) {
      this.#ends[this.#runs - 1] = end;
      return;
    }
    if (this.#runs === this.#ends.length) this.#grow();
    this.#classes[this.#runs] = number;
    this.#ends[this.#runs++] = end;
  }

  runs(): ClassRuns {
    return { ends: this.#ends.slice(0, this.#runs), classes: this.#classes.slice(0, this.#runs) };
  }

  #grow(): void {
    this.#ends = lengthened(this.#ends);
    this.#classes = lengthened(this.#classes);
  }
}

/** Returns the ends of all runs of several lists over the same rows, without repetition, ascending. */
export function commonEnds(lists: readonly ClassRuns[]): Uint32Array {
  const ends = new Uint32Array(lists.reduce((sum, list) => sum + list.ends.length, 0));
  const next = lists.map(() => 0);
  let count = 0;
  for (;;) {
    let smallest = Infinity;
    for (let i = 0; i < lists.length; i++) {
      const end = lists[i]!.ends[next[i]!];
      if (end !== undefined && end < smallest) smallest = end;
    }
    if (smallest === Infinity) return ends.slice(0, count);
    ends[count++] = smallest;
    for (let i = 0; i < lists.length; i++) if (lists[i]!.ends[next[i]!] === smallest) next[i]!++;
  }
}
