import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALIGNMENT_BYTES } from '../format/arrow.ts';
import type { ColumnType, TableSpec } from '../format/tables.ts';
import { NUMBER_ARRAYS, type TableInput, tableOf } from '../memory/columns.ts';
import { viewTable } from '../memory/layout.ts';
import type { Table, TextColumn } from '../memory/territory.ts';
import { readArrowLayout } from '../read/arrowRead.ts';
import { arrowFile } from './arrowWrite.ts';

function shared(chunks: Iterable<Uint8Array>): SharedArrayBuffer {
  const bytes = Buffer.concat([...chunks]);
  const buffer = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

/** A table as plain values, to compare with any other reading of it. */
function plain(spec: TableSpec, table: Table<TableSpec>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(spec).map(([name, type]) => {
      const column = (table as Record<string, unknown>)[name];
      const texts = column as TextColumn;
      const values =
        type === 'text'
          ? Array.from({ length: texts.length }, (_, row) => texts.at(row))
          : Array.from(column as Float64Array);
      return [name, values];
    }),
  );
}

const TYPES: ColumnType[] = [...(Object.keys(NUMBER_ARRAYS) as ColumnType[]), 'text'];

/** Random tables of 1..8 columns of any type and 0..50 rows. */
const anyTable = fc
  .tuple(fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 8 }), fc.nat(50))
  .chain(([types, rows]) => {
    const spec: TableSpec = Object.fromEntries(types.map((type, i) => [`column_${i}_${type}`, type]));
    const columns = types.map((type) => {
      if (type === 'text') {
        return fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: rows, maxLength: rows });
      }
      const bytesPerElement = NUMBER_ARRAYS[type].BYTES_PER_ELEMENT;
      return fc
        .uint8Array({ minLength: rows * bytesPerElement, maxLength: rows * bytesPerElement })
        .map((bytes) => new NUMBER_ARRAYS[type](bytes.buffer, 0, rows));
    });
    return fc.tuple(fc.constant(spec), fc.tuple(...columns));
  })
  .map(([spec, columns]) => {
    const named = Object.fromEntries(Object.keys(spec).map((name, i) => [name, columns[i]]));
    return { spec, table: tableOf(spec, named as unknown as TableInput<TableSpec>) };
  });

describe('Arrow files', () => {
  it('come back as they were written, for any table', () => {
    fc.assert(
      fc.property(anyTable, ({ spec, table }) => {
        const layout = readArrowLayout(shared(arrowFile(spec, table)), 'random.arrow');
        expect(layout.columns.map(({ name, type }) => [name, type])).toEqual(Object.entries(spec));
        expect(layout.rows).toBe(table.rows);
        expect(plain(spec, viewTable(layout))).toEqual(plain(spec, table));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('are read alike by the Apache Arrow library', () => {
    fc.assert(
      fc.property(anyTable, ({ spec, table }) => {
        const theirs = tableFromIPC(Buffer.concat([...arrowFile(spec, table)]));
        expect(theirs.numRows).toBe(table.rows);
        expect(theirs.batches).toHaveLength(1);
        expect(theirs.schema.fields.map(({ name, nullable }) => [name, nullable])).toEqual(
          Object.keys(spec).map((name) => [name, false]),
        );
        const values = Object.fromEntries(
          Object.keys(spec).map((name) => [name, Array.from(theirs.getChild(name)!, (value) => value)]),
        );
        expect(values).toEqual(plain(spec, table));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it('are the same bytes for the same table', () => {
    fc.assert(
      fc.property(anyTable, ({ spec, table }) => {
        expect(Buffer.concat([...arrowFile(spec, table)])).toEqual(Buffer.concat([...arrowFile(spec, table)]));
      }),
      { seed: 3, numRuns: 30 },
    );
  });

  it('start every buffer at a multiple of 64 bytes', () => {
    const spec = { a: 'uint8', b: 'float64', c: 'text', d: 'int32' } as const;
    const table = tableOf(spec, { a: [1, 2, 3], b: [1, 2, 3], c: ['x', 'yy', ''], d: [4, 5, 6] });
    const layout = readArrowLayout(shared(arrowFile(spec, table)), 'aligned.arrow');
    for (const { startByte, textStartByte } of layout.columns) {
      expect(startByte % ALIGNMENT_BYTES).toBe(0);
      expect(textStartByte % ALIGNMENT_BYTES).toBe(0);
    }
  });

  it('are views on the file, not copies', () => {
    const spec = { a: 'uint32' } as const;
    const buffer = shared(arrowFile(spec, tableOf(spec, { a: [7, 8] })));
    const layout = readArrowLayout(buffer, 'view.arrow');
    new Uint8Array(buffer)[layout.columns[0]!.startByte] = 9;
    expect([...viewTable<typeof spec>(layout).a]).toEqual([9, 8]);
  });
});
