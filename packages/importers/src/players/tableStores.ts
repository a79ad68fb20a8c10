import { type FileSource, labelOf } from '../files/source.ts';
import { toDegrees } from '../shapes/projections.ts';
import { MappedRow, type RowCondition } from '../tables/mappedRow.ts';
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
      await readTable(file, options, (header) => {
        const row = new MappedRow<keyof TableStoreOptions['columns']>(label, header, options);
        return (record) => {
          if (!row.goTo(record)) return;
          const ref = `row ${row.number}`;
          const [x, y] = [row.text('lng'), row.text('lat')];
          if (x === '' || y === '') return drop('no coordinates', ref);
          const [lng, lat] = convert === null ? [Number(x), Number(y)] : convert(Number(x), Number(y));
          if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) {
            return drop('coordinates are no degrees; give the projection as crs', ref);
          }
          const store = storeOf((part) => row.text(part), options, name, [lng, lat], ref);
          if (typeof store === 'string') drop(store, ref);
          else push(store);
        };
      });
    },
  };
}
