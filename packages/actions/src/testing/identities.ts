/**
 * What the figures of an answer must be to each other: parts add up to their whole, no part is above it, ranges are nested, ranks are one
 * series in the order of their figure, one reach has one area. The rules know members of objects, wherever in an answer they stand, and
 * no action; they compute nothing as the actions do.
 */

// biome-ignore lint/suspicious/noExplicitAny: members of any answer
type Members = Record<string, any>;

interface Rule {
  readonly why: string;
  /** Whether the rule is about this object. */
  applies(object: Members): boolean;
  holds(object: Members): boolean;
}

/** Figures have nine significant digits (docs/methods/figures.md): sums of ten agree to some units of the last. */
const RELATIVE = 1e-7;
/** And at most six decimals. */
const ABSOLUTE = 1e-5;

const slack = (...values: readonly number[]) => ABSOLUTE + RELATIVE * Math.max(...values.map(Math.abs));
const equal = (one: number, other: number) => Math.abs(one - other) <= slack(one, other);
const atMost = (one: number, other: number) => one <= other + slack(one, other);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const isNumber = (value: unknown): value is number => typeof value === 'number';
const has = (object: Members, ...names: readonly string[]) => names.every((name) => isNumber(object[name]));
const hasList = (object: Members, name: string, ...members: readonly string[]) =>
  Array.isArray(object[name]) && object[name].length > 0 && object[name].every((one: Members) => has(one, ...members));

/** Parts that add up to a whole. */
const adds = (whole: string, ...parts: readonly string[]): Rule => ({
  why: `${parts.join(' + ')} = ${whole}`,
  applies: (object) => has(object, whole, ...parts),
  holds: (object) => equal(sum(parts.map((part) => object[part])), object[whole]),
});

const within = (part: string, whole: string): Rule => ({
  why: `${part} ≤ ${whole}`,
  applies: (object) => has(object, part, whole),
  holds: (object) => atMost(object[part], object[whole]),
});

/** A share of two figures of the same object. */
const share = (name: string, part: string, whole: string): Rule => ({
  why: `${name} = ${part} ÷ ${whole}`,
  applies: (object) => has(object, name, part, whole) && object[whole] > 0,
  holds: (object) => Math.abs(object[name] - object[part] / object[whole]) <= 2e-6,
});

const nested = (outer: string, inner: string): Rule => ({
  why: `${inner} lies within ${outer}`,
  applies: (object) => hasRange(object[outer]) && hasRange(object[inner]),
  holds: (object) => atMost(object[outer].low, object[inner].low) && atMost(object[inner].high, object[outer].high),
});

const hasRange = (range: unknown) =>
  typeof range === 'object' && range !== null && has(range as Members, 'low', 'high');

/** Steps of a plan, whose last figure is that of all before. */
const accumulates = (list: string, step: string, all: string): Rule => ({
  why: `${all} of a step of ${list} is the sum of ${step} so far`,
  applies: (object) => hasList(object, list, step, all),
  holds: (object) =>
    object[list].every((one: Members, i: number) =>
      equal(one[all], sum(object[list].slice(0, i + 1).map((before: Members) => before[step]))),
    ),
});

const descending = (list: string, by: string): Rule => ({
  why: `ranks of ${list} are 1, 2, 3 …, in the order of ${by}`,
  // With a sales model candidates are in the order of its forecasts.
  applies: (object) => hasList(object, list, 'rank', by) && object[list].every(({ forecast }: Members) => !forecast),
  holds: (object) =>
    object[list].every(
      (one: Members, i: number) => one.rank === i + 1 && (i === 0 || atMost(one[by], object[list][i - 1][by])),
    ),
});

const RULES: readonly Rule[] = [
  adds('captured', 'takenFromOwn', 'takenFromCompetitors', 'newToMarket'),
  adds('captured', 'takenFromStores', 'newToMarket'),
  adds('captured', 'netNew', 'takenFromOwn'),
  adds('captured', 'gain', 'takenFromOwn'),
  within('captured', 'spendWithinReach'),
  within('captured', 'demand'),
  within('leakageToStores', 'leakage'),
  {
    why: 'leakageToStores + leakageElsewhere = leakage',
    applies: (object) => has(object, 'leakage', 'leakageToStores', 'leakageElsewhere', 'demand'),
    // A difference of large figures ends where their digits end.
    holds: ({ leakage, leakageToStores, leakageElsewhere, demand }) =>
      Math.abs(leakageToStores + leakageElsewhere - leakage) <= slack(demand),
  },
  within('takenFromOwn', 'sales'),
  within('netNew', 'sales'),
  {
    why: 'takenFromOwnStores add up to takenFromOwn',
    applies: (object) => has(object, 'takenFromOwn') && hasList(object, 'takenFromOwnStores', 'taken'),
    holds: (object) => equal(sum(object.takenFromOwnStores.map(({ taken }: Members) => taken)), object.takenFromOwn),
  },
  {
    why: 'a range is no empty one',
    applies: (object) => has(object, 'low', 'high'),
    holds: (object) => atMost(object.low, object.high),
  },
  nested('range95', 'range80'),
  descending('candidates', 'netNew'),
  descending('places', 'gain'),
  {
    why: 'what a set adds is the sum of what its places add, and at most its bound',
    applies: (object) => has(object, 'total', 'upperBound') && hasList(object, 'places', 'adds'),
    holds: (object) =>
      equal(sum(object.places.map(({ adds }: Members) => adds)), object.total) &&
      atMost(object.total, object.upperBound) &&
      Math.abs(object.gapShare - (object.upperBound > 0 ? 1 - object.total / object.upperBound : 0)) <= 2e-6,
  },
  adds('covered', 'coveredByOne', 'coveredByTwoOrMore'),
  {
    why: 'covered + unreached = touchedPeople, beside those whom no area has',
    applies: (object) => has(object, 'touchedPeople', 'covered', 'unreached', 'coveredOutsideAreas'),
    holds: ({ touchedPeople, covered, unreached, coveredOutsideAreas }) =>
      equal(covered - coveredOutsideAreas + unreached, touchedPeople),
  },
  adds('reached', 'exclusive', 'shared'),
  adds('people', 'covered', 'unreached'),
  share('sharedShare', 'coveredByTwoOrMore', 'covered'),
  share('coveredShare', 'covered', 'people'),
  accumulates('openingPlan', 'gained', 'gainedInAll'),
  accumulates('openingOrder', 'gained', 'gainedInAll'),
  accumulates('closurePlan', 'lost', 'lostInAll'),
  accumulates('closingOrder', 'lost', 'lostInAll'),
  {
    why: 'the bands of an answer add up to their cumulative figures',
    applies: (object) => hasList(object, 'bands', 'residents', 'cumulativeResidents'),
    holds: ({ bands }) =>
      bands.every((band: Members, i: number) =>
        equal(band.cumulativeResidents, sum(bands.slice(0, i + 1).map(({ residents }: Members) => residents))),
      ),
  },
  {
    why: 'the parts of an answer add up to their cumulative figures',
    applies: (object) => Array.isArray(object.parts) && object.parts.some(({ kind }: Members) => kind === 'cumulative'),
    // A cumulative part comes right after its last band.
    holds: ({ parts }) =>
      ['residents', 'poles', 'areaSquareKm'].every((name) =>
        parts.every(
          (whole: Members, i: number) =>
            whole.kind !== 'cumulative' ||
            !isNumber(whole[name]) ||
            equal(
              whole[name],
              sum(parts.slice(0, i).flatMap((part: Members) => (part.kind === 'band' ? [part[name]] : []))),
            ),
        ),
      ),
  },
];

/** Areas in km² that an answer gives for a reach of one limit from its one origin; more than one for none. */
function areasByLimit(result: Members): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const object of objectsOf(result)) {
    if (!isNumber(object.limitSeconds) || !isNumber(object.areaSquareKm) || object.kind === 'band') continue;
    const of = `${object.limitSeconds} ${object.mode ?? ''}`;
    found.set(of, (found.get(of) ?? new Set()).add(object.areaSquareKm));
  }
  return found;
}

function* objectsOf(value: unknown): Generator<Members> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Members;
  for (const one of Object.values(value)) yield* objectsOf(one);
}

/** The rules that a result breaks, each once; none for a result that agrees with itself. */
export function brokenIdentities(result: object): readonly string[] {
  const broken = new Set<string>();
  for (const object of objectsOf(result))
    for (const { why, applies, holds } of RULES) if (applies(object) && !holds(object)) broken.add(why);
  for (const [limit, areas] of areasByLimit(result))
    if (areas.size > 1) broken.add(`one area for ${limit.trim()} s: ${[...areas].join(', ')} km²`);
  return [...broken];
}
