import type { Said } from '@hinterland/answers/words';

/** A figure of gain or spend: money with its currency, people with the word. */
export const amountOf = (figure: number, unit: string, currency: string | null): Said =>
  unit === 'people' || unit === 'residents'
    ? { words: [{ figure, unit: 'people' }, { unit: 'persons' }] }
    : { figure, unit, currency };
