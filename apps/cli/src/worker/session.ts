import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Territory } from '@hinterland/territory';
import type { RecordBatch, RecordBatchReader, Schema } from 'apache-arrow';
import { CommandError } from '../terminal.ts';
import { openStream, streamBytes } from './ipc.ts';
import { BrokenOffError, UnreadableError } from './messages.ts';
import { answerBatch, emptyBatch, failedRows, outputSchema, refusal } from './output.ts';
import type { Answered, PlannedColumns } from './protocol.ts';
import { hasPlaces, inputOf, type Row, rowReader } from './rows.ts';
import { type Plan, planOf } from './settings.ts';
import { TABLE_ROWS_MAX, tableInput } from './table.ts';
import type { Threads } from './threads.ts';

/** Rows that a thread gets at once, and that a batch of answers has at most. */
const CHUNK_ROWS = 64;
/** Chunks of a stream that are under work or wait for their turn to be written, per thread. */
const CHUNKS_AHEAD = 2;

export interface Session {
  readonly territory: Territory;
  readonly threads: Threads;
  /** Settings of the command line; those of a stream stand above them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Columns of the answers by what was asked, the latest last: many short streams ask the same. */
  readonly planned: Map<string, Promise<PlannedColumns>>;
}

/** Columns of rows; each batch of answers has all of them. */
const COLUMNS_MAX = 2_000;
const PLANS_KEPT = 32;
const NEVER = new AbortController().signal;

/**
 * Answers a stream of rows with a stream of as many rows in the same order. Settles when the last row is written. Rejects where
 * the input is broken off, without an end of the output that a reader could take for a whole one, and where the reader left.
 * A stream that cannot be answered at all gets one without rows, whose metadata has the sentence; returns that sentence.
 */
export async function answerStream(session: Session, input: Readable, output: Writable): Promise<string | null> {
  const ended = new AbortController();
  let refused: string | null = null;
  async function* batches(): AsyncGenerator<RecordBatch> {
    try {
      yield* answers(session, input, ended.signal);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refused = error.message;
      yield refusal(error.message);
    }
  }
  try {
    await pipeline(Readable.from(streamBytes(batches()), { highWaterMark: 1 }), output);
    return refused;
  } finally {
    ended.abort();
    input.destroy();
  }
}

async function* answers(session: Session, input: Readable, signal: AbortSignal): AsyncGenerator<RecordBatch> {
  const reader = await opened(input);
  const columnCount = reader.schema.fields.length;
  if (columnCount > COLUMNS_MAX) {
    throw new CommandError(
      `The input has ${columnCount} columns, and at most ${COLUMNS_MAX} are taken: all come back with the answers. Send those that the call needs, and an id.`,
      2,
    );
  }
  const settings = settingsOf(session, reader.schema);
  const plan = planOf(settings, { continent: session.territory.manifest.continent });
  if (plan.shape === 'table') return yield* answersOfTable(session, plan, reader, signal);
  let schema: Schema | null = null;
  let columns: PlannedColumns | null = null;
  const waiting: Promise<RecordBatch>[] = [];
  const most = session.threads.count * CHUNKS_AHEAD;
  let rowsBefore = 0;
  let broken: Error | null = null;
  for (;;) {
    const coming = nextOf(reader);
    while (waiting.length > 0 && (await isFirst(waiting[0]!, coming))) yield await waiting.shift()!;
    const next = await coming.catch((error: Error) => ({ done: true, value: error }) as const);
    if (next.done) {
      broken = next.value instanceof Error ? next.value : null;
      break;
    }
    const batch = next.value as RecordBatch;
    const read = rowReader(batch, plan);
    const withPlaces = hasPlaces(batch);
    columns ??= await columnsFor(session, plan, batch.numRows > 0 ? read(0) : null);
    schema ??= outputSchema(session.territory, plan, reader.schema, columns);
    const size = Math.max(1, Math.min(CHUNK_ROWS, Math.ceil(batch.numRows / session.threads.count)));
    for (let from = 0; from < batch.numRows; from += size) {
      const part = batch.slice(from, Math.min(from + size, batch.numRows));
      const rows = Array.from({ length: part.numRows }, (_, i) =>
        inputOf(plan, read(from + i), session.territory.manifest, withPlaces),
      );
      const { actionId, ...wanted } = plan.settings;
      const work = { kind: 'rows', actionId, wanted, columns: columns.columns, rows } as const;
      const target = schema;
      const first = rowsBefore + from;
      const answer = session.threads.do(work, signal).catch((error: Error) => failedRows(rows.length, work, error));
      const batchOut = answer.then((done) => answerBatch(target, part, first, done as Answered));
      batchOut.catch(() => {});
      waiting.push(batchOut);
      while (waiting.length >= most) yield await waiting.shift()!;
    }
    rowsBefore += batch.numRows;
  }
  while (waiting.length > 0) yield await waiting.shift()!;
  if (broken !== null) throw broken;
  if (rowsBefore === 0) {
    columns ??= await columnsFor(session, plan, null);
    yield emptyBatch(outputSchema(session.territory, plan, reader.schema, columns));
  }
}

/** The next batch of a stream. Its rejection is for whoever awaits it, also if nobody does any longer. */
function nextOf(reader: RecordBatchReader): Promise<IteratorResult<RecordBatch>> {
  const coming = Promise.resolve(reader.next());
  coming.catch(() => {});
  return coming;
}

/** Whether an answer is there before the next rows are: it is written then, so that a writer may wait for it. */
const isFirst = (answer: Promise<unknown>, coming: Promise<unknown>): Promise<boolean> => {
  const after = <T>(promise: Promise<unknown>, value: T) =>
    promise.then(
      () => value,
      () => value,
    );
  return Promise.race([after(answer, true), after(coming, false)]);
};

async function* answersOfTable(
  session: Session,
  plan: Plan,
  reader: RecordBatchReader,
  signal: AbortSignal,
): AsyncGenerator<RecordBatch> {
  const parts: RecordBatch[] = [];
  const rows: Row[] = [];
  const ids: unknown[] = [];
  for await (const batch of reader as AsyncIterable<RecordBatch>) {
    const read = rowReader(batch, plan);
    const id = batch.getChild('id');
    parts.push(batch);
    for (let row = 0; row < batch.numRows; row++) {
      rows.push(read(row));
      ids.push(id?.get(row) ?? null);
    }
    if (rows.length > TABLE_ROWS_MAX) {
      throw new CommandError(`A table for ${plan.settings.actionId} has at most ${TABLE_ROWS_MAX} rows.`, 2);
    }
  }
  const { actionId, ...wanted } = plan.settings;
  const work = { kind: 'table', actionId, wanted, ...tableInput(plan, rows, ids, session.territory.manifest) } as const;
  const done = (await session.threads.do(work, signal)) as Answered & PlannedColumns;
  const schema = outputSchema(session.territory, plan, reader.schema, done);
  if (rows.length === 0) yield emptyBatch(schema);
  let from = 0;
  for (const part of parts) {
    if (part.numRows > 0) yield answerBatch(schema, part, from, sliceOf(done, from, from + part.numRows));
    from += part.numRows;
  }
}

const sliceOf = (all: Answered, from: number, to: number): Answered => ({
  status: all.status.slice(from, to),
  problem: all.problem.slice(from, to),
  values: all.values.map((values) => values.slice(from, to)),
  more: all.more.slice(from, to),
  answers: all.answers?.slice(from, to) ?? null,
});

async function opened(input: Readable): Promise<RecordBatchReader> {
  try {
    return await openStream(input);
  } catch (error) {
    const isSaid = error instanceof UnreadableError || error instanceof BrokenOffError;
    const said = isSaid ? error.message : 'its bytes are not as the format has them';
    throw new CommandError(`The input is no Arrow IPC stream: ${said.replace(/\.$/, '')}.`, 2);
  }
}

/** The settings of the command line with those that the stream has in the metadata `hinterland`. */
function settingsOf({ settings }: Session, schema: Schema): Record<string, unknown> {
  const text = schema.metadata.get('hinterland');
  let own: Record<string, unknown> = {};
  try {
    own = text === undefined ? {} : JSON.parse(text);
  } catch (error) {
    throw new CommandError(`The metadata hinterland are no JSON: ${(error as Error).message}.`, 2);
  }
  const input = { ...(settings.input as object), ...(own.input as object) };
  return { ...settings, ...own, input };
}

/** The columns of the answers: the constants with a place, and for what they leave out the members of the first row. */
async function columnsFor({ threads, planned }: Session, plan: Plan, first: Row | null): Promise<PlannedColumns> {
  const { actionId, ...wanted } = plan.settings;
  if (wanted.columns?.length === 0 && !wanted.outlines) return { columns: [], metadata: new Map() };
  const own = Object.fromEntries(Object.entries(first?.members ?? {}).filter(([name]) => name in plan.members));
  const place = plan.shape === 'origins' ? { origins: null } : plan.shape === 'point' ? { lat: null, lng: null } : {};
  const query = 'query' in plan.members && !('query' in plan.settings.constants) ? { query: null } : {};
  const sample = { ...own, ...plan.settings.constants, ...place, ...query };
  const key = JSON.stringify([actionId, wanted, sample]);
  const known = planned.get(key);
  if (known !== undefined) return known;
  // Not stopped with its stream: others may wait for it.
  const found = threads.do({ kind: 'columns', actionId, wanted, sample }, NEVER) as Promise<PlannedColumns>;
  planned.set(key, found);
  found.catch(() => planned.delete(key));
  for (const oldest of planned.keys()) if (planned.size > PLANS_KEPT) planned.delete(oldest);
  return found;
}
