import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Five credits per point, own or planned, whatever else is asked about them. */
export const tariff: Tariff = { code: 'brand_coverage.point', model: 'per_unit', unit: 'point', unitCredits: 5 };

export function priceLine(own: number, planned: number): QuoteLine {
  const parts = [`${own} own`, `${planned} planned`].filter((text) => !text.startsWith('0 '));
  return quoteLine(tariff, own + planned, `${parts.join(' and ')} points`);
}
