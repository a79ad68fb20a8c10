import { enrichColumns, enrichRows } from '@hinterland/actions';
import { emptyColumn, setValue } from '@hinterland/answers/columns';
import { computePatiently, inOrder } from '../jobs/steps.ts';
import type { PartAnswers, PartQuestion, PartRunner } from './runner.ts';

/** Rows that go to an engine thread at once: a part of a second each, so that single calls come between. */
const CHUNK_ROWS = 25;

/** Works parts off in the engine threads of this process, behind the calls of everybody. */
export const runHere = (): PartRunner => ({
  // While one is stored, the next is computed.
  atOnce: 2,
  async answer(question) {
    const { options, points, signal, work } = question;
    const { columns, metadata } = await inThread(question, enrichColumns, { options }, CHUNK_ROWS);
    const rows: PartAnswers['rows'][number][] = [];
    const values = columns.map((column) => emptyColumn(column, points.length));
    const more: (string | null)[] = [];
    await inOrder(
      { engine: work.engine, signal },
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
  },
});

const inThread: <I, R>(
  question: PartQuestion,
  task: Parameters<PartQuestion['work']['engine']['workOnRows']>[0] & { run(...args: never[]): { readonly result: R } },
  input: I,
  rows: number,
) => Promise<R> = ({ work, lease, signal }, task, input, rows) =>
  computePatiently(signal, () =>
    // The limit of a run counts the time in the queue, where chunks of many jobs may wait: each row has its own.
    work.engine.workOnRows(task as never, input, lease, { signal, organizationId: work.job.organization_id, rows }),
  );
