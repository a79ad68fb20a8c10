import { type Agreement, agreementOf } from './compare.ts';
import { FIELDS, type Field, LEVELS, LINKAGE_PARAMETERS, type Shares } from './parameters.ts';

/** What is known of pairs of stores: how often those that are one agree, and those that are two. */
export interface Model {
  /** Share of the pairs of a block that are one store. */
  readonly matchShare: number;
  readonly same: Readonly<Record<Field, Shares>>;
  readonly apart: Readonly<Record<Field, Shares>>;
}

const { expected, expectedPairs, mostChange, matchShare, rounds } = LINKAGE_PARAMETERS;

const perField = <T>(value: (field: Field) => T): Readonly<Record<Field, T>> =>
  Object.fromEntries(FIELDS.map((field) => [field, value(field)])) as Readonly<Record<Field, T>>;

const EXPECTED_MODEL: Model = {
  matchShare: matchShare.first,
  same: perField((field) => expected[field].same),
  apart: perField((field) => expected[field].apart),
};

/**
 * Learns a model from counted patterns by expectation and maximization (Fellegi and Sunter 1969; Winkler 1988). Nothing is drawn, so
 * the same pairs give the same model. The expectations weigh as some pairs, and no weight leaves their neighborhood: where a place has
 * few stores, its model is the expected one.
 */
export function learn(patterns: ReadonlyMap<number, number>): Model {
  const counted = [...patterns]
    .sort((a, b) => a[0] - b[0])
    .map(([pattern, count]) => ({ agreement: agreementOf(pattern), count }));
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return EXPECTED_MODEL;
  let model = EXPECTED_MODEL;
  for (let round = 0; round < rounds; round++) {
    const same = perField((field) => expected[field].same.map((share) => share * expectedPairs.same));
    const apart = perField((field) => expected[field].apart.map((share) => share * expectedPairs.apart));
    let matches = matchShare.first;
    for (const { agreement, count } of counted) {
      const share = probabilityOf(model, agreement);
      matches += share * count;
      for (const field of FIELDS) {
        const level = agreement[field];
        if (level < 0) continue;
        same[field][level]! += share * count;
        apart[field][level]! += (1 - share) * count;
      }
    }
    model = {
      matchShare: Math.min(matchShare.most, Math.max(matchShare.least, matches / (total + 1))),
      same: perField((field) => bounded(same[field], expected[field].same)),
      apart: perField((field) => bounded(apart[field], expected[field].apart)),
    };
  }
  return model;
}

/** Counts as shares, each within a factor of what is expected. */
function bounded(counts: readonly number[], around: Shares): Shares {
  const sum = counts.reduce((all, count) => all + count, 0);
  const most = Math.sqrt(mostChange);
  return counts.map((count, i) => Math.min(around[i]! * most, Math.max(around[i]! / most, count / sum)));
}

/** Natural logarithm of how much likelier an agreement makes it that two stores are one. */
export function weightOf({ same, apart }: Model, agreement: Agreement): number {
  return FIELDS.reduce((sum, field) => {
    const level = agreement[field];
    return level < 0 ? sum : sum + Math.log(same[field][level]! / apart[field][level]!);
  }, 0);
}

/** Probability that two stores with this agreement are one, 0..1; `more`: further evidence, as a natural logarithm. */
export function probabilityOf(model: Model, agreement: Agreement, more = 0): number {
  const logit = Math.log(model.matchShare / (1 - model.matchShare)) + weightOf(model, agreement) + more;
  return 1 / (1 + Math.exp(-logit));
}

/** The weights of a model in bits per field and level, as a report tells them. */
export function bitsOf({ same, apart }: Model): Readonly<Record<Field, Readonly<Record<string, number>>>> {
  return perField((field) =>
    Object.fromEntries(
      LEVELS[field].map((level, i) => [level, Math.round(10 * Math.log2(same[field][i]! / apart[field][i]!)) / 10]),
    ),
  );
}
