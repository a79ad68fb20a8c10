import { FairQueue, type Waiting } from './fairQueue.ts';

export interface Ranked extends Waiting {
  /** Whether it is for somebody who is not signed in. */
  readonly isStrangers: boolean;
}

/**
 * A fair queue of two ranks. Work of strangers begins only where none of those with an account waits, so all strangers together, from
 * however many networks, are one party behind the others. Among themselves the networks of strangers take turns.
 */
export class RankedQueue<T extends Ranked> {
  readonly #known = new FairQueue<T>();
  readonly #strangers = new FairQueue<T>();
  readonly #strangersMax: number;

  /** @param strangersMax pieces of work of all strangers together that may wait */
  constructor(strangersMax: number) {
    this.#strangersMax = strangersMax;
  }

  get length(): number {
    return this.#known.length + this.#strangers.length;
  }

  /** Everything that waits. */
  get all(): readonly T[] {
    return [...this.#known.all, ...this.#strangers.all];
  }

  /** Work of a flow with an account that waits. */
  waitingOf(flow: string): number {
    return this.#known.waitingOf(flow);
  }

  /** Adds work. Returns the piece that was taken out for it where too many strangers wait: the last of the network that has the most. */
  add(work: T): T | undefined {
    const queue = this.#of(work);
    queue.add(work);
    if (!work.isStrangers || queue.length <= this.#strangersMax) return undefined;
    return queue.removeLastOfMost();
  }

  /** Takes work out that is not to be done. False where it does not wait here. */
  remove(work: T): boolean {
    return this.#of(work).remove(work);
  }

  /** Takes the work whose turn it is; that of a stranger only where `strangersMay`. Its time is to be charged. */
  next(strangersMay: boolean): T | undefined {
    return this.#known.next() ?? (strangersMay ? this.#strangers.next() : undefined);
  }

  /** As FairQueue.charge. */
  charge(work: T, milliseconds: number): void {
    this.#of(work).charge(work, milliseconds);
  }

  /** As FairQueue.inOrder. */
  inOrder(expected: (work: T) => number): T[] {
    return [...this.#known.inOrder(expected), ...this.#strangers.inOrder(expected)];
  }

  /** Takes out everything. */
  clear(): readonly T[] {
    return [...this.#known.clear(), ...this.#strangers.clear()];
  }

  #of({ isStrangers }: T): FairQueue<T> {
    return isStrangers ? this.#strangers : this.#known;
  }
}
