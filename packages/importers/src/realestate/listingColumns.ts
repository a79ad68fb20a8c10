import { z } from 'zod';
import { placeColumns } from '../source/fields.ts';

/** Which column holds what of a listing. */
export const listingColumns = z.strictObject({
  price: z.string().describe('Column with the price, or the rent'),
  floorArea: z.string().optional().describe('Column with the floor area'),
  rooms: z.string().optional().describe('Column with the number of rooms'),
  day: z.string().optional().describe('Column with the first day on the market, or the day of the deal'),
  endDay: z
    .string()
    .optional()
    .describe('Column with the last day on the market; with day it gives the days on the market'),
  daysOnMarket: z.string().optional().describe('Column with the days on the market'),
  lng: placeColumns.lng.optional(),
  lat: placeColumns.lat.optional(),
  address: z.string().optional().describe('Column with number, street and flat in one'),
  number: z.string().optional().describe('Column with the house number'),
  street: z.string().optional().describe('Column with the name of the street'),
  unit: z.string().optional().describe('Column with the flat'),
  locality: z.string().optional().describe('Column with the town or suburb'),
  postcode: z.string().optional().describe('Column with the postcode'),
  deal: z
    .string()
    .optional()
    .describe(
      'Column that is alike in all rows of one deal, such as the block: with the same day and price they are one deal',
    ),
  id: z.string().optional().describe("Column with the source's own id; the row's number where absent"),
});

export type ListingColumns = z.output<typeof listingColumns>;
