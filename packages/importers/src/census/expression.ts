import { ImportError } from '../errors/importError.ts';
import type { KeyedTable } from '../tables/keyedTable.ts';
import { type Expression, partsOf } from './expressionSchema.ts';

/** The figure of a unit by its code; NaN where a part of it is not published. */
type Evaluate = (code: string) => number;

/**
 * Makes a function of an expression. `defaultTable` is what a name alone means a column of. Columns are looked up at
 * once, so a missing one is reported before any row is read.
 */
export function compile(
  expression: Expression,
  defaultTable: string | undefined,
  tables: ReadonlyMap<string, KeyedTable>,
  place: string,
): Evaluate {
  const inner = (part: Expression) => compile(part, defaultTable, tables, place);
  if (typeof expression === 'number') return () => expression;
  if (typeof expression === 'string') return column(expression, defaultTable, tables, place);
  if ('column' in expression) return column(expression.column, expression.table ?? defaultTable, tables, place);
  if ('sum' in expression) {
    const parts = expression.sum.map(inner);
    return (code) => parts.reduce((sum, part) => sum + part(code), 0);
  }
  if ('difference' in expression) {
    const [whole, part] = expression.difference.map(inner) as [Evaluate, Evaluate];
    return (code) => whole(code) - part(code);
  }
  if ('percent' in expression) {
    const [percent, of] = [inner(expression.percent), inner(expression.of)];
    return (code) => (percent(code) / 100) * of(code);
  }
  if ('product' in expression) {
    const parts = expression.product.map(inner);
    return (code) => parts.reduce((product, part) => product * part(code), 1);
  }
  if ('first' in expression) {
    const parts = expression.first.map(inner);
    return (code) => {
      for (const part of parts) {
        const figure = part(code);
        if (!Number.isNaN(figure)) return figure;
      }
      return Number.NaN;
    };
  }
  const values = new Map(Object.entries(expression.byCode));
  return (code) => values.get(code) ?? Number.NaN;
}

function column(
  name: string,
  tableName: string | undefined,
  tables: ReadonlyMap<string, KeyedTable>,
  place: string,
): Evaluate {
  const table = tableName === undefined ? undefined : tables.get(tableName);
  if (table === undefined) {
    throw new ImportError(
      tableName === undefined
        ? `${place}: "${name}" is a column without a table. Give the topic a table, or write { column: ${name}, table: … }.`
        : `${place}: there is no table "${tableName}". Tables are ${[...tables.keys()].join(', ')}.`,
    );
  }
  const index = table.column(name);
  return (code) => table.number(code, index);
}

/** Whether a figure may come out below zero although all its parts are counts. */
export function hasDifference(expression: Expression): boolean {
  return (typeof expression === 'object' && 'difference' in expression) || partsOf(expression).some(hasDifference);
}
