import { z } from 'zod';

const range = z.object({ low: z.number(), high: z.number() }).nullable();
const isWithin = z.boolean().nullable().describe('Null without sales or without a range');

/** Answer of GET and PUT /api/v1/analyses/{code}/versions/{no}/sales. */
export const salesThatCame = z
  .object({
    model: z
      .object({ id: z.string(), name: z.string(), currency: z.string().nullable() })
      .nullable()
      .describe(
        'The sales model of the version; null where it neither is nor forecasts with one, and for readers of another organization',
      ),
    places: z
      .array(
        z.object({
          id: z.string().describe('Id of the place in the results; "place" where they forecast one alone'),
          name: z.string().nullable(),
          forecast: z.number().describe('Yearly sales that were expected'),
          range80: range,
          range95: range,
          sold: z.number().nullable().describe('Yearly sales that came; null as long as nobody has said them'),
          isWithin80: isWithin,
          isWithin95: isWithin,
        }),
      )
      .describe('Places that the version forecasts, in the order of its results'),
    coverage: z
      .object({ of: z.int(), within80: z.int(), within95: z.int() })
      .nullable()
      .describe(
        'Over all analyses of the organization: forecasts of this model that were given their sales, and how many fell into each range; a place asked again in one analysis counts once',
      ),
  })
  .describe('What a version forecasts beside the sales that came')
  .meta({ id: 'SalesOfVersion' });
export type SalesThatCame = z.infer<typeof salesThatCame>;

/** Yearly sales of a place, as callers send them. */
const sold = z
  .number({ error: 'sold must be a number, or null.' })
  .min(0, { error: 'sold must not be negative.' })
  .max(1e15, { error: 'sold must be at most 1e15.' })
  .nullable()
  .describe('Sales of a whole year, in the currency of the forecast; null takes them back');

/** Body of PUT /api/v1/analyses/{code}/versions/{no}/sales. */
export const newSales = z
  .object({
    currency: z
      .string({ error: 'currency must be a text.' })
      .optional()
      .describe('ISO 4217 code of the sales, refused unless it is that of the forecasts. Default: theirs'),
    sales: z
      .array(
        z.object({
          id: z.union([z.string(), z.number()], { error: 'id must name a place of the version.' }).transform(String),
          sold,
        }),
        { error: 'sales must be a list.' },
      )
      .min(1, { error: 'sales is empty: name at least one place.' })
      .max(1000, { error: 'sales may hold 1000 entries.' }),
  })
  .describe('Sales that came at places of a version; places that it leaves out stay as they are')
  .meta({ id: 'NewSales' });
export type NewSales = z.output<typeof newSales>;
