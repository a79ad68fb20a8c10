import { isNamedByTitle } from '@hinterland/answers/words';
import { createContext, useContext, useMemo } from 'react';
import { useWords } from '../../text/index.ts';

/** Currency of the answer that is shown; empty where it has none. */
export const Currency = createContext('');

/** Returns names of units by the codes of the service: "persons per household", "XMD a year". */
export function useUnits(): (unit: string) => string {
  const words = useWords();
  const currency = useContext(Currency);
  return useMemo(() => (unit) => words.tell({ unit, currency }), [words, currency]);
}

/** Returns the unit that stands beside a title; empty where the title says it. */
export function useUnitsBeside(): (unit: string) => string {
  const units = useUnits();
  return useMemo(() => (unit) => (isNamedByTitle(unit) ? '' : units(unit)), [units]);
}

/** The currency that a result is in: that of its territory, or its own. */
export function currencyOf(result: Readonly<Record<string, unknown>>): string {
  const { currency } = (result.territory ?? result) as { currency?: unknown };
  return typeof currency === 'string' ? currency : '';
}
