import { z } from 'zod';

/**
 * How a figure of a unit is made from the cells of its row. A name alone is a column of the topic's table. No code is
 * run: these forms are all there is. A missing part makes the whole missing ("not published"), never zero; only `first` goes
 * on to its next part.
 */
export type Expression =
  | string
  | number
  | { readonly column: string; readonly table?: string | undefined }
  | { readonly sum: readonly Expression[] }
  | { readonly difference: readonly [Expression, Expression] }
  | { readonly percent: Expression; readonly of: Expression }
  | { readonly product: readonly Expression[] }
  | { readonly first: readonly Expression[] }
  | { readonly byCode: Readonly<Record<string, number>> };

/** One form: how it is recognized, and its schema. */
const FORMS: Readonly<Record<string, z.ZodType>> = {
  column: z.strictObject({
    column: z.string().describe('Column of a table'),
    table: z.string().optional().describe("Name of the table, under census.tables; the topic's table where absent"),
  }),
  sum: z.strictObject({
    sum: z
      .array(z.lazy(() => expression))
      .min(1)
      .describe('Figures to add'),
  }),
  difference: z.strictObject({
    difference: z
      .tuple([z.lazy(() => expression), z.lazy(() => expression)])
      .describe('A figure and the one taken away from it'),
  }),
  percent: z.strictObject({
    percent: z.lazy(() => expression).describe('A share in percent, 0 to 100'),
    of: z.lazy(() => expression).describe('The count that the share is of'),
  }),
  product: z.strictObject({
    product: z
      .array(z.lazy(() => expression))
      .min(2)
      .describe('Figures to multiply, such as a mean and the number of people it is over'),
  }),
  first: z.strictObject({
    first: z
      .array(z.lazy(() => expression))
      .min(2)
      .describe('Figures of which the first one counts that is published'),
  }),
  byCode: z.strictObject({
    byCode: z.record(z.string(), z.number()).describe('Figures by the code of the unit, for a handful of units'),
  }),
};

/** Picks the form by its first key, so that an error speaks of that form and not of all. */
export const expression: z.ZodType<Expression> = z
  .unknown()
  .transform((value, context): Expression => {
    if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value;
    const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    const form = keys.map((key) => FORMS[key]).find((schema) => schema !== undefined);
    if (form === undefined) {
      context.addIssue({
        code: 'custom',
        message:
          value === undefined
            ? 'is missing'
            : `a figure is a column's name, a number, or one of { ${Object.keys(FORMS).join(' }, { ')} }`,
      });
      return z.NEVER;
    }
    const parsed = form.safeParse(value);
    if (parsed.success) return parsed.data as Expression;
    for (const issue of parsed.error.issues) context.addIssue({ ...issue } as never);
    return z.NEVER;
  })
  .describe('How the figure is made from the columns of a table');

/** Parts that an expression is made of. */
export function partsOf(figure: Expression): readonly Expression[] {
  if (typeof figure !== 'object') return [];
  if ('sum' in figure) return figure.sum;
  if ('difference' in figure) return figure.difference;
  if ('product' in figure) return figure.product;
  if ('first' in figure) return figure.first;
  return 'percent' in figure ? [figure.percent, figure.of] : [];
}

/** The tables whose columns an expression names; undefined stands for the topic's own. */
export function tablesOf(figure: Expression): (string | undefined)[] {
  if (typeof figure === 'string') return [undefined];
  if (typeof figure === 'object' && 'column' in figure) return [figure.table];
  return partsOf(figure).flatMap(tablesOf);
}
