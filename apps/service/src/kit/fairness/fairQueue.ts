/** Work that waits, as the queue sees it. */
export interface Waiting {
  /** The party whose share it takes: an organization. */
  readonly flow: string;
  /** Its time counts as that much less: 4 stands for a quarter. */
  readonly weight: number;
  /** Order among the work of one flow. */
  readonly dueAt: number;
}

/**
 * Start-time fair queueing (Goyal, Vin, Cheng, 1996): next is the flow that was served the least, in milliseconds by weight;
 * of its work that which was due first. Of two flows that wait all the while, neither gets more than the other by more than
 * the longest piece of work of each. A flow that had nothing waiting begins at the present share: it has no claim to
 * time that it left unused.
 */
export class FairQueue<T extends Waiting> {
  readonly #waiting = new Map<string, T[]>();
  /** Weighted milliseconds by flow, of flows ahead of the clock. */
  readonly #served = new Map<string, number>();
  /** What had been served to the flow that was last given its turn, before that turn. */
  #clock = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Everything that waits, flow by flow. */
  get all(): readonly T[] {
    return [...this.#waiting.values()].flat();
  }

  /** Work of a flow that waits. */
  waitingOf(flow: string): number {
    return this.#waiting.get(flow)?.length ?? 0;
  }

  add(work: T): void {
    const own = this.#waiting.get(work.flow);
    this.#length++;
    if (own === undefined) {
      this.#waiting.set(work.flow, [work]);
      this.#served.set(work.flow, this.#startOf(work.flow));
    } else {
      const behind = own.findIndex((one) => one.dueAt > work.dueAt);
      own.splice(behind < 0 ? own.length : behind, 0, work);
    }
  }

  /** Takes work out that is not to be done. False where it does not wait here. */
  remove(work: T): boolean {
    const own = this.#waiting.get(work.flow);
    const place = own?.indexOf(work) ?? -1;
    if (own === undefined || place < 0) return false;
    own.splice(place, 1);
    this.#length--;
    if (own.length === 0) this.#waiting.delete(work.flow);
    return true;
  }

  /** Takes out the last work of the flow that has the most waiting; of several such flows, of the one whose last is due latest. */
  removeLastOfMost(): T | undefined {
    const [last] = [...this.#waiting.values()]
      .map((own) => ({ work: own.at(-1) as T, count: own.length }))
      .sort((a, b) => b.count - a.count || b.work.dueAt - a.work.dueAt);
    if (last !== undefined) this.remove(last.work);
    return last?.work;
  }

  /** Takes the work whose turn it is, of flows that are ready; undefined where none waits. Its time is to be charged. */
  next(isReady?: (flow: string) => boolean): T | undefined {
    const work = firstOf(this.#waiting, this.#served, isReady);
    if (work === undefined) return undefined;
    this.#clock = Math.max(this.#clock, this.#served.get(work.flow) ?? 0);
    this.remove(work);
    return work;
  }

  /** Counts milliseconds against the share of a flow; fewer than none give back what was expected and not used. */
  charge({ flow, weight }: Waiting, milliseconds: number): void {
    this.#served.set(flow, this.#startOf(flow) + milliseconds / weight);
    // A flow that waits for nothing and is not ahead begins at the clock in any case.
    for (const [one, served] of this.#served) {
      if (served <= this.#clock && !this.#waiting.has(one)) this.#served.delete(one);
    }
  }

  /** All that waits, in the order in which it will be taken if each piece takes as long as expected, in milliseconds. */
  inOrder(expected: (work: T) => number): T[] {
    const waiting = new Map([...this.#waiting].map(([flow, own]) => [flow, [...own]]));
    const served = new Map(this.#served);
    const order: T[] = [];
    for (let work = firstOf(waiting, served); work !== undefined; work = firstOf(waiting, served)) {
      order.push(work);
      const { flow, weight } = work;
      const own = waiting.get(flow) as T[];
      own.shift();
      if (own.length === 0) waiting.delete(flow);
      served.set(flow, (served.get(flow) ?? 0) + expected(work) / weight);
    }
    return order;
  }

  /** Takes out everything. */
  clear(): readonly T[] {
    const { all } = this;
    this.#waiting.clear();
    this.#length = 0;
    return all;
  }

  #startOf(flow: string): number {
    return Math.max(this.#served.get(flow) ?? 0, this.#clock);
  }
}

/** The first work of the flow that was served the least; of flows that were served alike, of the one that is due first. */
function firstOf<T extends Waiting>(
  waiting: ReadonlyMap<string, readonly T[]>,
  served: ReadonlyMap<string, number>,
  isReady: (flow: string) => boolean = () => true,
): T | undefined {
  let first: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [flow, own] of waiting) {
    if (!isReady(flow)) continue;
    const work = own[0] as T;
    const sum = served.get(flow) ?? 0;
    if (first === undefined || sum < least || (sum === least && work.dueAt < first.dueAt)) {
      first = work;
      least = sum;
    }
  }
  return first;
}
