import { dvf } from './dvf.ts';
import { listingTable } from './listingTable.ts';
import { nycRollingSales } from './nycRollingSales.ts';
import { ukPricePaid } from './ukPricePaid.ts';

/** Everything that a recipe may take listings and sales from. */
export const LISTING_SOURCES = [listingTable, nycRollingSales, dvf, ukPricePaid] as const;
