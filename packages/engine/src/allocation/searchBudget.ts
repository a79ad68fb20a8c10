/** Steps between two calls of a checkpoint. */
const STEPS_PER_CHECKPOINT = 1_000_000;

/**
 * Counts the work of searches in steps: customers, classes and places examined. The same input takes the same steps on every
 * machine, so a search ends at the same point.
 */
export class SearchBudget {
  #left: number;
  #nextCheckpoint: number;
  readonly #checkpoint: (() => void) | undefined;

  constructor(steps: number, checkpoint?: () => void) {
    this.#left = steps;
    this.#nextCheckpoint = steps;
    this.#checkpoint = checkpoint;
  }

  /** Takes some steps; returns false once the budget is spent. */
  take(steps: number): boolean {
    this.#left -= steps;
    if (this.#left < this.#nextCheckpoint) {
      this.#nextCheckpoint = this.#left - STEPS_PER_CHECKPOINT;
      this.#checkpoint?.();
    }
    return this.#left >= 0;
  }

  /** Leaves no more than these steps. */
  keep(steps: number): void {
    this.#left = Math.min(this.#left, steps);
    this.#nextCheckpoint = Math.min(this.#nextCheckpoint, this.#left);
  }
}
