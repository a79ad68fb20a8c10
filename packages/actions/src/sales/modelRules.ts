import { LEAST_STORES, termBounds } from '@hinterland/engine/salesModel';
import type { z } from 'zod';
import { scaleOf } from './market.ts';
import type { StoredSalesModel } from './storedModel.ts';

/** Terms that every model has, fitted or as the sector says. */
const ALWAYS = ['scale', 'elasticity', 'distance', 'floorArea', 'outside'] as const;
/** Logarithms that a model says twice, rounded each time, are as far apart as this at most. */
const ROUNDING = 1e-4;
/** ln(1 + floor areas around a place ÷ median): far beyond a town of nothing but stores. */
const NEIGHBORS_MAX = 30;
const UNCHANGED = 'Send the model as market.calibrate answered it, or name the analysis that holds it.';

type Scale = StoredSalesModel['scales'][string];
type Path = readonly (string | number)[];
type Fault = (path: Path, message: string) => void;

/**
 * Checks what belongs together in a model that callers send: a stranger may have written it. Its terms have coefficients within
 * their bounds and scales, its stores are as many as a fit needs and those that were fitted, and what it says twice is the same.
 */
export function modelRules(model: StoredSalesModel, context: z.RefinementCtx): void {
  const fault: Fault = (path, message) =>
    context.addIssue({ code: 'custom', path: [...path], message: `${message} ${UNCHANGED}` });
  termRules(model, fault);
  storeRules(model, fault);
  spanRules(model, fault);
}

function termRules({ storeTerms, scales, stores, fitted }: StoredSalesModel, fault: Fault): void {
  const known = new Set<string>([...ALWAYS, ...storeTerms]);
  storeTerms.forEach((term, i) => {
    const isMeasured = term === 'neighbors' || term.startsWith('attribute:');
    if (!isMeasured && term !== 'own' && !term.startsWith('format:')) {
      fault(['storeTerms', i], `A model has no term ${JSON.stringify(term)}.`);
    } else if (isMeasured && !Object.hasOwn(scales, term)) {
      fault(['scales', term], `The term ${JSON.stringify(term)} has no scale.`);
    } else if (isMeasured) scaleRules(term, scales[term]!, stores, fault);
  });
  const coefficientRules = (coefficients: Readonly<Record<string, number>>, path: Path) => {
    for (const term of ALWAYS) {
      if (!Object.hasOwn(coefficients, term)) fault([...path, term], `The term ${term} has no coefficient.`);
    }
    for (const [term, value] of Object.entries(coefficients)) {
      const { least, most } = termBounds(fitted.decay, term);
      if (!known.has(term)) fault([...path, term], `The model has no term ${JSON.stringify(term)}.`);
      else if (!(value >= least - ROUNDING && value <= most + ROUNDING)) {
        fault([...path, term], `The coefficient of ${term} lies between ${least} and ${most}.`);
      }
    }
  };
  coefficientRules(fitted.coefficients, ['fitted', 'coefficients']);
  fitted.folds.forEach(({ coefficients }, i) => {
    coefficientRules(coefficients, ['fitted', 'folds', i, 'coefficients']);
  });
  fitted.terms.forEach(({ term, value }, i) => {
    const path = ['fitted', 'terms', i];
    const coefficient = Object.hasOwn(fitted.coefficients, term) ? fitted.coefficients[term]! : null;
    if (coefficient === null) fault([...path, 'term'], `The term ${JSON.stringify(term)} has no coefficient.`);
    else if (Math.abs(value - coefficient) > ROUNDING)
      fault([...path, 'value'], 'It is not the coefficient of its term.');
  });
}

function scaleRules(term: string, scale: Scale, stores: StoredSalesModel['stores'], fault: Fault): void {
  if (term === 'neighbors') {
    if (!(scale.mean >= 0 && scale.mean <= NEIGHBORS_MAX)) {
      fault(['scales', term, 'mean'], `The mean of neighbors lies between 0 and ${NEIGHBORS_MAX}.`);
    }
    return;
  }
  const name = term.slice('attribute:'.length);
  const of = scaleOf(stores.flatMap(({ attributes }) => (Object.hasOwn(attributes, name) ? attributes[name]! : [])));
  for (const part of ['mean', 'deviation'] as const) {
    if (!(Math.abs(scale[part] - of[part]) <= ROUNDING * Math.max(of.deviation, Math.abs(of[part])))) {
      fault(['scales', term, part], `It is not the ${part} of this attribute of its stores.`);
    }
  }
  if (!(of.deviation > 0)) fault(['scales', term, 'deviation'], 'The deviation of an attribute is above 0.');
}

function storeRules({ stores, fitted }: StoredSalesModel, fault: Fault): void {
  if (stores.length < LEAST_STORES) fault(['stores'], `A model is learned from ${LEAST_STORES} stores at least.`);
  if (fitted.stores.length !== stores.length) {
    fault(['fitted', 'stores'], 'The stores of a model are those that it was fitted to.');
    return;
  }
  const { origin, coefficients } = fitted;
  const { scale, elasticity } = coefficients as { readonly scale?: number; readonly elasticity?: number };
  const ids = new Set<string>();
  stores.forEach(({ id, sales }, i) => {
    const { sales: sold, spend, fitted: said, fold } = fitted.stores[i]!;
    if (ids.has(String(id))) fault(['stores', i, 'id'], `Another store has the id ${JSON.stringify(id)} already.`);
    ids.add(String(id));
    if (Math.abs(Math.log(sales / sold)) > ROUNDING) {
      fault(['fitted', 'stores', i, 'sales'], 'They are not the sales of its store.');
    }
    if (fold >= fitted.folds.length) fault(['fitted', 'stores', i, 'fold'], `There is no fold ${fold}.`);
    if (scale === undefined || elasticity === undefined) return;
    if (!(Math.abs(Math.log(said) - scale - elasticity * (Math.log(spend) - origin)) <= ROUNDING)) {
      fault(['fitted', 'stores', i, 'fitted'], 'The coefficients of the model say something else of this store.');
    }
  });
}

function spanRules({ fitted: { stores, spans } }: StoredSalesModel, fault: Fault): void {
  for (const name of Object.keys(spans) as (keyof typeof spans)[]) {
    const values = stores.map(({ traits }) => traits[name]);
    const { least, most } = spans[name];
    const isOf = (end: number, value: number) => Math.abs(end - value) <= ROUNDING * Math.max(1, Math.abs(value));
    if (!isOf(least, Math.min(...values)))
      fault(['fitted', 'spans', name, 'least'], 'It is not the least of its stores.');
    if (!isOf(most, Math.max(...values))) fault(['fitted', 'spans', name, 'most'], 'It is not the most of its stores.');
  }
}
