import { createContext, useContext, useMemo } from 'react';
import { readable } from '../../fields/title.ts';
import { type TextKey, useText } from '../../text/index.ts';

/** Currency of the answer that is shown; empty where it has none. */
export const Currency = createContext('');

/** Returns names of units by the codes of the service: "persons per household", "XMD a year". */
export function useUnits(): (unit: string) => string {
  const { say } = useText();
  const currency = useContext(Currency);
  return useMemo(
    () => (unit) => say(`studio.measure.${unit}` as TextKey, { currency, defaultValue: readable(unit).toLowerCase() }),
    [say, currency],
  );
}

/** Units that titles of figures name themselves: "Median age" is in years, but "Residents" are people. */
const NAMED = /^(persons|families|households|dwellings|rooms|vehicles|stores|listings)(_per_\w+)?$|^per_100$/;

/** Returns the unit that stands beside a title; empty where the title says it. */
export function useUnitsBeside(): (unit: string) => string {
  const units = useUnits();
  return useMemo(() => (unit) => (NAMED.test(unit) ? '' : units(unit)), [units]);
}

/** Units of amounts of money. */
export const isMoney = (unit: string): boolean => unit.startsWith('currency');

/** The currency that a result is in: that of its territory, or its own. */
export function currencyOf(result: Readonly<Record<string, unknown>>): string {
  const { currency } = (result.territory ?? result) as { currency?: unknown };
  return typeof currency === 'string' ? currency : '';
}
