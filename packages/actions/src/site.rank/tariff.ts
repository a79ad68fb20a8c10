import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Twenty credits per candidate; own stores cost nothing. */
export const tariff: Tariff = { code: 'site_rank.candidate', model: 'per_unit', unit: 'candidate', unitCredits: 20 };

export const priceLine = (candidates: number): QuoteLine => quoteLine(tariff, candidates, `${candidates} candidates`);
