import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES } from '@hinterland/territory';
import { z } from 'zod';
import { DATE_ORDERS } from '../realestate/dates.ts';

/** A word for all rows, or what the texts of a column mean. */
const words = <T extends string>(known: readonly T[], what: string) => {
  const word = z.enum(known as [T, ...T[]]);
  return z
    .union([
      word,
      z.strictObject({
        column: z.string().describe('Column with the text'),
        values: z.record(z.string(), word).describe('What a text means; the longest beginning of it counts'),
        other: word.optional().describe('What other texts mean; rows with them are dropped where absent'),
      }),
    ])
    .describe(what);
};

const columns = z.strictObject({
  price: z.string().describe('Column with the price, or the rent'),
  floorArea: z.string().optional().describe('Column with the floor area'),
  rooms: z.string().optional().describe('Column with the number of rooms'),
  day: z.string().optional().describe('Column with the first day on the market, or the day of the deal'),
  endDay: z.string().optional().describe('Column with the last day on the market'),
  daysOnMarket: z.string().optional().describe('Column with the days on the market'),
  lng: z.string().optional().describe('Column with the longitude, or the easting in crs'),
  lat: z.string().optional().describe('Column with the latitude, or the northing in crs'),
  address: z.string().optional().describe('Column with number, street and flat in one'),
  number: z.string().optional().describe('Column with the house number'),
  street: z.string().optional().describe('Column with the name of the street'),
  unit: z.string().optional().describe('Column with the flat'),
  locality: z.string().optional().describe('Column with the town or suburb'),
  postcode: z.string().optional().describe('Column with the postcode'),
  id: z.string().optional().describe("Column with the source's own id; the row's number where absent"),
});

/** The part "realestate" of a recipe. */
export function realestateSchema<C extends z.ZodRawShape, W extends z.ZodType>({
  file,
  entry,
  common,
  where,
}: {
  readonly file: z.ZodString;
  readonly entry: z.ZodOptional<z.ZodString>;
  readonly common: C;
  readonly where: W;
}) {
  const named = {
    name: z.string().min(1).describe('Name of its entry under sources'),
    file,
    entry,
    showsRows: z
      .boolean()
      .describe('true: single rows may be shown to callers; false: figures only, as some licences ask'),
  };
  return z.strictObject({
    currency: z.string().length(3).describe('ISO 4217; all prices are in it'),
    listings: z
      .array(
        z.discriminatedUnion('from', [
          z.strictObject({
            from: z.literal('table').describe('Any table of offers or deals, CSV or workbook'),
            ...named,
            ...common,
            columns: columns.describe('Which column holds what'),
            kind: words(LISTING_KINDS, 'sale or rent'),
            state: words(LISTING_STATES, 'listing (what is asked) or transaction (what was paid)'),
            type: words(PROPERTY_TYPES, 'Type of property'),
            open: z
              .strictObject({ column: z.string(), equals: z.array(z.string()).min(1) })
              .optional()
              .describe('Which texts of a column say that an offer is still open'),
            dates: z.enum(DATE_ORDERS).default('year_first').describe('How dates are written'),
            areaUnit: z.enum(['square_meters', 'square_feet']).default('square_meters'),
            rentPer: z.enum(['month', 'week', 'year']).default('month').describe('What a rent is paid for'),
            leastPrice: z
              .number()
              .positive()
              .optional()
              .describe('Lower prices are no market prices; the row is kept without a price'),
            missing: z.array(z.string()).default([]).describe('Cells that mean "not known", beside empty ones'),
            decimal: z.enum(['.', ',']).default('.').describe('Decimal sign'),
            thousands: z.string().length(1).optional().describe('Sign between thousands'),
            where,
          }),
          z.strictObject({
            from: z.literal('nyc-rolling-sales').describe('Rolling sales of the City of New York as CSV'),
            ...named,
            skipLines: z.int().nonnegative().default(0).describe('Lines of titles before the header'),
          }),
          z.strictObject({
            from: z.literal('dvf').describe('Demandes de valeurs foncières géolocalisées (France)'),
            ...named,
          }),
          z.strictObject({
            from: z.literal('uk-price-paid').describe('Price Paid Data of HM Land Registry, without header'),
            ...named,
          }),
        ]),
      )
      .min(1)
      .describe('Listings and sales'),
  });
}
