import type { Action } from '@hinterland/actions';
import type { WritableStore } from '@hinterland/storage';
import { sql } from 'kysely';
import type { Lease } from '../../engine/territoriesInForce.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import type { DatasetRecord } from '../datasets/dataset.ts';
import { datasetOf } from '../datasets/settle.ts';
import { addedCounts, findDataset, readRows } from '../datasets/store.ts';
import { finishStep, type Step } from '../jobs/finishItem.ts';
import { hasParts } from '../jobs/job.ts';
import type { JobKind, JobWork } from '../jobs/kind.ts';
import { inOrder, leaseTerritory, storePatiently } from '../jobs/steps.ts';
import { writePart } from './file.ts';
import type { PartRunner } from './runner.ts';
import { type PricedTable, placesOf, tableOf, withinRoom } from './table.ts';

export interface PartSettings {
  readonly store: WritableStore;
  readonly runner: PartRunner;
  readonly offload: Pick<Offload, 'perform'>;
  /** Rows of a part. */
  readonly partRows: number;
}

/** Jobs that work on a dataset in parts, which are files. Without settings this process leaves them to others. */
export const partJobs = (actions: readonly Action[], settings: PartSettings | null): JobKind => ({
  is: hasParts,
  async work(work) {
    const action = actions.find(({ id }) => id === work.job.action_id);
    if (settings === null || action?.parts === undefined) {
      throw new Error('this process has no store for the files of the job: set HINTERLAND_BULK_STORE');
    }
    await workOnParts(settings, work, action.parts.optionsOf(work.job.input) as object);
  },
  async settle() {},
  noProgress:
    'Parts that are finished are charged, the rest is not. Start a new job; if it fails again, report the job id.',
});

/** Charges the parts one after the other; meanwhile the next ones are worked off. */
async function workOnParts(settings: PartSettings, work: JobWork, options: object): Promise<void> {
  const { db, job } = work;
  const dataset = await findDataset(db, datasetOf(job));
  if (dataset === null) return;
  const lease = await leaseTerritory(work);
  const before = job.done + job.failed;
  const partsBefore = await partCount(db, job.id);
  let reasons = job.reasons ?? {};
  const { partRows } = settings;
  const firstOf = (step: number) => before + step * partRows;
  try {
    await inOrder(
      work,
      { first: 0, end: Math.ceil((job.total - before) / partRows) },
      (step, signal) =>
        compute(
          settings,
          { ...work, signal },
          { dataset, lease, options, first: firstOf(step), index: partsBefore + step },
        ),
      async (step, table) => {
        const index = partsBefore + step;
        const stepOf = async (part: PricedTable): Promise<Step> => {
          const file = await writePart(settings, work, index, part);
          return describeStep(part, { index, first: firstOf(step), reasons, file });
        };
        const whole = await stepOf(table);
        const finished = await storePatiently(work, () =>
          finishStep(work, whole, async () => {
            const part = withinRoom(table, await roomOf(db, job.id));
            return part === null ? null : stepOf(part);
          }),
        );
        reasons = whole.reasons ?? reasons;
        return finished === 'more';
      },
      settings.runner.atOnce,
    );
  } finally {
    lease.release();
  }
}

interface PartToDo {
  readonly dataset: DatasetRecord;
  readonly lease: Lease;
  readonly options: object;
  readonly first: number;
  readonly index: number;
}

async function compute(
  { runner, partRows }: PartSettings,
  work: JobWork,
  { dataset, lease, options, first, index }: PartToDo,
): Promise<PricedTable> {
  const { db, job, signal } = work;
  const limit = Math.min(partRows, job.total - first);
  const rows = await storePatiently(work, () => readRows(db, datasetOf(job), { from: first, limit }));
  if (rows.length !== limit) throw new Error(`the dataset of ${job.id} has not the rows that it was started with`);
  const question = { work, lease, index, options, points: placesOf(rows), signal };
  return tableOf(dataset, rows, await runner.answer(question), question);
}

function describeStep(
  { rows, dues }: PricedTable,
  { index, first, reasons, file }: Pick<Step, 'index' | 'first' | 'reasons'> & { readonly file: object },
): Step {
  const failed = rows.filter(({ status }) => status === 'failed').length;
  const counts: Record<string, number> = {};
  for (const { reason } of rows) counts[reason ?? 'done'] = (counts[reason ?? 'done'] ?? 0) + 1;
  return {
    index,
    first,
    done: rows.length - failed,
    failed,
    due: dues.reduce((sum, due) => sum + due, 0),
    problem: null,
    summary: { first, rows: rows.length, failed, ...file },
    resultGzip: null,
    reasons: addedCounts(reasons ?? {}, counts),
  };
}

async function partCount(db: Db, jobId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job_item where job_id = ${jobId}`.execute(db);
  return rows[0]!.count;
}

/** What the job may still charge. */
async function roomOf(db: Db, jobId: string): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select max_credits - credits_charged as room from job where id = ${jobId}`.execute(db);
  return rows[0]!.room;
}
