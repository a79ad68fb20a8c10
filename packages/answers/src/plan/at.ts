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

/** The value of a member in the nearest object that has it. */
const nearest = (way: readonly object[], name: string): unknown =>
  (way.findLast((one) => name in one) as Readonly<Record<string, unknown>> | undefined)?.[name];
