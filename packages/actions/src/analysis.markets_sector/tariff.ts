import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Forty credits per sector, whatever the territory and its number of bands or areas. */
export const tariff: Tariff = { code: 'markets_sector.sector', model: 'per_item', unit: 'sector', unitCredits: 40 };

/** One line for the sectors, each counted once; the catchment that the call computes for itself costs nothing. */
export const priceLine = (sectors: readonly string[]): QuoteLine =>
  quoteLine(tariff, sectors.length, sectors.join(', '));
