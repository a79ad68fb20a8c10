import { bestRivalOf, type Rival } from '@hinterland/engine/salesModel';
import { rounded } from '@hinterland/geo';
import type { Learned } from './learn.ts';
import { missOf } from './learn.ts';

export const RIVAL_NAMES: Readonly<Record<Rival, string>> = {
  meanOfStores: 'the mean of all stores',
  meanPerSquareMeter: 'the mean per square meter',
  nearestSimilar: 'the three most similar stores',
  nearest: 'the mean of the five nearest stores',
  regression: 'a regression on people within reach and floor area',
};

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** The first sentence on a model: whether it is better than naive forecasts on stores that it has not seen. */
export function sentenceOf({ model, used }: Pick<Learned, 'model' | 'used'>): string {
  const best = bestRivalOf(model.rivals);
  const [own, rival] = [percent(missOf(model.error)), percent(missOf(model.rivals[best]!))];
  const basis = `on ${used.length} stores, each left out with its neighbors,`;
  const within = `Within 20% of its sales are ${percent(model.withinFifth!)} of the stores, against ${percent(model.rivalWithinFifth!)}.`;
  return model.isBetter
    ? `The model misses by a typical ${own} ${basis} where the best naive forecast, ${RIVAL_NAMES[best]}, misses by ${rival}. ${within}`
    : `This model is no better than ${RIVAL_NAMES[best]}: ${basis} it misses by a typical ${own}, and the naive forecast by ${rival}: use that one's figure. ${within}`;
}

const MEANINGS: Readonly<Record<string, string>> = {
  scale: 'Factor between modeled spend and your sales, as a logarithm',
  elasticity: 'By how many percent sales rise where modeled spend rises by 1%',
  distance: 'How fast travel time deters customers',
  floorArea: 'How much floor area attracts',
  outside: 'Worth of buying in none of the stores, as a logarithm of a factor',
  own: 'Attraction of your stores beside others of their size, as a logarithm of a factor',
  neighbors: 'What other stores nearby add to attraction, or take from it',
};

export function meaningOf(term: string): string {
  const known = MEANINGS[term];
  if (known !== undefined) return known;
  const [kind, ...name] = term.split(':');
  return kind === 'format'
    ? `Attraction of the format ${name.join(':')}, as a logarithm of a factor`
    : `Attraction that one standard deviation of ${name.join(':')} adds, as a logarithm`;
}

/** Stands in the sentence that names outliers. */
const FAR = 'far from what the other stores suggest';
/** The limits of a model without names of stores. */
export const withoutOutliers = (limits: readonly string[]): string[] => limits.filter((limit) => !limit.includes(FAR));

/** What the data do not say. */
export function limitsOf({ model, used, market, own, storeTerms, leaks }: Learned): string[] {
  const limits: string[] = [];
  const fitted = model.terms.map(({ term }) => term);
  for (const { term, bound, value } of model.atBound ?? []) {
    limits.push(
      `${meaningOf(term)} (${term}) would end at its bound, ${bound}: your sales do not say where it lies, so the sector's value, ${rounded(value)}, stands.`,
    );
  }
  for (const { name, why } of leaks) {
    limits.push(
      why === 'name'
        ? `${name} is not used: it follows from sales, so nobody knows it of a place that is not open.`
        : `${name} is not used: it says more of sales than any figure of a place does, so it follows from them.`,
    );
  }
  for (const [a, b] of model.inseparable) {
    limits.push(`${a} and ${b} cannot be told apart by your stores: one may be higher if the other is lower.`);
  }
  const pulled = (model.atBound ?? []).map(({ term }) => term);
  const kept = ['distance', 'floorArea', ...storeTerms].filter(
    (term) => !fitted.includes(term) && !pulled.includes(term),
  );
  if (kept.length > 0) {
    limits.push(
      `${kept.join(', ')} did not lower the error on stores left out: the sector's own figures stand, and none for the rest.`,
    );
  }
  if (used.length < 19) limits.push(`${used.length} stores are too few for a range of 95%, which needs 19.`);
  const outliers = model.stores.flatMap(({ isOutlier }, i) => (isOutlier ? [used[i]!.given] : []));
  if (outliers.length > 0) {
    const names = outliers.slice(0, 5).map(({ id, name }) => name ?? id);
    limits.push(
      `${names.join(', ')} ${outliers.length === 1 ? 'is' : 'are'} ${FAR}; ${outliers.length === 1 ? 'it counts' : 'they count'} all the same.`,
    );
  }
  if (market.stores.length <= own.filter(({ known }) => known !== null).length) {
    limits.push('The data know no other store of the sector within reach, so nothing is learned about competitors.');
  }
  limits.push(
    'Sales of the first months after an opening are not modeled: a forecast is for a store that is established.',
  );
  return limits;
}
