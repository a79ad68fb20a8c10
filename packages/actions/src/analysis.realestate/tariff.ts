import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** Twenty credits per analysis, whatever the territory, the number of listings and the period. */
export const tariff: Tariff = { code: 'realestate.analysis', model: 'flat', unit: 'analysis', unitCredits: 20 };

/** One line; the catchment that the call computes for itself costs nothing. */
export const priceLine = (): QuoteLine => quoteLine(tariff, 1, 'Listings, prices and rents');
