import { originOf } from '@hinterland/answers';
import { arrowField } from '@hinterland/answers/wide';
import type { Territory } from '@hinterland/territory';
import { Field, Int32, makeData, RecordBatch, Schema, Struct, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import type { Answered, PlannedColumns, Work } from './protocol.ts';
import type { Plan } from './settings.ts';

/** Columns of every table of answers that are no figures. */
const STATUS = new Field('status', new Utf8(), false);
const PROBLEM = new Field('problem', new Utf8(), true);
const MORE = new Field('more', new Utf8(), true, new Map([['title', 'Figures without a column, as JSON']]));
const ANSWER = new Field('answer', new Utf8(), true, new Map([['title', 'The whole answer, as JSON']]));

/** The schema of the answers: the id of the input, status, problem, figures, what has no column, whole answers. */
export function outputSchema(territory: Territory, plan: Plan, input: Schema, planned: PlannedColumns): Schema {
  const { settings } = plan;
  const id = input.fields.find(({ name }) => name === 'id') ?? new Field('id', new Int32(), false);
  const origin = originOf(settings.actionId, [territory]);
  const metadata = new Map([
    ['action', origin.action],
    ['input', JSON.stringify(settings.constants)],
    ...planned.metadata,
    ['territory', JSON.stringify(origin.territory)],
    ['dataVersion', JSON.stringify(territory.dataVersion)],
    ['sources', JSON.stringify(origin.sources)],
  ]);
  const last = plan.shape !== 'table' && settings.answers ? [MORE, ANSWER] : [MORE];
  return new Schema([id, STATUS, PROBLEM, ...planned.columns.map(arrowField), ...last], metadata);
}

/** One batch of answers, a row for each row of the part of the input. */
export function answerBatch(schema: Schema, part: RecordBatch, firstRow: number, done: Answered): RecordBatch {
  const rows = part.numRows;
  const own = part.getChild('id');
  const id = own ?? vectorFromArray(Int32Array.from({ length: rows }, (_, i) => firstRow + i));
  const types = schema.fields.slice(3).map(({ type }) => type);
  const vectors: Vector[] = [
    id,
    vectorFromArray(done.status, new Utf8()),
    vectorFromArray(done.problem, new Utf8()),
    ...done.values.map((values, i) => vectorFromArray(values, types[i]!)),
    vectorFromArray(done.more, new Utf8()),
    ...(done.answers === null ? [] : [vectorFromArray(done.answers, new Utf8())]),
  ];
  return batchOf(
    schema,
    vectors.map((vector) => vector.data[0]!),
    rows,
  );
}

const batchOf = (schema: Schema, children: Vector['data'][number][], length: number): RecordBatch =>
  new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));

/** A table without rows. */
export const emptyBatch = (schema: Schema): RecordBatch =>
  batchOf(
    schema,
    schema.fields.map(({ type }) => makeData({ type, length: 0 })),
    0,
  );

/** A stream that cannot be answered at all: no rows, and the reason in the metadata. */
export const refusal = (problem: string): RecordBatch =>
  emptyBatch(new Schema([STATUS, PROBLEM], new Map([['problem', problem]])));

/** Answers of rows whose thread broke down. */
export function failedRows(
  count: number,
  { columns, wanted }: Extract<Work, { kind: 'rows' }>,
  error: Error,
): Answered {
  const all = <T>(value: T): T[] => Array.from({ length: count }, () => value);
  const none = all(null);
  return {
    status: all('failed'),
    problem: all(`internal_error: ${error.message}`),
    values: columns.map(() => none),
    more: none,
    answers: wanted.answers ? none : null,
  };
}
