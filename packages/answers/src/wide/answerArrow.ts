import {
  type Data,
  type DataType,
  Field,
  makeBuilder,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
} from 'apache-arrow';
import type { Origin } from '../origin.ts';
import type { Plan } from '../plan/index.ts';
import { arrowField } from './arrow.ts';
import { wideFigures } from './figures.ts';
import { itemPlanOf, itemsOf } from './items.ts';
import { metadataOf } from './metadata.ts';
import { outlinesOf } from './outlines.ts';
import { columnsOf, fitted } from './plan.ts';

/**
 * Returns an answer as an Arrow IPC stream: one row, whose columns are its figures and polygons, or a row for each item of one of
 * its lists with its `id`. The metadata of the schema have what holds for the whole answer, and where its data come from.
 */
export function answerArrow(
  result: unknown,
  plan: Plan,
  { list, origin }: { readonly list?: string | undefined; readonly origin?: Origin | undefined } = {},
): Uint8Array {
  const items = list === undefined ? [] : itemsOf(result, list);
  const rows =
    list === undefined
      ? [{ figures: wideFigures(result, plan), outlines: outlinesOf(result) }]
      : items.map((item) => ({ figures: wideFigures(item.figures, itemPlanOf(plan, list)), outlines: [] }));
  const columns = columnsOf(rows);
  const { values } = fitted(columns, rows);
  const named = list === undefined ? [] : [new Field('id', new Utf8(), false)];
  const fields = [...named, ...columns.map(arrowField)];
  const schema = new Schema(fields, new Map(metadataOf(result, plan, origin)));
  const ids = list === undefined ? [] : [items.map(({ id }) => String(id))];
  const children = [...ids, ...values].map((one, i) => dataOf(fields[i]!.type, one));
  const writer = new RecordBatchStreamWriter();
  writer.write(
    new RecordBatch(schema, makeData({ type: new Struct(fields), length: rows.length, nullCount: 0, children })),
  );
  writer.finish();
  return writer.toUint8Array(true);
}

/** Values as data of a column. The library compiles a function for values that are null, which pages may not do: so nulls are put by hand. */
function dataOf(type: DataType, values: readonly unknown[]): Data {
  const builder = makeBuilder({ type });
  for (const [row, value] of values.entries()) {
    if (value === null) builder.setValid(row, false);
    else builder.set(row, value as never);
  }
  return builder.finish().flush();
}
