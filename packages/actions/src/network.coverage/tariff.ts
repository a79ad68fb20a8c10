import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Five credits for every store and every candidate, whatever else is asked about them. */
export const tariff: Tariff = { code: 'network_coverage.place', model: 'per_unit', unit: 'place', unitCredits: 5 };

export function priceLine(stores: number, candidates: number): QuoteLine {
  const label = candidates === 0 ? `${stores} stores` : `${stores} stores and ${candidates} candidates`;
  return quoteLine(tariff, stores + candidates, label);
}
