import type { Action } from '@hinterland/actions';
import { sql } from 'kysely';
import type { Lease } from '../../engine/territoriesInForce.ts';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { addedCounts } from '../datasets/store.ts';
import { finishStep, type Step } from '../jobs/finishItem.ts';
import { hasParts } from '../jobs/job.ts';
import type { JobKind, JobWork } from '../jobs/kind.ts';
import { leaseTerritory, storePatiently } from '../jobs/steps.ts';
import { writePart } from './file.ts';
import type { PartLoop } from './loop.ts';
import { offerParts, type Part, type PartOutcome } from './queue.ts';
import { countsOf, withinRoom } from './table.ts';
import { computePart, optionsOf, type PartSettings } from './workOnPart.ts';

export interface PartJobsSettings extends PartSettings {
  readonly loop: Pick<PartLoop, 'during' | 'outcome'>;
  /** Rows of a part. */
  readonly partRows: number;
}

/** Parts that are offered ahead of the one that is charged next: two for each of eight workers. */
const AHEAD = 16;

/** Jobs that work on a dataset in parts, which are files. Without settings this process leaves them to others. */
export const partJobs = (actions: readonly Action[], settings: PartJobsSettings | null): JobKind => ({
  is: hasParts,
  async work(work) {
    if (settings === null)
      throw new Error('this process has no store for the files of the job: set HINTERLAND_BULK_STORE');
    const lease = await leaseTerritory(work);
    try {
      const options = optionsOf(actions, work.job);
      await settings.loop.during(work.job, lease, () => chargeParts(settings, work, { options, lease }));
    } finally {
      lease.release();
    }
  },
  async settle() {},
  noProgress:
    'Parts that are finished are charged, the rest is not. Start a new job; if it fails again, report the job id.',
});

/** Offers the parts to all workers, and charges them one after the other. */
async function chargeParts(
  settings: PartJobsSettings,
  work: JobWork,
  question: { readonly options: object; readonly lease: Lease },
): Promise<void> {
  const { db, job, signal } = work;
  const { dataVersion } = question.lease.generation.territory;
  const parts = partsOf(job, settings.partRows, await partCount(db, job.id));
  let reasons = job.reasons ?? {};
  for (const [i, part] of parts.entries()) {
    await storePatiently(work, () => offerParts(db, job, dataVersion, parts.slice(i, i + AHEAD)));
    const outcome = await settings.loop.outcome(job, part.index, signal);
    if (outcome === 'gone') return;
    if ('problem' in outcome) throw problemOf(outcome);
    const whole = stepOf(part, outcome, reasons);
    const finished = await storePatiently(work, () =>
      finishStep(work, whole, async () => {
        const table = withinRoom(await computePart(settings, work, part, question), await roomOf(db, job.id));
        if (table === null) return null;
        const file = await writePart(settings, work, part.index, table);
        return stepOf({ ...part, rows: table.rows.length }, { ...countsOf(table), ...file }, reasons);
      }),
    );
    if (finished !== 'more') return;
    reasons = whole.reasons ?? reasons;
  }
}

/** The parts that are not charged yet. */
function partsOf({ total, done, failed }: JobWork['job'], partRows: number, charged: number): Part[] {
  const parts: Part[] = [];
  for (let first = done + failed; first < total; first += partRows)
    parts.push({ index: charged + parts.length, first, rows: Math.min(partRows, total - first) });
  return parts;
}

function stepOf(
  { index, first, rows }: Part,
  { failed, due, counts, ...file }: Exclude<PartOutcome, { readonly problem: unknown }>,
  reasons: Readonly<Record<string, number>>,
): Step {
  return {
    index,
    first,
    done: rows - failed,
    failed,
    due,
    problem: null,
    summary: { first, rows, failed, ...file },
    resultGzip: null,
    reasons: addedCounts(reasons, counts),
  };
}

function problemOf({
  problem,
  detail,
  forOperator,
}: Extract<PartOutcome, { readonly problem: unknown }>): ProblemError {
  const error = new ProblemError(problem, detail);
  if (forOperator !== null) error.cause = new Error(forOperator);
  return error;
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
