import type { SumTariff } from '../action.ts';

/** What enrich.point costs, for each point. */
export const tariff: SumTariff = { code: 'enrich.points', model: 'per_item', unit: 'point', unitCredits: null };
