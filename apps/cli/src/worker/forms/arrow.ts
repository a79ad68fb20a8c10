import type { Readable } from 'node:stream';
import { originOf } from '@hinterland/answers';
import { arrowField } from '@hinterland/answers/wide';
import type { Territory } from '@hinterland/territory';
import {
  Field,
  Int32,
  makeData,
  RecordBatch,
  type RecordBatchReader,
  Schema,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { CommandError } from '../../terminal.ts';
import type { Answered, PlannedColumns } from '../protocol.ts';
import type { Plan } from '../settings.ts';
import { hasPlaces, rowReader } from './arrowRows.ts';
import type { Form } from './form.ts';
import { openStream, streamBytes } from './ipc.ts';
import { BrokenOffError, UnreadableError } from './messages.ts';

/** Streams in the IPC format of Apache Arrow, whose settings are JSON in the metadata `hinterland` of their schema. */
export const ARROW: Form<RecordBatch, RecordBatch> = {
  async open(input) {
    const reader = await opened(input);
    const { schema } = reader;
    return {
      columns: schema.fields.map(({ name }) => name),
      hasPlaces: hasPlaces(schema),
      settings: settingsOf(schema),
      next: async () => reader.next(),
      rowsOf: (batch) => batch.numRows,
      slice: (batch, from, to) => batch.slice(from, to),
      reader: rowReader,
      writer(territory, plan, planned) {
        const answers = outputSchema(territory, plan, schema, planned);
        return {
          rows: (batch, firstRow, done) => answerBatch(answers, batch, firstRow, done),
          none: () => emptyBatch(answers),
        };
      },
    };
  },
  refusal: (problem) => emptyBatch(new Schema([STATUS, PROBLEM], new Map([['problem', problem]]))),
  bytes: streamBytes,
};

async function opened(input: Readable): Promise<RecordBatchReader> {
  try {
    return await openStream(input);
  } catch (error) {
    const isSaid = error instanceof UnreadableError || error instanceof BrokenOffError;
    const said = isSaid ? error.message : 'its bytes are not as the format has them';
    throw new CommandError(`The input is no Arrow IPC stream: ${said.replace(/\.$/, '')}.`, 2);
  }
}

function settingsOf({ metadata }: Schema): Record<string, unknown> {
  const text = metadata.get('hinterland');
  try {
    return text === undefined ? {} : JSON.parse(text);
  } catch (error) {
    throw new CommandError(`The metadata hinterland are no JSON: ${(error as Error).message}.`, 2);
  }
}

/** Columns of every table of answers that are no figures. */
const STATUS = new Field('status', new Utf8(), false);
const PROBLEM = new Field('problem', new Utf8(), true);
const MORE = new Field('more', new Utf8(), true, new Map([['title', 'Figures without a column, as JSON']]));
const ANSWER = new Field('answer', new Utf8(), true, new Map([['title', 'The whole answer, as JSON']]));

/** The schema of the answers: the id of the input, status, problem, figures, what has no column, whole answers. */
function outputSchema(territory: Territory, plan: Plan, input: Schema, planned: PlannedColumns): Schema {
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
function answerBatch(schema: Schema, part: RecordBatch, firstRow: number, done: Answered): RecordBatch {
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
const emptyBatch = (schema: Schema): RecordBatch =>
  batchOf(
    schema,
    schema.fields.map(({ type }) => makeData({ type, length: 0 })),
    0,
  );
