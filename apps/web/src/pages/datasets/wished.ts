import type { RowWishes } from '@hinterland/catalogue/columns';
import { csvText } from '@hinterland/tables';
import { withWishes } from '../../fields/placeTable/listDesk.tsx';
import type { ReadRow } from '../../fields/placeTable/places.ts';
import type { Table } from '../../fields/placeTable/table.ts';
import type { ChosenFile } from './readFile.ts';

/** The rows of a file as they are wanted. */
export const wishedRows = ({ table }: Pick<ChosenFile, 'table'>, wishes: RowWishes): Table => ({
  columns: table.columns,
  rows: withWishes(table, table.columns, wishes).rows.map(({ no, cells }) => ({ line: no, cells })),
});

/** The file as it is sent: as it was given, or the rows that are wanted of it. Rows of another width go along, since the service names them. */
export function wishedFile(
  file: Pick<ChosenFile, 'table' | 'content' | 'sentAs' | 'uneven'>,
  wishes: RowWishes,
): { readonly content: Blob; readonly encoding: string } {
  if (Object.keys(wishes).length === 0) return { content: file.content, encoding: file.sentAs };
  const rows = [...wishedRows(file, wishes).rows, ...file.uneven].toSorted((a, b) => a.line - b.line);
  const text = csvText([file.table.columns, ...rows.map(({ cells }) => cells)]);
  return { content: new Blob([text]), encoding: 'utf-8' };
}

/** Leaves rows out. */
export const withoutRows = (wishes: RowWishes, rows: readonly Pick<ReadRow, 'line'>[]): RowWishes => ({
  ...wishes,
  leaveOut: [...(wishes.leaveOut ?? []), ...rows.map(({ line }) => line)],
});
