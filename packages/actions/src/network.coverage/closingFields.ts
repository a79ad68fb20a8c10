import { z } from 'zod';
import { numberIn } from '../input/numbers.ts';
import { storeFields, storeHeading } from '../input/stores.ts';
import { sectorCode } from '../markets/sectors.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';

const MOST_SALES = 1e12;

/** What a call says of own sales, so that closing is weighed by them. */
export const closingInput = own(
  z
    .object({
      sectorCode,
      sales: z
        .array(
          z.object({
            id: storeFields.id,
            sales: numberIn({ name: 'sales', unit: 'a_year', min: 1, max: MOST_SALES }).describe(
              'Sales of a year, in any one currency',
            ),
            squareMeters: numberIn({ name: 'squareMeters', unit: 'square_meters', min: 1, max: 1_000_000 })
              .optional()
              .describe('Floor area. Default: what the data know, else the median of the sector'),
          }),
        )
        .describe('One entry per store of `stores`, by its id'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'currency must be an ISO 4217 code such as "EUR".')
        .optional()
        .describe("ISO 4217 code of the sales. Default: the territory's"),
    })
    .describe('Adds closingBySales: which store closes at the least loss of own sales, and what moves to whom'),
);
export type ClosingInput = z.output<typeof closingInput>;

const money = (what: string) =>
  figure.money({ unit: 'currency', modelled: true }).describe(`${what}, in the money of the call`);

const parts = {
  ...storeHeading,
  sales: money('Sales of the store, with what it has taken over from stores that closed before'),
  toOwn: money('What moves to own stores that stay open'),
  toRivals: money('What moves to stores of others'),
  toNobody: money('What is bought nowhere of it, or beyond reach'),
  lost: money('Loss of own sales: sales − toOwn'),
} as const;

/** Closing by sales, as results have it. */
export const closingBySales = own(
  z
    .object({
      sector: z
        .object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()).describe('In English') })
        .describe('The sector asked for'),
      salesInAll: money('Sales of all stores together'),
      steps: z
        .array(
          z.object({
            ...parts,
            moved: z
              .array(z.object({ ...storeHeading, sales: money('What it takes over') }))
              .describe('Own stores that take over most, the most first, at most 20'),
            lostInAll: money('Lost in this step and those before it'),
            keptShare: figure.share({ base: 'salesInAll' }).describe('Own sales that are left ÷ salesInAll, 0..1'),
            ties: z
              .array(storeHeading.id)
              .describe(
                'Stores that could close in its place at a loss at most 5% larger: shares are not known better',
              ),
          }),
        )
        .describe('Stores in the order in which they close at the least loss of own sales; one without closeCount'),
      stores: z.array(z.object(parts)).describe('Per store, what its closing alone would do, the least loss first'),
    })
    .describe('Closing weighed by own sales, by the shares of the market model of the sector'),
);
export type ClosingBySales = z.output<typeof closingBySales>;
