import { z } from 'zod';
import { listingSource } from './listingSource.ts';
import { type ListingLayout, readListingTable } from './readListingTable.ts';

/**
 * Deeds without money change hands for 0 or a token; the gross floor
 * area of flats is not published. Flats of a block that were sold together have a row each, with the price of all. The class "07  RENTALS - WALKUP APARTMENTS" is a whole house that was sold.
 */
const LAYOUT: ListingLayout = {
  columns: {
    price: 'SALE PRICE',
    floorArea: 'GROSS SQUARE FEET',
    day: 'SALE DATE',
    address: 'ADDRESS',
    unit: 'APARTMENT NUMBER',
    postcode: 'ZIP CODE',
    deal: 'BLOCK',
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

export const nycRollingSales = listingSource({
  from: 'nyc-rolling-sales',
  says: 'Rolling sales of the City of New York as CSV',
  schema: { skipLines: z.int().nonnegative().default(0).describe('Lines of titles before the header') },
  read: ({ skipLines }, { file, numberStyle, counter }, push) =>
    readListingTable(file, { ...LAYOUT, skipLines, numberStyle }, counter, push),
});
