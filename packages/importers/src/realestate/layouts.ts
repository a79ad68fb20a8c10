import type { ListingTableOptions } from './listingTable.ts';

/** What the files of a publisher have in common; where they differ, the recipe says so. */
export type Layout = Pick<
  ListingTableOptions,
  'columns' | 'kind' | 'state' | 'type' | 'dates' | 'areaUnit' | 'rentPer'
> &
  Partial<Omit<ListingTableOptions, 'unitFirst'>>;

/**
 * New York City, Department of Finance, rolling sales. Deeds without money change hands for 0 or a token; the gross floor
 * area of flats is not published. The class "07  RENTALS - WALKUP APARTMENTS" is a whole house that was sold.
 */
export const NYC_ROLLING_SALES: Layout = {
  columns: {
    price: 'SALE PRICE',
    floorArea: 'GROSS SQUARE FEET',
    day: 'SALE DATE',
    address: 'ADDRESS',
    unit: 'APARTMENT NUMBER',
    postcode: 'ZIP CODE',
  },
  kind: 'sale',
  state: 'transaction',
  type: {
    column: 'BUILDING CLASS CATEGORY',
    values: {
      '01': 'house',
      '02': 'building',
      '03': 'building',
      '04': 'apartment',
      '05': 'land',
      '06': 'other',
      '07': 'building',
      '08': 'building',
      '09': 'apartment',
      '10': 'apartment',
      '11': 'other',
      '12': 'apartment',
      '13': 'apartment',
      '14': 'building',
      '15': 'apartment',
      '16': 'apartment',
      '17': 'apartment',
      '21': 'commercial',
      '22': 'commercial',
      '23': 'commercial',
      '25': 'commercial',
      '26': 'commercial',
      '27': 'commercial',
      '29': 'commercial',
      '30': 'commercial',
      '31': 'land',
      '32': 'commercial',
      '33': 'commercial',
      '34': 'commercial',
      '35': 'commercial',
      '41': 'commercial',
      '42': 'commercial',
      '43': 'commercial',
      '44': 'parking',
      '45': 'commercial',
      '46': 'commercial',
      '47': 'parking',
      '48': 'apartment',
    },
    other: 'other',
  },
  dates: 'month_first',
  areaUnit: 'square_feet',
  rentPer: 'month',
  leastPrice: 10_000,
  thousands: ',',
  missing: ['-', '- 0'],
};

/**
 * HM Land Registry, Price Paid Data: no header, no floor area. Letters: D detached, S semi-detached, T terraced, F flat,
 * O other. Rows of monthly updates that take an earlier row back (D) are not read.
 */
export const UK_PRICE_PAID: Layout = {
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
