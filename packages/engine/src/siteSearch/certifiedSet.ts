import { mostSaving, SearchBudget, type TooNear } from '../allocation/index.ts';
import { type ProvenSet, setByPairs } from './setByPairs.ts';
import { setProblem } from './setProblem.ts';
import type { FoundSite, SiteSearch } from './siteSearch.ts';

/** Places among which sets are proven, at most, and poles that these reach, once per place. */
const MEMBERS_MAX = 1000;
const ENTRIES_MAX = 6_000_000;
/** Places of which each pair is looked at for two or three together. */
const PAIRED_MEMBERS_MAX = 500;
/** Work of all searches for sets together (`SearchBudget`), some seconds: for people, and for a sector, of which a step is cheaper. */
const PEOPLE_STEPS = 2.4e9;
const SECTOR_STEPS = 4.4e9;
/** Work of looking at pairs; a step is a tenth of one of the other searches. */
const PAIR_STEPS = 1_000_000_000;

/** The best set among the best single places; no candidates where it adds no more than the set that was known. */
export interface CertifiedSet {
  readonly candidates: readonly number[];
  /** No set of as many candidates adds more, whatever place they are. */
  readonly upperBound: number;
}

/**
 * Looks for the best set by branch and bound on the poles of the places that gain most alone. A set with a place that is not among
 * them adds at most what the best left out gains, and what the best set of one place less adds. Null where there are too
 * many poles, or too few places. The search must have opened none.
 */
export function certifiedSet(
  search: SiteSearch,
  openCount: number,
  tooNear: TooNear,
  { membersMax = openCount <= 3 ? PAIRED_MEMBERS_MAX : MEMBERS_MAX, entriesMax = ENTRIES_MAX, atLeast = 0 } = {},
): CertifiedSet | null {
  const singles = search.best(membersMax + 1).slice(0, membersMax + 1);
  const members: FoundSite[] = singles.slice(0, membersMax);
  const problem = setProblem(
    search,
    members.map(({ candidate }) => candidate),
    entriesMax,
  );
  const count = problem.members;
  if (count < openCount) return null;
  const most = singles.length > count ? singles[count]!.gain : null;
  const isNear: TooNear = (a, b) => tooNear(members[a]!.candidate, members[b]!.candidate);
  const { savings, serving, joint } = problem.of(isNear);
  const steps = serving === undefined ? PEOPLE_STEPS : SECTOR_STEPS;
  const pairBudget = new SearchBudget(PAIR_STEPS, search.reach.checkpoint);
  const best = (places: number, share: number, known: number): ProvenSet | null => {
    const proven = places === 2 || places === 3 ? setByPairs(joint, places, isNear, known, pairBudget) : null;
    if (proven !== null) return proven;
    const found = mostSaving(savings, {
      openCount: places,
      tooNear: isNear,
      budget: new SearchBudget(steps * share, search.reach.checkpoint),
      isThorough: true,
      ...(serving === undefined ? {} : { serving }),
    });
    return found.open.length < places ? null : found;
  };
  let smaller = singles[0]!.gain;
  // Where all candidates are members no set has another.
  for (let places = 2; places < openCount && most !== null; places++) {
    const found = best(places, 1 / (2 * openCount), 0);
    if (found === null) return null;
    smaller = Math.max(found.bound, most + smaller);
  }
  const found = best(openCount, 1 / 2, atLeast);
  if (found === null) return null;
  return {
    candidates: found.open.map((member) => members[member]!.candidate),
    upperBound: most === null ? found.bound : Math.max(found.bound, most + smaller),
  };
}
