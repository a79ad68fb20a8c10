/** Work that waits, as the queue sees it. */
export interface Waiting {
  /** The party whose share it takes: an organization. */
  readonly flow: string;
  /** Its time counts as that much less: 4 stands for a quarter. */
  readonly weight: number;
  /** Order among the work of one flow. */
  readonly dueAt: number;
  /** Whether it is for somebody who is not signed in. */
  readonly isStrangers?: boolean;
}

/** The flows of those with an account, or those of strangers. */
interface Rank<T> {
  /** What waits of a flow, in the order in which it is due. */
  readonly waiting: Map<string, T[]>;
  /** Weighted milliseconds by flow, of flows ahead of the clock. */
  readonly served: Map<string, number>;
  /** What had been served to the flow that was last given its turn, before that turn. */
  clock: number;
}

const emptyRank = <T>(): Rank<T> => ({ waiting: new Map(), served: new Map(), clock: 0 });

/**
 * Start-time fair queueing (Goyal, Vin, Cheng, 1996): next is the flow that was served the least, in milliseconds by weight;
 * of its work that which was due first. Of two flows that wait all the while, neither gets more than the other by more than
 * the longest piece of work of each. A flow that had nothing waiting begins at the present share: it has no claim to
 * time that it left unused.
 *
 * Work of strangers begins only where none of those with an account can, so all strangers together, from however many networks, are
 * one party behind the others. Among themselves the networks of strangers take turns.
 */
export class FairQueue<T extends Waiting> {
  readonly #known = emptyRank<T>();
  readonly #strangers = emptyRank<T>();
  readonly #ranks = [this.#known, this.#strangers] as const;
  readonly #strangersMax: number;

  /** @param strangersMax pieces of work of all strangers together that may wait */
  constructor(strangersMax = Number.POSITIVE_INFINITY) {
    this.#strangersMax = strangersMax;
  }

  get length(): number {
    return lengthOf(this.#known) + lengthOf(this.#strangers);
  }

  /** Everything that waits, flow by flow. */
  get all(): readonly T[] {
    return this.#ranks.flatMap(({ waiting }) => [...waiting.values()].flat());
  }

  /** Work of a flow with an account that waits. */
  waitingOf(flow: string): number {
    return this.#known.waiting.get(flow)?.length ?? 0;
  }

  /** Adds work. Returns the piece that was taken out for it where too many strangers wait: the last of the network that has the most. */
  add(work: T): T | undefined {
    const rank = this.#rankOf(work);
    const own = rank.waiting.get(work.flow);
    if (own === undefined) {
      rank.waiting.set(work.flow, [work]);
      rank.served.set(work.flow, startOf(rank, work.flow));
    } else {
      const behind = own.findIndex((one) => one.dueAt > work.dueAt);
      own.splice(behind < 0 ? own.length : behind, 0, work);
    }
    const isTooMany = work.isStrangers === true && lengthOf(rank) > this.#strangersMax;
    return isTooMany ? this.#removeLastOfMost(rank) : undefined;
  }

  /** Takes work out that is not to be done. False where it does not wait here. */
  remove(work: T): boolean {
    const { waiting } = this.#rankOf(work);
    const own = waiting.get(work.flow);
    const place = own?.indexOf(work) ?? -1;
    if (own === undefined || place < 0) return false;
    own.splice(place, 1);
    if (own.length === 0) waiting.delete(work.flow);
    return true;
  }

  /** Takes out the last work of the flow with an account that has the most waiting; of several such flows, of the one whose last is due latest. */
  removeLastOfMost(): T | undefined {
    return this.#removeLastOfMost(this.#known);
  }

  /** Takes the work whose turn it is, of flows whose first work is ready; undefined where none waits. Its time is to be charged. */
  next(isReady?: (work: T) => boolean): T | undefined {
    for (const rank of this.#ranks) {
      const work = firstOf(rank, isReady);
      if (work === undefined) continue;
      rank.clock = Math.max(rank.clock, rank.served.get(work.flow) ?? 0);
      this.remove(work);
      return work;
    }
    return undefined;
  }

  /** Counts milliseconds against the share of a flow; fewer than none give back what was expected and not used. */
  charge(work: T, milliseconds: number): void {
    const rank = this.#rankOf(work);
    rank.served.set(work.flow, startOf(rank, work.flow) + milliseconds / work.weight);
    // A flow that waits for nothing and is not ahead begins at the clock in any case.
    for (const [one, served] of rank.served) {
      if (served <= rank.clock && !rank.waiting.has(one)) rank.served.delete(one);
    }
  }

  /** All that waits, in the order in which it will be taken if each piece takes as long as expected, in milliseconds. */
  inOrder(expected: (work: T) => number): T[] {
    return this.#ranks.flatMap((rank) => {
      const waiting = new Map([...rank.waiting].map(([flow, own]) => [flow, [...own]]));
      const served = new Map(rank.served);
      const order: T[] = [];
      for (let work = firstOf({ waiting, served }); work !== undefined; work = firstOf({ waiting, served })) {
        order.push(work);
        const { flow, weight } = work;
        const own = waiting.get(flow) as T[];
        own.shift();
        if (own.length === 0) waiting.delete(flow);
        served.set(flow, (served.get(flow) ?? 0) + expected(work) / weight);
      }
      return order;
    });
  }

  /** Takes out everything. */
  clear(): readonly T[] {
    const { all } = this;
    for (const { waiting } of this.#ranks) waiting.clear();
    return all;
  }

  #removeLastOfMost({ waiting }: Rank<T>): T | undefined {
    const [last] = [...waiting.values()]
      .map((own) => ({ work: own.at(-1) as T, count: own.length }))
      .sort((a, b) => b.count - a.count || b.work.dueAt - a.work.dueAt);
    if (last !== undefined) this.remove(last.work);
    return last?.work;
  }

  #rankOf({ isStrangers }: T): Rank<T> {
    return isStrangers === true ? this.#strangers : this.#known;
  }
}

const startOf = <T>({ served, clock }: Rank<T>, flow: string): number => Math.max(served.get(flow) ?? 0, clock);
const lengthOf = <T>({ waiting }: Rank<T>): number => [...waiting.values()].reduce((sum, own) => sum + own.length, 0);

/** The first work of the flow that was served the least; of flows that were served alike, of the one that is due first. */
function firstOf<T extends Waiting>(
  { waiting, served }: Pick<Rank<T>, 'waiting' | 'served'>,
  isReady: (work: T) => boolean = () => true,
): T | undefined {
  let first: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [flow, own] of waiting) {
    const work = own[0] as T;
    if (!isReady(work)) continue;
    const sum = served.get(flow) ?? 0;
    if (first === undefined || sum < least || (sum === least && work.dueAt < first.dueAt)) {
      first = work;
      least = sum;
    }
  }
  return first;
}
