import { everyRow, sortRows } from '@hinterland/geo';

/** Numbers from 0 on, one per row, equal for rows that have the same number in every column. */
export function sameTuples(columns: readonly Uint32Array[]): Uint32Array {
  const count = columns[0]?.length ?? 0;
  const order = columns.reduceRight((rows, column) => sortRows(rows, column), everyRow(count));
  const numbers = new Uint32Array(count);
  for (let i = 1; i < count; i++) {
    const [before, row] = [order[i - 1]!, order[i]!];
    let isSame = true;
    for (const column of columns) if (column[row] !== column[before]) isSame = false;
    numbers[row] = numbers[before]! + (isSame ? 0 : 1);
  }
  return numbers;
}
