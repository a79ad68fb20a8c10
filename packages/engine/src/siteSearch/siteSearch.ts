import type { LatLng } from '../query/query.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import type { Gains } from './gains.ts';
import { type Group, leadGuess, type Tile, tilesOf } from './groups.ts';
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

/** Share of a first search that bounding takes, about. */
const BOUNDS_SHARE = 0.5;

/** How far a search is, 0..1, and its list so far: bounds are half of the first one. */
export type SearchProgress = (share: number, found: readonly FoundSite[]) => void;

/**
 * The best of many candidates without looking at each. One search from the centers of 32 groups bounds the gains of all their
 * members: a place that is d nearer to nobody than the center has at most the gain of the center with every pole d nearer.
 * Groups are taken by their highest bound; one search from all members of a group bounds each by sums over roads, and gives
 * the gains of those that may still reach the list. The search ends when no bound does (branch and bound, A. H. Land and
 * A. G. Doig, Econometrica 28, 1960). After a place has opened all bounds still hold, since gains only fall (M. Minoux, 1978).
 */
export class SiteSearch {
  readonly candidates: readonly SiteCandidate[];
  readonly reach: Reach;
  readonly gains: Gains;
  readonly #places: readonly LatLng[];
  readonly #tiles: readonly Tile[];
  /** Upper bound of each candidate's gain; its gain where it was computed since the last opening. */
  readonly #bounds: Float64Array;
  /** Candidates whose gain was computed since the last opening. */
  readonly #isKnown: Uint8Array;
  /** Candidates whose own gain was computed at least once. */
  evaluated = 0;
  readonly #wasEvaluated: Uint8Array;
  readonly #progress: SearchProgress;
  #areGroupsBounded = false;

  constructor(candidates: readonly SiteCandidate[], gains: Gains, reach: Reach, progress: SearchProgress = () => {}) {
    this.candidates = candidates;
    this.reach = reach;
    this.gains = gains;
    this.#progress = progress;
    this.#bounds = new Float64Array(candidates.length).fill(Infinity);
    this.#isKnown = new Uint8Array(candidates.length);
    this.#wasEvaluated = new Uint8Array(candidates.length);
    this.#places = candidates.map(({ snap }) => snap.origin);
    this.#tiles = tilesOf(this.#places);
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
    const bounded = this.#areGroupsBounded ? 0 : BOUNDS_SHARE;
    if (!this.#areGroupsBounded) this.#boundGroups();
    const found: FoundSite[] = [];
    let threshold = -Infinity;
    const note = (candidate: number) => {
      const gain = this.#bounds[candidate]!;
      let at = found.length;
      while (at > 0 && isAfter(found[at - 1]!, gain, candidate)) at--;
      found.splice(at, 0, { candidate, gain });
      if (found.length >= count) threshold = found[count - 1]!.gain;
      while (found.length > count && found.at(-1)!.gain * ROUNDING < threshold) found.pop();
    };
    const order = this.#tiles
      .flat()
      .map((group) => ({ group, bound: this.#boundOf(group) }))
      .sort((a, b) => b.bound - a.bound);
    let [open, settled] = [order.length, 0];
    for (let i = 0; i < order.length; i++) {
      const { group, bound } = order[i]!;
      if (bound * ROUNDING < threshold) break;
      const allowed = group.members.filter(isAllowed);
      this.#refine(allowed, threshold);
      for (const member of allowed)
        if (this.#isKnown[member] === 1 && this.#bounds[member]! * ROUNDING >= threshold) note(member);
      while (open > i + 1 && order[open - 1]!.bound * ROUNDING < threshold)
        settled += order[--open]!.group.members.length;
      settled += group.members.length;
      this.#progress(bounded + ((1 - bounded) * settled) / this.candidates.length, found);
    }
    this.#progress(1, found);
    return found;
  }

  /**
   * Returns how many candidates gain more than this now, of those that are allowed; counting ends at `most`, and then there
   * may be more.
   */
  countAbove(gain: number, most: number, isAllowed: (candidate: number) => boolean = () => true): number {
    if (!this.#areGroupsBounded) this.#boundGroups();
    let count = 0;
    for (const group of this.#tiles.flat()) {
      if (this.#boundOf(group) <= gain) continue;
      const allowed = group.members.filter(isAllowed);
      this.#refine(allowed, gain);
      for (const member of allowed) if (this.#isKnown[member] === 1 && this.#bounds[member]! > gain) count++;
      if (count >= most) return most;
    }
    return count;
  }

  /** Opens a candidate: it counts among the places that are there. */
  open(candidate: number): void {
    const { snap, size } = this.candidates[candidate]!;
    this.reach.search([snap], this.gains.limitCost);
    this.gains.open(this.reach, size);
    this.#isKnown.fill(0);
  }

  /** Closes all candidates again; `bounds` are those of a time when none was open. */
  reset(bounds: Float64Array): void {
    this.gains.reset();
    this.#isKnown.fill(0);
    this.#bounds.set(bounds);
  }

  #boundOf({ members }: Group): number {
    let bound = -Infinity;
    for (const member of members) bound = Math.max(bound, this.#bounds[member]!);
    return bound;
  }

  /** Bounds the members of every group: from its center what lies far from them all, from each of them what lies near. */
  #boundGroups(): void {
    this.#areGroupsBounded = true;
    for (const [done, tile] of this.#tiles.entries()) {
      this.#progress((BOUNDS_SHARE * done) / this.#tiles.length, []);
      const bounds = this.#farBounds(tile);
      for (const [i, { members }] of tile.entries()) {
        if (bounds[i] === Infinity) continue;
        const { nearCost } = this.gains;
        const near = nearCost === 0 ? null : this.gains.nearBounds(this.reach, this.#search(members, nearCost));
        for (const [lane, member] of members.entries()) this.#lower(member, bounds[i]! + (near?.[lane] ?? 0));
      }
    }
  }

  /** Returns by group what its members gain at most if no pole is nearer than `nearCost`; Infinity where that is not known. */
  #farBounds(tile: Tile): Float64Array {
    const { limitCost, nearCost } = this.gains;
    const guesses = tile.map((group) => leadGuess(this.#places, group, limitCost));
    const farthest = Math.max(...guesses);
    const centers = tile.map(({ center }) => center);
    this.#search(centers, limitCost + farthest);
    const leads = tile.map(({ members }, lane) =>
      Math.max(...members.map((member) => this.reach.lead(lane, this.candidates[member]!.snap))),
    );
    const largest = tile.map(({ members }) => Math.max(...members.map((member) => this.candidates[member]!.size)));
    const counted = leads.map((lead) => (lead <= farthest ? lead : 0));
    const bounds = this.gains.bounds(this.reach, largest, counted, nearCost);
    return bounds.map((bound, lane) => (leads[lane]! <= farthest ? bound : Infinity));
  }

  /** Computes the gains of those members of a group that may reach the list; lowers the bounds of the others. */
  #refine(members: readonly number[], threshold: number): void {
    const isOpen = (member: number) => this.#isKnown[member] === 0 && this.#bounds[member]! * ROUNDING >= threshold;
    const open = members.filter(isOpen);
    if (open.length === 0) return;
    const sizes = this.#search(open, this.gains.limitCost);
    if (threshold > 0) {
      const none = open.map(() => 0);
      const bounds = this.gains.bounds(this.reach, sizes, none, 0);
      for (const [lane, member] of open.entries()) this.#lower(member, bounds[lane]!);
    }
    const lanes = [...open.keys()].filter((lane) => isOpen(open[lane]!));
    if (lanes.length === 0) return;
    const gains = this.gains.totals(this.reach, lanes, sizes);
    for (const lane of lanes) {
      const member = open[lane]!;
      this.#bounds[member] = gains[lane]!;
      this.#isKnown[member] = 1;
      if (this.#wasEvaluated[member] === 0) this.evaluated++;
      this.#wasEvaluated[member] = 1;
    }
  }

  /** Searches from candidates. Returns their sizes. */
  #search(members: readonly number[], limitCost: number): number[] {
    this.reach.search(
      members.map((member) => this.candidates[member]!.snap),
      limitCost,
    );
    return members.map((member) => this.candidates[member]!.size);
  }

  #lower(candidate: number, bound: number): void {
    this.#bounds[candidate] = Math.min(this.#bounds[candidate]!, bound * ROUNDING);
  }
}

/** Whether a found site comes after one with this gain. */
const isAfter = (site: FoundSite, gain: number, candidate: number): boolean =>
  site.gain < gain || (site.gain === gain && site.candidate > candidate);
