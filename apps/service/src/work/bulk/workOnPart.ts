import type { Action } from '@hinterland/actions';
import type { WritableStore } from '@hinterland/storage';
import type { Engine } from '../../engine/engine.ts';
import type { Lease } from '../../engine/territoriesInForce.ts';
import { keepLease } from '../../kit/background/lease.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import { ProblemError } from '../../kit/problem.ts';
import { datasetOf } from '../datasets/settle.ts';
import { findDataset, readRows } from '../datasets/store.ts';
import type { JobRow } from '../jobs/job.ts';
import type { JobWork } from '../jobs/kind.ts';
import { storePatiently } from '../jobs/steps.ts';
import type { answerPart, PartQuestion } from './answer.ts';
import { writePart } from './file.ts';
import { type ClaimedPart, finishPart, handBackPart, type Part, type PartOutcome, renewPart } from './queue.ts';
import { countsOf, type PricedTable, placesOf, tableOf } from './table.ts';

export interface PartSettings {
  readonly store: WritableStore;
  readonly offload: Pick<Offload, 'perform'>;
  readonly answer: typeof answerPart;
}

export interface PartServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly log: Log;
  readonly leaseSeconds: number;
}

/** Taken up so often without an outcome, a part cannot be worked off. */
const CLAIMS_MAX = 10;

/** Input of enrich.point without its place. Throws where the action has no parts. */
export function optionsOf(
  actions: readonly Action[],
  { action_id, input }: JobRow & { readonly input: unknown },
): object {
  const parts = actions.find(({ id }) => id === action_id)?.parts;
  if (parts === undefined) throw new Error(`${action_id} has no parts`);
  return parts.optionsOf(input) as object;
}

/** Works a claimed part off and stores its file, until it is lost to another process, or `stopping` asks to hand it back. */
export async function workOnPart(
  settings: PartSettings,
  services: PartServices,
  part: ClaimedPart,
  { options, lease }: { readonly options: object; readonly lease: Lease },
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log, leaseSeconds } = services;
  const kept = keepLease({
    seconds: leaseSeconds,
    renew: () => renewPart(db, clock, part, leaseSeconds),
    lost: () => new Error('the part is no longer ours'),
    onError: (error) => log.warn({ job: part.id, index: part.part_index, err: error }, 'lease of a part not renewed'),
  });
  const work = { ...services, job: part, signal: AbortSignal.any([stopping, kept.signal]) };
  const { part_index: index, part_first: first, part_rows: rows, part_claims } = part;
  try {
    if (part_claims > CLAIMS_MAX) throw noOutcome(index);
    const table = await computePart(settings, work, { index, first, rows }, { options, lease });
    const outcome = { ...countsOf(table), ...(await writePart(settings, work, index, table)) };
    await storePatiently(work, () => finishPart(db, part, outcome));
  } catch (error) {
    if (kept.signal.aborted) return;
    if (stopping.aborted) await handBackPart(db, part);
    else if (error instanceof ProblemError) await finishPart(db, part, problemOf(error));
    else throw error;
  } finally {
    kept.stop();
  }
}

type Working = Pick<JobWork, 'db' | 'engine' | 'log' | 'signal'> & { readonly job: JobRow };

/** The rows of a part with their answers and what each costs. */
export async function computePart(
  { answer }: Pick<PartSettings, 'answer'>,
  work: Working,
  { first, rows: count }: Part,
  { options, lease }: Pick<PartQuestion, 'options' | 'lease'>,
): Promise<PricedTable> {
  const { db, engine, job, signal } = work;
  const key = datasetOf(job);
  const [dataset, rows] = await storePatiently(work, () =>
    Promise.all([findDataset(db, key), readRows(db, key, { from: first, limit: count })]),
  );
  if (dataset === null || rows.length !== count)
    throw new Error(`the dataset of ${job.id} has not the rows that it was started with`);
  const points = placesOf(rows);
  const answers = await answer({ engine, organizationId: job.organization_id, lease, options, points, signal });
  return tableOf(dataset, rows, answers, { lease, options });
}

const problemOf = ({ code, message, cause }: ProblemError): PartOutcome => ({
  problem: code,
  detail: message,
  forOperator: cause instanceof Error ? cause.message : null,
});

const noOutcome = (index: number): ProblemError =>
  new ProblemError(
    'internal_error',
    `Part ${index} was taken up again and again without an end. Parts that are finished are charged, the rest is not. Report the job id.`,
  );
