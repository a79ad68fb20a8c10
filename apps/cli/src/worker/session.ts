import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Territory } from '@hinterland/territory';
import { CommandError } from '../terminal.ts';
import type { Form, Table, Writer } from './forms/form.ts';
import { AHEAD_PER_THREAD, cuts, inOrder } from './inOrder.ts';
import type { Answered, PlannedColumns, Work } from './protocol.ts';
import { AREAS, inputOf, type Row } from './rows.ts';
import { type Plan, planOf } from './settings.ts';
import { TABLE_ROWS_MAX, tableInput } from './table.ts';
import type { Threads } from './threads.ts';
import { wrongQuestion } from './wrongQuestion.ts';

export interface Session {
  readonly territory: Territory;
  readonly threads: Threads;
  /** Settings of the command line; those of a stream stand above them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Columns of the answers by what was asked, the latest last: many short streams ask the same. */
  readonly planned: Map<string, Promise<PlannedColumns>>;
  /** Called when rows were answered, with how many of them have a problem. */
  readonly answered?: (rows: number, withProblem: number) => void;
}

/** Columns of rows; each batch of answers has all of them. */
const COLUMNS_MAX = 2_000;
const PLANS_KEPT = 32;
const NEVER = new AbortController().signal;

/**
 * Answers a stream of rows with a stream of as many rows in the same order. Settles when the last row is written. Rejects where
 * the input is broken off, without an end of the output that a reader could take for a whole one, and where the reader left.
 * A stream that cannot be answered at all gets one without rows; returns the sentence why.
 */
export async function answerStream<Part, Out>(
  session: Session,
  form: Form<Part, Out>,
  input: Readable,
  output: Writable,
): Promise<string | null> {
  const ended = new AbortController();
  let refused: string | null = null;
  async function* batches(): AsyncGenerator<Out> {
    try {
      yield* answers(session, form, input, ended.signal);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refused = error.message;
      yield form.refusal(error.message);
    }
  }
  try {
    await pipeline(Readable.from(form.bytes(batches()), { highWaterMark: 1 }), output);
    return refused;
  } finally {
    ended.abort();
    input.destroy();
  }
}

async function* answers<Part, Out>(
  session: Session,
  form: Form<Part, Out>,
  input: Readable,
  signal: AbortSignal,
): AsyncGenerator<Out> {
  const table = await form.open(input);
  if (table.columns.length > COLUMNS_MAX) {
    throw new CommandError(
      `The input has ${table.columns.length} columns, and at most ${COLUMNS_MAX} are taken: all come back with the answers. Send those that the call needs, and an id.`,
      2,
    );
  }
  const { settings } = session;
  const both = { ...(settings.input as object), ...(table.settings.input as object) };
  const { manifest } = session.territory;
  const plan = planOf({ ...settings, ...table.settings, input: both }, { continent: manifest.continent });
  const wrong = wrongQuestion(plan, table.columns);
  if (wrong !== null) throw new CommandError(wrong, 2);
  if (plan.shape === 'table') yield* answersOfTable(session, plan, table, signal);
  else yield* answersOfRows(session, plan, table, signal);
}

async function* answersOfRows<Part, Out>(
  session: Session,
  plan: Plan,
  table: Table<Part, Out>,
  signal: AbortSignal,
): AsyncGenerator<Out> {
  const { threads, territory } = session;
  const { actionId, ...wanted } = plan.settings;
  type Head = { readonly columns: PlannedColumns; readonly writer: Writer<Part, Out> };
  let head: Promise<Head> | null = null;
  const headFor = async (first: Row | null): Promise<Head> => {
    const columns = await columnsFor(session, plan, table.columns, first);
    return { columns, writer: table.writer(territory, plan, columns) };
  };
  let rowsBefore = 0;
  function* pieces(part: Part): Generator<Promise<Out>> {
    const read = table.reader(part, plan);
    const count = table.rowsOf(part);
    const firstRow = rowsBefore;
    rowsBefore += count;
    head ??= headFor(count > 0 ? read(0) : null);
    head.catch(() => {});
    const work = async (from: number, to: number): Promise<Out> => {
      const { columns, writer } = await head!;
      const rows = Array.from({ length: to - from }, (_, i) =>
        inputOf(plan, read(from + i), territory.manifest, table.hasPlaces),
      );
      const asked = { kind: 'rows', actionId, wanted, columns: columns.columns, rows } as const;
      const done = await threads.do(asked, signal).catch((error: Error) => failedRows(rows.length, asked, error));
      tell(session, done as Answered);
      return writer.rows(table.slice(part, from, to), firstRow + from, done as Answered);
    };
    for (const [from, to] of cuts(count, threads.count)) yield work(from, to);
  }
  yield* inOrder(() => table.next(), threads.count * AHEAD_PER_THREAD, pieces);
  if (rowsBefore === 0) yield (await (head ?? headFor(null))).writer.none();
}

async function* answersOfTable<Part, Out>(
  session: Session,
  plan: Plan,
  table: Table<Part, Out>,
  signal: AbortSignal,
): AsyncGenerator<Out> {
  const parts: Part[] = [];
  const rows: Row[] = [];
  for (let next = await table.next(); !next.done; next = await table.next()) {
    const read = table.reader(next.value, plan);
    parts.push(next.value);
    for (let row = 0; row < table.rowsOf(next.value); row++) rows.push(read(row));
    if (rows.length > TABLE_ROWS_MAX) {
      throw new CommandError(`A table for ${plan.settings.actionId} has at most ${TABLE_ROWS_MAX} rows.`, 2);
    }
  }
  const { territory, threads } = session;
  const { actionId, ...wanted } = plan.settings;
  const work = { kind: 'table', actionId, wanted, ...tableInput(plan, rows, territory.manifest) } as const;
  const done = (await threads.do(work, signal)) as Answered & PlannedColumns;
  tell(session, done);
  const writer = table.writer(territory, plan, done);
  if (rows.length === 0) yield writer.none();
  let from = 0;
  for (const part of parts) {
    const count = table.rowsOf(part);
    if (count > 0) yield writer.rows(part, from, sliceOf(done, from, from + count));
    from += count;
  }
}

const sliceOf = (all: Answered, from: number, to: number): Answered => ({
  status: all.status.slice(from, to),
  problem: all.problem.slice(from, to),
  values: all.values.map((values) => values.slice(from, to)),
  more: all.more.slice(from, to),
  answers: all.answers?.slice(from, to) ?? null,
});

const tell = ({ answered }: Session, { status }: Answered): void =>
  answered?.(status.length, status.filter((one) => one !== 'ok').length);

/** Answers of rows whose thread broke down. */
function failedRows(count: number, { columns, wanted }: Extract<Work, { kind: 'rows' }>, error: Error): Answered {
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

/** The columns of the answers: the constants with a place, and for what they leave out the members of the first row. */
async function columnsFor(
  { threads, planned }: Session,
  plan: Plan,
  names: readonly string[],
  first: Row | null,
): Promise<PlannedColumns> {
  const { actionId, ...wanted } = plan.settings;
  if (wanted.columns?.length === 0 && !wanted.outlines) return { columns: [], metadata: new Map() };
  const { constants } = plan.settings;
  const areas = AREAS.filter((name) => name in plan.members && names.includes(name));
  const own = Object.fromEntries(
    Object.entries(first?.members ?? {}).filter(([name]) => name in plan.members && !areas.includes(name)),
  );
  const isArea = areas.length > 0 || AREAS.some((name) => name in constants);
  const origin = isArea ? Object.fromEntries(areas.slice(0, 1).map((name) => [name, null])) : { origins: null };
  const place = plan.shape === 'origins' ? origin : plan.shape === 'point' ? { lat: null, lng: null } : {};
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
