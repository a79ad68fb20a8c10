import { z } from 'zod';
import { labelOf } from '../files/source.ts';
import type { StoreSource } from '../inputs/stores.ts';
import { placeOfCells } from '../shapes/cellPlace.ts';
import { toDegrees } from '../shapes/projections.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { crs, placeColumns, tableFields, where } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { MappedRow } from '../tables/mappedRow.ts';
import { readTable } from '../tables/readTable.ts';
import { storeColumns, storeOf, storeWords } from './ownStores.ts';
import { dateField } from './pointFile.ts';

/** A customer's own table of stores. */
export const tableStores = sourceKind({
  from: 'table',
  says: 'A table of stores with coordinates, CSV or workbook',
  schema: {
    ...tableFields,
    ...dateField,
    crs,
    columns: z.strictObject({ ...placeColumns, ...storeColumns }).describe('Which column holds what'),
    where,
    ...storeWords,
  },
  open(entry, context: SourceContext): StoreSource {
    const name = `stores of ${baseName(entry.file)}`;
    const file = fileOf(entry, context);
    return {
      name,
      kind: 'file',
      date: entry.date,
      async each(push, drop) {
        const label = labelOf(file);
        const convert = toDegrees(entry.crs, label);
        await readTable(file, entry, (header) => {
          const row = new MappedRow<keyof typeof entry.columns>(label, header, entry);
          return (record) => {
            if (!row.goTo(record)) return;
            const ref = `row ${row.number}`;
            const place = placeOfCells(row.text('lng'), row.text('lat'), convert);
            if (typeof place === 'string') return drop(place, ref);
            const store = storeOf((part) => row.text(part), entry, name, place, ref);
            if (typeof store === 'string') drop(store, ref);
            else push(store);
          };
        });
      },
    };
  },
});
