import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Five credits per brand, whatever the territory and its number of bands or areas. */
export const tariff: Tariff = { code: 'markets_brands.brand', model: 'per_item', unit: 'brand', unitCredits: 5 };

/** One line for the brands, each counted once. */
export const priceLine = (brands: readonly string[]): QuoteLine => quoteLine(tariff, brands.length, brands.join(', '));
