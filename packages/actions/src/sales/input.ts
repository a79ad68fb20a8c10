import { z } from 'zod';
import { orSales } from '../input/dataset.ts';
import { kindOf, listMessage, numberIn } from '../input/numbers.ts';
import { storeFields, storeWith } from '../input/stores.ts';
import { readPeriod } from './period.ts';

/** Stores of one call; all of them count, whatever is missing of some. */
const SALES_STORES_MAX = 500;
const PERIODS_MAX = 120;
const ATTRIBUTES_MAX = 8;

const period = z
  .string({
    error: ({ input }) => `period must be a text such as "2025", "2025-03" or "2025-Q1", not ${kindOf(input)}.`,
  })
  .refine(
    (text) => readPeriod(text) !== null,
    'period must be a year, a quarter or a month: "2025", "2025-Q1", "2025-03".',
  );

const salesOfPeriod = z
  .object({
    period: period.describe('A year, a quarter or a month: "2025", "2025-Q1", "2025-03"'),
    amount: z.number().nullable().describe('Sales of the period; null where they are not known'),
  })
  .describe('Sales of one period');

const store = storeWith(
  {
    ...storeFields,
    sales: z
      .union([z.number(), z.null(), z.array(salesOfPeriod).max(PERIODS_MAX)], {
        error: ({ input }) =>
          `sales must be a number, null, or a list of {"period": …, "amount": …}, not ${kindOf(input)}.`,
      })
      .describe(
        'Yearly sales, or the sales of periods: less than a year is scaled to one. A store without sales is named and left out',
      ),
    squareMeters: numberIn({ name: 'squareMeters', unit: 'square_meters', min: 1, max: 1_000_000 })
      .optional()
      .describe('Gross floor area. Default: that of the store in the data, else the median of the sector'),
    format: z.string().min(1).max(100).optional().describe('Kind of store, in your own words'),
    openedAt: z
      .string()
      .regex(/^\d{4}-\d{2}(-\d{2})?$/, 'openedAt must be a date such as "2025-08-01".')
      .optional()
      .describe('Opening date: of a year in which it was open for five months, five months count'),
    closedAt: z
      .string()
      .regex(/^\d{4}-\d{2}(-\d{2})?$/, 'closedAt must be a date such as "2025-08-01".')
      .optional()
      .describe('Closing date: a store that has closed is named and left out'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'currency must be an ISO 4217 code such as "EUR".')
      .optional()
      .describe("ISO 4217 code of its sales. Default: the territory's"),
    attributes: z
      .record(z.string().min(1).max(100), z.number())
      .refine((given) => Object.keys(given).length <= ATTRIBUTES_MAX, `attributes may have ${ATTRIBUTES_MAX} members.`)
      .optional()
      .describe(`Up to ${ATTRIBUTES_MAX} figures of your own that may attract customers, such as parking spaces`),
  } as const,
  'SalesStore',
);
export type SalesStoreInput = z.output<typeof store>;

export const salesStores = orSales(
  z
    .array(store, { error: listMessage('stores', 'stores', 1, SALES_STORES_MAX) })
    .min(1)
    .max(SALES_STORES_MAX)
    .superRefine((stores, context) => {
      const seen = new Set<string | number>();
      stores.forEach(({ id }, i) => {
        if (seen.has(id)) {
          const message = `Another store has the id ${JSON.stringify(id)} already: give each store once, with its periods in \`sales\`.`;
          context.addIssue({ code: 'custom', path: [i, 'id'], message });
        }
        seen.add(id);
      });
    }),
);
