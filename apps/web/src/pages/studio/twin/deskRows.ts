import type { FeatureRow } from '../../../map/data/rows.ts';

/** A row with its number in the table as it was given, from 0. */
export interface NumberedRow extends FeatureRow {
  readonly no: number;
}

/** The column that rows are ordered by, and which way. */
export interface Order {
  readonly column: string;
  readonly isDown: boolean;
}

type ShownOf = (value: unknown, column: string) => string;

/** Rows in which a cell has every word of a text as it is shown, in an order. Cells without a value come last, whichever the way. */
export function deskRows(
  rows: readonly FeatureRow[],
  columns: readonly string[],
  wanted: string,
  order: Order | null,
  shownOf: ShownOf,
): NumberedRow[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const numbered = rows.map((row, no) => ({ ...row, no }));
  const found =
    words.length === 0
      ? numbered
      : numbered.filter(({ cells }) => {
          const text = columns
            .map((column) => (cells[column] === undefined ? '' : shownOf(cells[column], column)))
            .join('\n')
            .toLocaleLowerCase();
          return words.every((word) => text.includes(word));
        });
  if (order === null) return found;
  const { column, isDown } = order;
  const collator = new Intl.Collator(undefined, { numeric: true });
  return found.toSorted((a, b) => {
    const [one, other] = [a.cells[column], b.cells[column]];
    if (isNothing(one) || isNothing(other)) return Number(isNothing(one)) - Number(isNothing(other));
    const by =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : collator.compare(shownOf(one, column), shownOf(other, column));
    return isDown ? -by : by;
  });
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The next order when a column is pressed: figures begin with the largest, and the third press takes the order away. */
export function nextOrder(order: Order | null, column: string, isNumber: boolean): Order | null {
  if (order?.column !== column) return { column, isDown: isNumber };
  return order.isDown === isNumber ? { column, isDown: !isNumber } : null;
}

/** Rows as a spreadsheet takes them: tabs between cells, no tabs or lines within. */
export function tsvOf(
  titles: readonly string[],
  rows: readonly FeatureRow[],
  columns: readonly string[],
  textOf: ShownOf,
): string {
  const cell = (text: string) => text.replace(/[\t\r\n]+/g, ' ');
  const lines = rows.map(({ cells }) =>
    columns.map((column) => (isNothing(cells[column]) ? '' : cell(textOf(cells[column], column)))),
  );
  return [titles.map(cell), ...lines].map((line) => line.join('\t')).join('\n');
}
