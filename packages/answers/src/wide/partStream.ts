import {
  Field,
  Float64,
  makeData,
  RecordBatch,
  RecordBatchReader,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { arrowField } from './arrow.ts';
import { type ColumnValues, emptyColumn, setValue } from './columnValues.ts';
import type { Values, WideColumn } from './plan.ts';

// A part of a dataset on its way to a process that works it off, and back, as Arrow streams. Columns of figures have a prefix, since
// Arrow gives two columns of one name the same type.

/** The setting `action` of the stream. */
export const PART_ACTION = 'enrich.dataset';

type Place = { readonly lat: number; readonly lng: number };

/** What became of a row: `done` with its charge, or `failed` with a reason for programs and a sentence for people. */
export type PartRow =
  | { readonly status: 'done'; readonly creditsDue: number }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string };

export interface PartRows<V = Values> {
  readonly rows: readonly PartRow[];
  readonly values: readonly V[];
  /** JSON of the figures of a row that have no column. */
  readonly more: readonly (string | null)[];
}

/** What holds for all rows of an answer. */
export interface PartHead {
  readonly columns: readonly WideColumn[];
  readonly metadata: readonly (readonly [string, string])[];
  /** Id and versions of the territory that the rows were answered from. */
  readonly territory: string;
  readonly dataVersion: unknown;
}

/** Returns the places of a part with what is asked of each, as the input of `hinterland work`. */
export function partQuestion(options: object, points: readonly Place[]): Uint8Array {
  const fields = ['lat', 'lng'].map((name) => new Field(name, new Float64(), false));
  const schema = new Schema(fields, new Map([['hinterland', JSON.stringify({ action: PART_ACTION, input: options })]]));
  const children = [points.map(({ lat }) => lat), points.map(({ lng }) => lng)];
  const writer = new RecordBatchStreamWriter();
  writer.write(
    batchOf(
      schema,
      children.map((degrees) => vectorFromArray(degrees, new Float64())),
      points.length,
    ),
  );
  writer.finish();
  return writer.toUint8Array(true);
}

const OUTCOME = [
  new Field('status', new Utf8(), false),
  new Field('reason', new Utf8(), true),
  new Field('detail', new Utf8(), true),
  new Field('credits_due', new Float64(), true),
];
const MORE = new Field('more', new Utf8(), true);

/** The schema of the answers to a part. */
export function partSchema(head: PartHead): Schema {
  return new Schema(
    [...OUTCOME, ...head.columns.map((column) => arrowField({ ...column, name: `figure_${column.name}` })), MORE],
    new Map([['hinterland', JSON.stringify(head)]]),
  );
}

/** Answers of some rows as a batch of that schema. */
export function partBatch(schema: Schema, { rows, values, more }: PartRows): RecordBatch {
  const failed = rows.map((row) => (row.status === 'failed' ? row : null));
  const all: readonly (readonly unknown[])[] = [
    rows.map(({ status }) => status),
    failed.map((row) => row?.reason ?? null),
    failed.map((row) => row?.detail ?? null),
    rows.map((row) => (row.status === 'done' ? row.creditsDue : null)),
    ...values,
    more,
  ];
  const vectors = schema.fields.map(({ type }, i) => vectorFromArray(all[i] as unknown[], type));
  return batchOf(schema, vectors, rows.length);
}

const batchOf = (schema: Schema, vectors: readonly Vector[], length: number): RecordBatch =>
  new RecordBatch(
    schema,
    makeData({
      type: new Struct(schema.fields),
      length,
      nullCount: 0,
      children: vectors.map((vector) => vector.data[0]!),
    }),
  );

/** What ends a whole stream: the mark of a message, and no length. */
const END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/**
 * Reads the answers to a part of `count` rows, with a rest of the thread after each batch. Throws Error with the fault, as the end of
 * a sentence, where they are no stream of this kind, were cut, are of more or fewer rows, or have values that no answer has.
 */
export async function readPart(bytes: Uint8Array, count: number): Promise<PartRows<ColumnValues> & PartHead> {
  const { reader, head } = openedPart(bytes);
  const rows: PartRow[] = [];
  const values = head.columns.map((column) => emptyColumn(column, count));
  const more: (string | null)[] = [];
  for (const batch of reader) {
    const at = (column: number, row: number): unknown => batch.getChildAt(column)!.get(row);
    for (let row = 0; row < batch.numRows; row++) {
      rows.push(rowOf(at(0, row), at(1, row), at(2, row), at(3, row), rows.length));
      for (const [i, column] of values.entries())
        setValue(column, rows.length - 1, at(OUTCOME.length + i, row) as Values[number]);
      more.push(at(OUTCOME.length + values.length, row) as string | null);
    }
    await new Promise<void>((resume) => setTimeout(resume, 0));
  }
  if (!END.every((byte, i) => bytes.at(i - END.length) === byte)) throw new Error(`was cut after ${rows.length} rows`);
  if (rows.length !== count) throw new Error(`has ${rows.length} rows for ${count}`);
  return { ...head, rows, values, more };
}

function openedPart(bytes: Uint8Array): { readonly reader: RecordBatchReader; readonly head: PartHead } {
  let reader: RecordBatchReader;
  let schema: Schema | undefined;
  try {
    reader = RecordBatchReader.from(bytes);
    void reader.open(); // at once: all bytes are there
    schema = reader.schema;
  } catch {
    schema = undefined;
  }
  if (schema === undefined) throw new Error('is no Arrow stream');
  const problem = schema.metadata.get('problem');
  if (problem !== undefined) throw new Error(`refuses the part: ${problem}`);
  let head: PartHead;
  try {
    head = JSON.parse(schema.metadata.get('hinterland') ?? '');
  } catch {
    throw new Error('has no metadata hinterland');
  }
  const expected = partSchema(head).fields.map(({ name, type }) => `${name} ${type}`);
  const given = schema.fields.map(({ name, type }) => `${name} ${type}`);
  if (expected.length !== given.length || expected.some((field, i) => field !== given[i]))
    throw new Error('has other columns than its metadata say');
  if (head.columns.some(({ type }) => type === 'wkb')) throw new Error('has columns of polygons');
  return { reader: reader!, head };
}

function rowOf(status: unknown, reason: unknown, detail: unknown, creditsDue: unknown, index: number): PartRow {
  if (status === 'done' && typeof creditsDue === 'number' && creditsDue >= 0 && Number.isFinite(creditsDue))
    return { status, creditsDue };
  if (status === 'failed' && typeof reason === 'string' && typeof detail === 'string')
    return { status, reason, detail };
  throw new Error(`has a row ${index + 1} that is neither done, with its credits, nor failed, with its reason`);
}
