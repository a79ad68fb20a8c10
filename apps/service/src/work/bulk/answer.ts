import { type EnrichedRows, enrichColumns, enrichRows } from '@hinterland/actions';
import { type ColumnValues, emptyColumn, setValue, type WideColumn } from '@hinterland/answers/columns';
import type { Engine } from '../../engine/engine.ts';
import type { Lease } from '../../engine/territoriesInForce.ts';
import { computePatiently, inOrder } from '../jobs/steps.ts';

/** The places of a part that are to be answered. */
export interface PartQuestion {
  readonly engine: Engine;
  readonly organizationId: number;
  readonly lease: Lease;
  /** Input of enrich.point without its place. */
  readonly options: object;
  readonly points: readonly { readonly lat: number; readonly lng: number }[];
  /** Aborted when the part is no longer ours, or is handed back. */
  readonly signal: AbortSignal;
}

/** Their answers, in the same order, with columns that are the same for every part. */
export interface PartAnswers extends Omit<EnrichedRows, 'values'> {
  readonly values: readonly ColumnValues[];
  readonly columns: readonly WideColumn[];
  /** What holds for the whole table. */
  readonly metadata: readonly (readonly [string, string])[];
}

/** Rows that go to an engine thread at once: a part of a second each, so that single calls come between. */
const CHUNK_ROWS = 25;

/**
 * Answers the places of a part in the engine threads of this process, behind the calls of everybody. Answers are pure functions of the
 * territory and the question, so a part may be asked again. Throws ProblemError where the part cannot be answered at all.
 */
export async function answerPart(question: PartQuestion): Promise<PartAnswers> {
  const { engine, options, points, signal } = question;
  const { columns, metadata } = await inThread(question, enrichColumns, { options }, CHUNK_ROWS);
  const rows: PartAnswers['rows'][number][] = [];
  const values = columns.map((column) => emptyColumn(column, points.length));
  const more: (string | null)[] = [];
  await inOrder(
    { engine, signal },
    { first: 0, end: Math.ceil(points.length / CHUNK_ROWS) },
    (chunk) => {
      const places = points.slice(chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS);
      return inThread(question, enrichRows, { options, points: places, columns }, places.length);
    },
    async (_, answered) => {
      for (const [i, column] of answered.values.entries())
        for (const [row, value] of column.entries()) setValue(values[i]!, rows.length + row, value);
      rows.push(...answered.rows);
      more.push(...answered.more);
      return true;
    },
  );
  return { rows, columns, values, more, metadata };
}

const inThread: <I, R>(
  question: PartQuestion,
  task: Parameters<Engine['workOnRows']>[0] & { run(...args: never[]): { readonly result: R } },
  input: I,
  rows: number,
) => Promise<R> = ({ engine, organizationId, lease, signal }, task, input, rows) =>
  computePatiently(signal, () =>
    // The limit of a run counts the time in the queue, where chunks of many jobs may wait: each row has its own.
    engine.workOnRows(task as never, input, lease, { signal, organizationId, rows }),
  );
