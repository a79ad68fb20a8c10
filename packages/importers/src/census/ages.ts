import { AGE_CLASSES } from '@hinterland/catalogue';

/** An age class in whole years; `to` null for an open one. */
export interface AgeClass {
  readonly from: number;
  readonly to: number | null;
}

interface AgeProfileClass extends AgeClass {
  readonly persons: number;
}

/** Highest age of this calculation. */
const OLDEST = 119;

/**
 * How five-year classes are made of other classes: `parts[a]` lists, for five-year class a of AGE_CLASSES, which of the
 * given classes go into it and by which share (methods B.8: x_a = Σ_c x_c · X(a ∩ c) / X(c), with X the people of a
 * larger area, and every year of age alike within a class of its profile). Without a profile every year of age counts
 * alike, an open class as `openClassYears` years. `isExact`: no class had to be split.
 * Throws RangeError where classes overlap or leave out an age.
 */
export function fiveYearParts(
  classes: readonly AgeClass[],
  profile: readonly AgeProfileClass[] | undefined,
  openClassYears: number,
): { parts: { class: number; share: number }[][]; isExact: boolean } {
  checkCover(classes, 'age classes');
  if (profile !== undefined) checkCover(profile, 'classes of the profile');
  const weights = yearWeights(
    profile ?? classes.map(({ from, to }) => ({ from, to, persons: Number.NaN })),
    openClassYears,
  );
  const people = (from: number, to: number) => {
    let sum = 0;
    for (let year = from; year <= Math.min(to, OLDEST); year++) sum += weights[year]!;
    return sum;
  };
  let isExact = true;
  const parts = AGE_CLASSES.map((fiveYears) =>
    classes.flatMap((source, index) => {
      const [from, to] = [Math.max(fiveYears.from, source.from), Math.min(lastYear(fiveYears), lastYear(source))];
      if (from > to) return [];
      if (from === source.from && to === lastYear(source)) return [{ class: index, share: 1 }];
      isExact = false;
      const all = people(source.from, lastYear(source));
      const years = lastYear(source) - source.from + 1;
      // A class without people in the larger area is split by years.
      return [{ class: index, share: all > 0 ? people(from, to) / all : (to - from + 1) / years }];
    }),
  );
  return { parts, isExact };
}

const lastYear = ({ to }: AgeClass) => to ?? OLDEST;

/** People per year of age; classes with NaN count 1 per year. */
function yearWeights(profile: readonly AgeProfileClass[], openClassYears: number): Float64Array {
  const weights = new Float64Array(OLDEST + 1);
  for (const { from, to, persons } of profile) {
    const last = to ?? Math.min(OLDEST, from + openClassYears - 1);
    const perYear = Number.isNaN(persons) ? 1 : persons / (last - from + 1);
    for (let year = from; year <= last; year++) weights[year] = perYear;
  }
  return weights;
}

function checkCover(classes: readonly AgeClass[], what: string): void {
  const sorted = classes.toSorted((a, b) => a.from - b.from);
  let next = 0;
  for (const { from, to } of sorted) {
    if (from !== next || (to !== null && to < from)) {
      throw new RangeError(
        `the ${what} must follow on each other from age 0; after ${next - 1} comes ${from} to ${to ?? 'open'}`,
      );
    }
    next = (to ?? OLDEST) + 1;
  }
  if (next <= OLDEST) throw new RangeError(`the last of the ${what} must be open: to: null`);
}
