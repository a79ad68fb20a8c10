import { isObject } from '../parts.ts';
import type { Figure } from './figure.ts';
import { itemOf, memberOf, type Plan } from './plan.ts';

/** Returns what the plan says of the place that steps lead to: names of members, numbers of items. */
export const planAt = (plan: Plan, steps: readonly string[]): Plan =>
  steps.reduce((at, step) => (at.items !== null && /^\d+$/.test(step) ? itemOf(at) : memberOf(at, step)), plan);

/**
 * Returns the code of a figure's unit: its own, that which a member around it names, or that of a field which the answer describes.
 * `way`: objects from the answer down to the one that holds the figure.
 */
export function unitAt({ unit, unitFrom, per }: Figure, way: readonly object[], name: string): string {
  if (unit === 'described') {
    const fields = nearest(way, 'fields');
    const field = isObject(fields) ? fields[name] : undefined;
    return isObject(field) ? String(field.unit ?? '') : '';
  }
  const named = unitFrom === undefined ? undefined : nearest(way, unitFrom);
  const code = typeof named === 'string' ? named : (unit ?? '');
  return per === undefined ? code : `${code}_per_${per}`;
}

/** Errors of modelled spend that objects say, by the names of the members. */
export type Errors = Readonly<Record<string, number>>;
export const NO_ERRORS: Errors = {};

/** Returns the errors that an object says, with those that were said around it. */
export function errorsIn(value: object, { errors }: Plan, outer: Errors): Errors {
  if (errors.length === 0) return outer;
  const members = value as Readonly<Record<string, unknown>>;
  const own = errors.flatMap((name) => (typeof members[name] === 'number' ? [[name, members[name]] as const] : []));
  return own.length === 0 ? outer : { ...outer, ...Object.fromEntries(own) };
}

/**
 * Returns the share within which half of such figures lie of published ones; null for all that is not made of modelled spend. `errors`: those
 * said around the figure; `fields`: descriptions of figures by their names.
 */
export function errorOf({ unit, errorFrom }: Figure, name: string, errors: Errors, fields: object): number | null {
  const described = unit === 'described' ? (fields as Readonly<Record<string, unknown>>)[name] : undefined;
  const share = errorFrom === undefined ? (isObject(described) ? described.errorShare : undefined) : errors[errorFrom];
  return typeof share === 'number' ? share : null;
}

/** Returns the same for the place that steps lead to in an answer. `way`: objects from the answer down to the one that holds the figure. */
export function errorAt({ figure }: Plan, way: readonly object[], name: string): number | null {
  const named = figure.errorFrom === undefined ? undefined : nearest(way, figure.errorFrom);
  const errors = typeof named === 'number' ? { [figure.errorFrom as string]: named } : NO_ERRORS;
  const fields = nearest(way, 'fields');
  return errorOf(figure, name, errors, isObject(fields) ? fields : {});
}

/** The value of a member in the nearest object that has it. */
const nearest = (way: readonly object[], name: string): unknown =>
  (way.findLast((one) => name in one) as Readonly<Record<string, unknown>> | undefined)?.[name];
