import { listingSource } from './listingSource.ts';
import { type ListingLayout, readListingTable } from './readListingTable.ts';

/**
 * No header, no floor area. Letters: D detached, S semi-detached, T terraced, F flat,
 * O other. Rows of monthly updates that take an earlier row back (D) are not read.
 */
const LAYOUT: ListingLayout = {
  header: [
    'transaction_unique_identifier',
    'price',
    'date_of_transfer',
    'postcode',
    'property_type',
    'old_new',
    'duration',
    'paon',
    'saon',
    'street',
    'locality',
    'town_city',
    'district',
    'county',
    'ppd_category_type',
    'record_status',
  ],
  columns: {
    price: 'price',
    day: 'date_of_transfer',
    number: 'paon',
    street: 'street',
    unit: 'saon',
    locality: 'town_city',
    postcode: 'postcode',
    id: 'transaction_unique_identifier',
  },
  kind: 'sale',
  state: 'transaction',
  type: {
    column: 'property_type',
    values: { D: 'house', S: 'house', T: 'house', F: 'apartment', O: 'other' },
  },
  where: [{ column: 'record_status', equals: ['D'], not: true }],
  dates: 'year_first',
  areaUnit: 'square_meters',
  rentPer: 'month',
};

export const ukPricePaid = listingSource({
  from: 'uk-price-paid',
  says: 'Price Paid Data of HM Land Registry, without header',
  schema: {},
  read: (_, { file, numberStyle, counter }, push) => readListingTable(file, { ...LAYOUT, numberStyle }, counter, push),
});
