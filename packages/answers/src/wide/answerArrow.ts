import { makeData, RecordBatch, RecordBatchStreamWriter, Schema, Struct, vectorFromArray } from 'apache-arrow';
import { arrowField } from './arrow.ts';
import { wideFigures } from './figures.ts';
import { metadataOf } from './metadata.ts';
import { outlinesOf } from './outlines.ts';
import { columnsOf, fitted } from './plan.ts';

/**
 * Returns an answer as an Arrow IPC stream: one row, whose columns are its figures and polygons. `more` joins the metadata of the
 * schema, which have what holds for the whole answer.
 */
export function answerArrow(result: unknown, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const row = { figures: wideFigures(result), outlines: outlinesOf(result) };
  const columns = columnsOf([row]);
  const { values } = fitted(columns, [row]);
  const fields = columns.map(arrowField);
  const schema = new Schema(fields, new Map([...metadataOf(result), ...Object.entries(more)]));
  const children = values.map((one, i) => vectorFromArray(one, fields[i]!.type).data[0]!);
  const writer = new RecordBatchStreamWriter();
  writer.write(new RecordBatch(schema, makeData({ type: new Struct(fields), length: 1, nullCount: 0, children })));
  writer.finish();
  return writer.toUint8Array(true);
}
