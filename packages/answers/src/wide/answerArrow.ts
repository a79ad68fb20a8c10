import {
  Field,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { isObject, objectsIn } from '../parts.ts';
import { arrowField } from './arrow.ts';
import { figuresOfItem, wideFigures } from './figures.ts';
import { metadataOf } from './metadata.ts';
import { outlinesOf } from './outlines.ts';
import { columnsOf, fitted } from './plan.ts';

/**
 * Returns an answer as an Arrow IPC stream: one row, whose columns are its figures and polygons, or a row for each item of one of
 * its lists with its `id`. The metadata of the schema have what holds for the whole answer.
 */
export function answerArrow(result: unknown, list?: string): Uint8Array {
  const items = list === undefined ? [] : objectsIn(isObject(result) ? result[list] : undefined);
  const rows =
    list === undefined
      ? [{ figures: wideFigures(result), outlines: outlinesOf(result) }]
      : items.map((item) => ({ figures: wideFigures(figuresOfItem(item)), outlines: [] }));
  const columns = columnsOf(rows);
  const { values } = fitted(columns, rows);
  const named = list === undefined ? [] : [new Field('id', new Utf8(), false)];
  const fields = [...named, ...columns.map(arrowField)];
  const schema = new Schema(fields, new Map(metadataOf(result)));
  const ids = list === undefined ? [] : [items.map(({ id }) => String(id))];
  const children = [...ids, ...values].map((one, i) => vectorFromArray(one, fields[i]!.type).data[0]!);
  const writer = new RecordBatchStreamWriter();
  writer.write(
    new RecordBatch(schema, makeData({ type: new Struct(fields), length: rows.length, nullCount: 0, children })),
  );
  writer.finish();
  return writer.toUint8Array(true);
}
