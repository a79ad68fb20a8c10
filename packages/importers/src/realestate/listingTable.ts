import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';
import { crs, numberFields, tableFields, where } from '../source/fields.ts';
import { DATE_ORDERS } from './dates.ts';
import { listingColumns } from './listingColumns.ts';
import { listingSource } from './listingSource.ts';
import { readListingTable } from './readListingTable.ts';

/** A word for all rows, or what the texts of a column mean. */
const words = <T extends string>(known: readonly T[], what: string) => {
  const word = z.enum(known as [T, ...T[]]);
  return z
    .union([
      word,
      z.strictObject({
        column: z.string().describe('Column with the text'),
        values: z.record(z.string(), word).describe('Meaning of a text; the longest match of its beginning counts'),
        other: word.optional().describe('Meaning of other texts. Default: their rows are dropped'),
      }),
    ])
    .describe(what);
};

export const listingTable = listingSource({
  from: 'table',
  says: 'Any table of offers or deals, CSV or workbook',
  schema: {
    ...tableFields,
    crs,
    columns: listingColumns.describe('Which column holds what'),
    kind: words(LISTING_KINDS, 'sale or rent'),
    state: words(LISTING_STATES, 'listing (what is asked) or transaction (what was paid)'),
    type: words(PROPERTY_TYPES, 'Type of property'),
    open: z
      .strictObject({ column: z.string(), equals: z.array(z.string()).min(1) })
      .optional()
      .describe('Which texts of a column say that an offer is still open'),
    dates: z.enum(DATE_ORDERS).default('year_first').describe('How dates are written'),
    areaUnit: z.enum(['square_meters', 'square_feet']).default('square_meters'),
    rentPer: z.enum(['month', 'week', 'year']).default('month').describe('Period of a rent'),
    leastPrice: z
      .number()
      .positive()
      .optional()
      .describe('Lower prices are no market prices; the row is kept without a price'),
    missing: z.array(z.string()).default([]).describe('Cells that mean "not known", besides empty ones'),
    ...numberFields,
    where,
  },
  read: (entry, { file, numberStyle, counter }, push) =>
    readListingTable(file, { ...entry, numberStyle }, counter, push),
});
