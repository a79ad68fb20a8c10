import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Twenty credits per candidate site, whatever is compared. */
export const tariff: Tariff = {
  code: 'site_comparison.candidate',
  model: 'per_unit',
  unit: 'candidate site',
  unitCredits: 20,
};

export const priceLine = (candidates: number): QuoteLine =>
  quoteLine(tariff, candidates, `${candidates} candidate sites`);
