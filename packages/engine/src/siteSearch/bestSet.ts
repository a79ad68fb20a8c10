import { certifiedSet } from './certifiedSet.ts';
import type { FoundSite, SiteSearch } from './siteSearch.ts';
import { unionGain } from './unionGain.ts';

/** Places that open together. */
export interface OpenedSet {
  /** In the order in which they were chosen, each with what it adds to those before it. */
  readonly steps: readonly FoundSite[];
  /** What all of them add together. */
  readonly total: number;
  /** No set of as many candidates adds more. */
  readonly upperBound: number;
}

/** Rounds in which each place of the set may be exchanged for a better one. */
const EXCHANGE_ROUNDS = 3;

/** An exchange must gain this share of the total, so that rounding starts none. */
const LEAST_SHARE = 1e-9;

/**
 * Chooses `openCount` candidates that add most together: greedily, then by exchanging one at a time for as long as that helps.
 * `tooNear` says which pairs may not open together. The search must have opened none yet, and ends with none open.
 *
 * Gains of a set have diminishing returns, so greedy reaches at least 1 − 1/e of the best set, and no set of k adds more
 * than a set S does plus the k largest gains beside it (G. L. Nemhauser, L. A. Wolsey, M. L. Fisher, Mathematical Programming 14,
 * 1978): `upperBound` is the least of these for the empty set and for each set found, rivals that are too near included, and of
 * the bound of `certifiedSet`, whose set is taken where it adds more, and of what all candidates add together.
 */
export function bestSet(
  search: SiteSearch,
  openCount: number,
  tooNear: (a: number, b: number) => boolean = () => false,
): OpenedSet {
  const singles = search.best(openCount).slice(0, openCount);
  const boundsAtFirst = search.bounds();
  let upperBound = sumOf(singles);
  const isFree = (chosen: readonly FoundSite[]) => (candidate: number) =>
    chosen.every((site) => site.candidate !== candidate && !tooNear(site.candidate, candidate));

  let steps: FoundSite[] = [];
  const openAll = (sites: readonly FoundSite[]) => {
    search.reset(boundsAtFirst);
    for (const { candidate } of sites) search.open(candidate);
  };
  const tighten = () => {
    const beside = search.best(openCount, (candidate) => steps.every((site) => site.candidate !== candidate));
    upperBound = Math.min(upperBound, sumOf(steps) + sumOf(beside.slice(0, openCount)));
  };

  while (steps.length < openCount) {
    const [next] = search.best(1, isFree(steps));
    if (next === undefined) break;
    steps.push(next);
    search.open(next.candidate);
  }
  tighten();

  for (let round = 0; round < EXCHANGE_ROUNDS && steps.length > 1; round++) {
    const before = sumOf(steps);
    for (let at = 0; at < steps.length; at++) {
      const others = steps.filter((_, i) => i !== at);
      openAll(others);
      const [best] = search.best(1, isFree(others));
      if (best === undefined || best.candidate === steps[at]!.candidate) continue;
      const exchanged = recounted(search, boundsAtFirst, [...others, best]);
      if (sumOf(exchanged) > sumOf(steps) * (1 + LEAST_SHARE)) steps = exchanged;
    }
    if (sumOf(steps) <= before) break;
    openAll(steps);
    tighten();
  }
  search.reset(boundsAtFirst);
  const certified =
    steps.length === openCount ? certifiedSet(search, openCount, tooNear, { atLeast: sumOf(steps) }) : null;
  if (certified !== null) upperBound = Math.min(upperBound, certified.upperBound);
  if (certified !== null && certified.candidates.length > 0) {
    const sites = certified.candidates.map((candidate) => ({ candidate, gain: 0 }));
    const recountedSites = inOrder(search, boundsAtFirst, sites);
    if (sumOf(recountedSites) > sumOf(steps) * (1 + LEAST_SHARE)) steps = recountedSites;
    search.reset(boundsAtFirst);
  }
  if (upperBound > sumOf(steps)) upperBound = Math.min(upperBound, unionGain(search));
  return { steps, total: sumOf(steps), upperBound: Math.max(upperBound, sumOf(steps)) };
}

/** The steps of a set, each the place that adds most to those before it. */
function inOrder(search: SiteSearch, boundsAtFirst: Float64Array, sites: readonly FoundSite[]): FoundSite[] {
  search.reset(boundsAtFirst);
  const left = new Set(sites.map(({ candidate }) => candidate));
  return sites.map(() => {
    const [next] = search.best(1, (candidate) => left.has(candidate));
    left.delete(next!.candidate);
    search.open(next!.candidate);
    return next!;
  });
}

/** The steps of a set with what each adds to those before it. */
function recounted(search: SiteSearch, boundsAtFirst: Float64Array, sites: readonly FoundSite[]): FoundSite[] {
  search.reset(boundsAtFirst);
  return sites.map(({ candidate }) => {
    const [counted] = search.best(1, (other) => other === candidate);
    search.open(candidate);
    return counted!;
  });
}

const sumOf = (sites: readonly FoundSite[]): number => sites.reduce((sum, { gain }) => sum + Math.max(0, gain), 0);
