import type { Db } from '../../kit/db/database.ts';
import type { JobWork } from '../jobs/kind.ts';
import { inOrder, storePatiently } from '../jobs/steps.ts';
import { storeChunk, succeed } from './chunk.ts';
import type { RowRecord } from './dataset.ts';
import { datasetOf } from './settle.ts';
import { countsOf, readRows } from './store.ts';

export interface ChunkWork<R> {
  /** Results for some rows, in their order. */
  compute(rows: readonly RowRecord[], signal: AbortSignal): Promise<readonly R[]>;
  store(trx: Db, results: readonly R[]): Promise<void>;
  /** Whether something was found for the row, by its reason. */
  isDone(reason: string): boolean;
}

/** Goes through the rows of the job's dataset from where it stands, some chunks ahead in the engine's threads. */
export async function inChunks<R extends { readonly reason: string }>(
  work: JobWork,
  chunkRows: number,
  { compute, store, isDone }: ChunkWork<R>,
): Promise<void> {
  const { db, job } = work;
  const key = datasetOf(job);
  const before = job.done + job.failed;
  const firstOf = (step: number) => before + step * chunkRows;
  let isOurs = true;
  await inOrder(
    work,
    { first: 0, end: Math.ceil((job.total - before) / chunkRows) },
    async (step, signal) => {
      const page = { from: firstOf(step), limit: Math.min(chunkRows, job.total - firstOf(step)) };
      return compute(await storePatiently(work, () => readRows(db, key, page)), signal);
    },
    async (step, results) => {
      const done = results.filter(({ reason }) => isDone(reason)).length;
      isOurs = await storeChunk(work, {
        first: firstOf(step),
        done,
        failed: results.length - done,
        reasons: countsOf(results, ({ reason }) => reason),
        store: (trx) => store(trx, results),
      });
      return isOurs;
    },
  );
  if (isOurs) await succeed(work);
}
