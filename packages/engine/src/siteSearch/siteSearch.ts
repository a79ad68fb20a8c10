import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import type { Gains } from './gains.ts';
import { Groups } from './groups.ts';
import type { Reach } from './reach.ts';

/** A place where a store could open. */
export interface SiteCandidate {
  readonly snap: SnappedOrigin;
  /** Floor area in square meters, or any attraction above 0. */
  readonly size: number;
}

/** A candidate with what it would add now, alone. */
export interface FoundSite {
  /** Position in the list of candidates. */
  readonly candidate: number;
  readonly gain: number;
}

/** Upper bounds are raised by this share, so that the order of sums decides nothing. */
const ROUNDING = 1 + 1e-9;

/** Bounds computed per search: for all members, for the nearest quarter of them, and so on. */
const MOST_LEVELS = 4;

/**
 * The best of many candidates without looking at each. One search from a candidate gives its gain, and bounds for all
 * around it: a place that is d nearer to nobody than the center has at most the gain of the center with every pole d nearer.
 * Groups of candidates wait by the highest bound of a member; the first is divided until no bound reaches the list
 * (branch and bound, A. H. Land and A. G. Doig, Econometrica 28, 1960). After a place has opened all bounds still hold, since gains
 * only fall (M. Minoux, 1978).
 */
export class SiteSearch {
  readonly candidates: readonly SiteCandidate[];
  readonly reach: Reach;
  readonly #gains: Gains;
  /** Upper bound of each candidate's gain; its gain where it was computed since the last opening. */
  readonly #bounds: Float64Array;
  readonly #groups: Groups;
  /** The members of `#groups` that were computed since the last opening. */
  readonly #isKnown: Uint8Array;
  /** Candidates whose own gain was computed at least once. */
  evaluated = 0;
  readonly #wasEvaluated: Uint8Array;
  /** Receives the number of candidates that a bound keeps out by now, and of all. */
  readonly #progress: (settled: number, all: number) => void;

  constructor(
    candidates: readonly SiteCandidate[],
    gains: Gains,
    reach: Reach,
    progress: (settled: number, all: number) => void = () => {},
  ) {
    this.candidates = candidates;
    this.reach = reach;
    this.#gains = gains;
    this.#progress = progress;
    this.#bounds = new Float64Array(candidates.length).fill(Infinity);
    this.#isKnown = new Uint8Array(candidates.length);
    this.#wasEvaluated = new Uint8Array(candidates.length);
    this.#groups = new Groups(candidates.map(({ snap }) => snap.origin));
    this.#groups.fill(this.#bounds);
  }

  /** Upper bounds as they are now, by candidate. */
  bounds(): Float64Array {
    return this.#bounds.slice();
  }

  /**
   * Returns the candidates with the largest gains, `count` of them or fewer where there are no more, best first; equal ones in
   * their order. Candidates that tie with the last one are listed, too. `isAllowed` keeps candidates out.
   */
  best(count: number, isAllowed: (candidate: number) => boolean = () => true): FoundSite[] {
    const found: FoundSite[] = [];
    const passedOver: number[] = [];
    const { length } = this.candidates;
    let settled = 0;
    let threshold = -Infinity;
    const note = (candidate: number, gain: number) => {
      let at = found.length;
      while (at > 0 && isAfter(found[at - 1]!, gain, candidate)) at--;
      found.splice(at, 0, { candidate, gain });
      if (found.length >= count) threshold = found[count - 1]!.gain;
      while (found.length > count && found.at(-1)!.gain * ROUNDING < threshold) passedOver.push(found.pop()!.candidate);
    };
    for (let group = this.#groups.pop(); group !== undefined; group = this.#groups.pop()) {
      if (group.bound * ROUNDING < threshold) {
        this.#groups.push(group);
        break;
      }
      const open: number[] = [];
      for (const member of group.members) {
        if (!isAllowed(member)) passedOver.push(member);
        else if (this.#isKnown[member] === 1) note(member, this.#bounds[member]!);
        else open.push(member);
      }
      if (open.length > 0) {
        const center = this.#groups.centerOf(open);
        note(center, this.#evaluate(center, open, threshold));
        const others = open.filter((member) => member !== center);
        settled += 1 + this.#groups.divide(others, this.#bounds, threshold);
        this.#progress(Math.min(settled, length), length);
      }
    }
    for (const candidate of [...found.map((site) => site.candidate), ...passedOver])
      this.#groups.add(candidate, this.#bounds);
    this.#progress(length, length);
    return found;
  }

  /** Opens a candidate: it counts among the places that are there. */
  open(candidate: number): void {
    const { snap, size } = this.candidates[candidate]!;
    this.reach.search(snap, this.#gains.limitCost);
    this.#gains.open(this.reach, size);
    this.#isKnown.fill(0);
  }

  /** Closes all candidates again; `bounds` are those of a time when none was open. */
  reset(bounds: Float64Array): void {
    this.#gains.reset();
    this.#isKnown.fill(0);
    this.#bounds.set(bounds);
    this.#groups.fill(this.#bounds);
  }

  /** Computes the gain of one member of a group and lowers the bounds of the others. Returns the gain. */
  #evaluate(center: number, members: readonly number[], threshold: number): number {
    const { candidates, reach } = this;
    const gains = this.#gains;
    const { snap, size } = candidates[center]!;
    const farthestLead = members.length === 1 ? 0 : this.#groups.leadGuess(members, center, gains.limitCost);
    reach.search(snap, gains.limitCost + farthestLead);
    const gain = gains.total(reach, size, 0);
    this.#bounds[center] = gain;
    this.#isKnown[center] = 1;
    if (this.#wasEvaluated[center] === 0) this.evaluated++;
    this.#wasEvaluated[center] = 1;

    const around: { readonly member: number; readonly lead: number }[] = [];
    let largest = 0;
    for (const member of members) {
      if (member === center) continue;
      const lead = reach.lead(candidates[member]!.snap);
      if (lead > farthestLead) continue;
      around.push({ member, lead });
      largest = Math.max(largest, candidates[member]!.size);
    }
    around.sort((a, b) => a.lead - b.lead);
    // The widest bound first: where it already stays below the list, no other is needed.
    let end = around.length;
    for (let level = 0; level < MOST_LEVELS && end > 0; level++) {
      const bound = gains.total(reach, largest, around[end - 1]!.lead) * ROUNDING;
      for (let i = 0; i < end; i++) {
        const { member } = around[i]!;
        if (bound < this.#bounds[member]!) this.#bounds[member] = bound;
      }
      if (bound < threshold) break;
      end >>= 2;
    }
    return gain;
  }
}

/** Whether a found site comes after one with this gain. */
const isAfter = (site: FoundSite, gain: number, candidate: number): boolean =>
  site.gain < gain || (site.gain === gain && site.candidate > candidate);
