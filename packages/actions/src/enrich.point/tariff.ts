import type { SumTariff } from '../action.ts';

/** The sum of the sections, each at the tariff of its analysis. */
export const tariff: SumTariff = { code: 'enrich.point', model: 'per_item', unit: 'section', unitCredits: null };
