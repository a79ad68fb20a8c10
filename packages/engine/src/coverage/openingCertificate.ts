import type { SearchBudget } from '../allocation/searchBudget.ts';
import type { ClassWeights } from './classWeights.ts';
import { lagrangeanBound } from './lagrangeanBound.ts';
import type { Network } from './network.ts';
import { combinations, MAX_COMBINATIONS, type Optimum } from './optimum.ts';

/** A bound that lies above the plan by no more than this share proves it: sums of people are no more exact. */
const PROVEN_SHARE = 1e-9;

/**
 * Judges a plan of opening candidates: what opening any k of them gains at most.
 *
 * Bound: coverage is submodular, so opening a set on top of any network S gains at most the sum of what each of its
 * members gains on top of S alone. Hence for every prefix S of the plan, no choice of k candidates gains more than S
 * plus the k largest gains that remain at S; the smallest of these holds (the online bound of J. Leskovec et al., CELF,
 * KDD 2007), or the bound of the Lagrangean relaxation (`lagrangeanBound`). Where there are at most MAX_COMBINATIONS choices,
 * branch and bound finds the largest gain itself.
 */
export class OpeningCertificate {
  readonly #weights: ClassWeights;
  readonly #budget: SearchBudget;
  readonly #tooNear: (a: number, b: number) => boolean;
  readonly #candidates: readonly number[];
  /** Classes that are not covered yet, by number here: their candidates (as positions in the list), and their weight. */
  readonly #membersOf: number[][] = [];
  readonly #weightOf: number[] = [];
  readonly #classesOf: number[][];
  /** Gain of each candidate alone, at the start and after the plan's openings so far. */
  readonly #firstGain: Float64Array;
  readonly #gain: Float64Array;
  readonly #isCovered: Uint8Array;
  /** Gains of the plan's prefixes and, from the largest on, what each candidate still gains there. */
  readonly #prefixes: { readonly gained: number; readonly remaining: Float64Array }[] = [];

  constructor(
    network: Network,
    weights: ClassWeights,
    candidates: readonly number[],
    tooNear: (a: number, b: number) => boolean,
    budget: SearchBudget,
  ) {
    this.#weights = weights;
    this.#budget = budget;
    this.#tooNear = tooNear;
    this.#candidates = candidates;
    this.#classesOf = candidates.map(() => []);
    this.#firstGain = new Float64Array(candidates.length);
    this.#collect(network);
    this.#gain = this.#firstGain.slice();
    this.#isCovered = new Uint8Array(this.#weightOf.length);
    this.#addPrefix(0);
  }

  /** Takes the plan's next step: the opened candidate, and the gain of all steps so far. */
  opened(candidate: number, gained: number): void {
    const position = this.#candidates.indexOf(candidate);
    for (const c of this.#classesOf[position]!) {
      if (this.#isCovered[c] === 1) continue;
      this.#isCovered[c] = 1;
      for (const member of this.#membersOf[c]!) this.#gain[member]! -= this.#weightOf[c]!;
    }
    this.#addPrefix(gained);
  }

  /** Judges the plan. In: how many candidates it opened, and what that gained. The bound uses the steps taken so far. */
  judge(openCount: number, gained: number): Optimum {
    const bound = Math.min(
      ...this.#prefixes.map((prefix) =>
        prefix.remaining.subarray(0, openCount).reduce((sum, gain) => sum + gain, prefix.gained),
      ),
    );
    if (bound === gained) return { kind: 'exact', value: gained, gap: 0 };
    if (combinations(this.#candidates.length, openCount) <= MAX_COMBINATIONS) {
      const best = this.#search(openCount, gained);
      if (best !== null) {
        const places = best.positions.map((position) => this.#candidates[position]!).sort((a, b) => a - b);
        return { kind: 'exact', value: best.gain, gap: best.gain - gained, ...(best.gain > gained ? { places } : {}) };
      }
    }
    const relaxed = lagrangeanBound(
      { weightOf: this.#weightOf, groupsOf: this.#classesOf },
      openCount,
      gained,
      this.#budget,
    );
    const value = Math.max(gained, Math.min(bound, relaxed));
    if (value - gained <= PROVEN_SHARE * gained) return { kind: 'exact', value: gained, gap: 0 };
    return { kind: 'bound', value, gap: value - gained };
  }

  #addPrefix(gained: number): void {
    this.#prefixes.push({ gained, remaining: this.#gain.slice().sort().reverse() });
  }

  /** Returns the classes that no store covers; those with the same candidates are merged. */
  #collect({ sets, storeCount }: Network): void {
    const positionOf = new Map(this.#candidates.map((candidate, position) => [candidate, position]));
    const known = new Map<string, number>();
    for (let c = 1; c < sets.classes; c++) {
      if (storeCount[c] !== 0 || this.#weights[c] === 0) continue;
      const members: number[] = [];
      for (const place of sets.members.subarray(sets.firstMember[c], sets.firstMember[c + 1])) {
        const position = positionOf.get(place);
        if (position !== undefined) members.push(position);
      }
      if (members.length === 0) continue;
      const key = members.join();
      let merged = known.get(key);
      if (merged === undefined) {
        merged = this.#weightOf.length;
        known.set(key, merged);
        this.#membersOf.push(members);
        this.#weightOf.push(0);
        for (const member of members) this.#classesOf[member]!.push(merged);
      }
      this.#weightOf[merged]! += this.#weights[c]!;
      for (const member of members) this.#firstGain[member]! += this.#weights[c]!;
    }
  }

  /**
   * Depth-first search over the choices of k candidates, largest gains first. A branch is left as soon as what it has
   * gained, plus the largest gains of as many later candidates as are missing, is not above the best known: gains
   * only fall. Choices with two candidates too near to each other are left out. Null when the budget ends.
   */
  #search(openCount: number, known: number): { gain: number; positions: readonly number[] } | null {
    const order = Array.from(this.#candidates, (_, position) => position).sort(
      (a, b) => this.#firstGain[b]! - this.#firstGain[a]! || a - b,
    );
    const gain = this.#firstGain.slice();
    const covers = new Uint16Array(this.#weightOf.length);
    const chosen: number[] = [];
    let best = { gain: known, positions: [] as readonly number[] };

    const open = (position: number) => {
      for (const c of this.#classesOf[position]!) {
        if (covers[c]!++ > 0) continue;
        for (const member of this.#membersOf[c]!) gain[member]! -= this.#weightOf[c]!;
      }
    };
    const close = (position: number) => {
      for (const c of this.#classesOf[position]!) {
        if (--covers[c]! > 0) continue;
        for (const member of this.#membersOf[c]!) gain[member]! += this.#weightOf[c]!;
      }
    };
    const visit = (start: number, gained: number): boolean => {
      const missing = openCount - chosen.length - 1;
      if (!this.#budget.take(order.length)) return false;
      const later = largestSums(order, gain, missing);
      for (let rank = start; rank + missing < order.length; rank++) {
        const position = order[rank]!;
        const gainedThen = gained + gain[position]!;
        if (gainedThen + later[rank + 1]! <= best.gain) continue;
        if (chosen.some((other) => this.#tooNear(this.#candidates[other]!, this.#candidates[position]!))) continue;
        chosen.push(position);
        if (missing === 0) {
          best = { gain: gainedThen, positions: [...chosen] };
        } else {
          if (!this.#budget.take(2 * this.#classesOf[position]!.length)) return false;
          open(position);
          const isDone = visit(rank + 1, gainedThen);
          close(position);
          if (!isDone) return false;
        }
        chosen.pop();
      }
      return true;
    };
    return visit(0, 0) ? best : null;
  }
}

/** Returns sums by i: of the `count` largest gains from i on in the order, or of all if there are fewer. */
function largestSums(order: readonly number[], gain: Float64Array, count: number): Float64Array {
  const sums = new Float64Array(order.length + 1);
  const largest: number[] = [];
  let sum = 0;
  for (let i = order.length - 1; i >= 0; i--) {
    const value = gain[order[i]!]!;
    if (count > 0 && (largest.length < count || value > largest[largest.length - 1]!)) {
      let at = largest.length;
      while (at > 0 && largest[at - 1]! < value) at--;
      largest.splice(at, 0, value);
      sum += value;
      if (largest.length > count) sum -= largest.pop()!;
    }
    sums[i] = sum;
  }
  return sums;
}
