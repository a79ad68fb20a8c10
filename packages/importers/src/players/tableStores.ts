import { type FileSource, labelOf } from '../files/source.ts';
import { toDegrees } from '../shapes/projections.ts';
import type { RowReader } from '../tables/csv.ts';
import { columnIndex, type RowCondition } from '../tables/keyedTable.ts';
import { readTable, type TableOptions } from '../tables/readTable.ts';
import { type StoreColumns, type StoreFileOptions, storeOf } from './placeFiles.ts';
import type { StoreSource } from './store.ts';

export interface TableStoreOptions extends StoreFileOptions, TableOptions {
  readonly columns: StoreColumns & { readonly lng: string; readonly lat: string };
  readonly crs?: string | undefined;
  readonly where?: readonly RowCondition[] | undefined;
}

/** A customer's own table of stores, CSV or workbook. */
export function tableStores(name: string, file: FileSource, options: TableStoreOptions): StoreSource {
  return {
    name,
    kind: 'file',
    async each(push, drop) {
      const label = labelOf(file);
      const convert = toDegrees(options.crs, label);
      const column = new Map<string, number>();
      const conditions: { column: number; equals: ReadonlySet<string>; not: boolean }[] = [];
      const reader: RowReader = {
        header(header) {
          for (const [part, own] of Object.entries(options.columns)) {
            if (own !== undefined) column.set(part, columnIndex(label, header, own));
          }
          for (const { column: own, equals, not } of options.where ?? []) {
            conditions.push({ column: columnIndex(label, header, own), equals: new Set(equals), not: not ?? false });
          }
        },
        row(cells, row) {
          if (conditions.some(({ column: own, equals, not }) => equals.has(cells[own]!.trim()) === not)) return;
          const value = (part: string) => cells[column.get(part) ?? -1]?.trim() ?? '';
          const ref = `row ${row}`;
          if (value('lng') === '' || value('lat') === '') return drop('no coordinates', ref);
          const [x, y] = [Number(value('lng')), Number(value('lat'))];
          const [lng, lat] = convert === null ? [x, y] : convert(x, y);
          if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) {
            return drop('coordinates are no degrees; give the projection as crs', ref);
          }
          const store = storeOf(value, options, name, [lng, lat], ref);
          if (typeof store === 'string') drop(store, ref);
          else push(store);
        },
      };
      await readTable(file, options, reader);
    },
  };
}
