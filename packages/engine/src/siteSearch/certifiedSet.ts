import { mostSaving, SearchBudget, type TooNear } from '../allocation/index.ts';
import { setProblem } from './setProblem.ts';
import type { FoundSite, SiteSearch } from './siteSearch.ts';

/** Places among which sets are proven, at most, and poles that these reach, once per place. */
const MEMBERS_MAX = 200;
const ENTRIES_MAX = 3_000_000;
/** Work of all searches for sets together (`SearchBudget`): some seconds. */
const STEPS = 300_000_000;

/** The best set among the best single places. */
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
  { membersMax = MEMBERS_MAX, entriesMax = ENTRIES_MAX } = {},
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
  const { savings, serving } = problem.of(isNear);
  const best = (places: number, steps: number) =>
    mostSaving(savings, {
      openCount: places,
      tooNear: isNear,
      budget: new SearchBudget(steps, search.reach.checkpoint),
      ...(serving === undefined ? {} : { serving }),
    });
  let smaller = singles[0]!.gain;
  // Where all candidates are members no set has another.
  for (let places = 2; places < openCount && most !== null; places++) {
    const { open, bound } = best(places, STEPS / (2 * openCount));
    if (open.length < places) return null;
    smaller = Math.max(bound, most + smaller);
  }
  const { open, bound } = best(openCount, STEPS / 2);
  if (open.length < openCount) return null;
  return {
    candidates: open.map((member) => members[member]!.candidate),
    upperBound: most === null ? bound : Math.max(bound, most + smaller),
  };
}
