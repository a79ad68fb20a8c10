import type { Action, Batch } from '@hinterland/actions';
import type { Lease } from '../../engine/territoriesInForce.ts';
import { ProblemError } from '../../kit/problem.ts';
import { outsideSpans, spanned } from '../../kit/traces/span.ts';
import { thousandthsOf } from '../../organizations/credits/amounts.ts';
import { finishItem, type ItemOutcome } from './finishItem.ts';
import { hasItems } from './job.ts';
import type { JobKind, JobWork } from './kind.ts';
import { computePatiently, inOrder, leaseTerritory, storePatiently } from './steps.ts';
import { storeVersion } from './version.ts';

/** Jobs that are a list of calls of an action. */
/** `isClosed` tells of a territory whether its figures may not be shown to everybody. */
export const batchJobs = (actions: readonly Action[], isClosed: (territoryId: string) => boolean): JobKind => ({
  is: hasItems,
  work: (work) => workOnBatch(actions, work),
  settle: (trx, _clock, job) => storeVersion(trx, actions, job, isClosed),
  noProgress:
    'What was done is charged, the rest is not. Start a new job with the points that are left; ' +
    'if it fails again, report the job id.',
});

/** Charges the items one after the other; meanwhile the next ones are computed. */
async function workOnBatch(actions: readonly Action[], work: JobWork): Promise<void> {
  const { job } = work;
  const { batch, item } = actionsOf(actions, job.action_id);
  const lease = await leaseTerritory(work);
  try {
    await inOrder(
      work,
      { first: job.done + job.failed, end: job.total },
      (index, signal) => onTrace(index, () => compute({ ...work, signal, batch, item, lease }, index)),
      async (index, outcome) => {
        const finish = () => storePatiently(work, () => finishItem(work, index, outcome));
        return (
          (index < TRACED_ITEMS ? await spanned('charge item', factsOf(index), finish) : await finish()) === 'more'
        );
      },
    );
  } finally {
    lease.release();
  }
}

/** Items with spans of their own: a trace holds some hundred spans well, and not a hundred thousand. */
const TRACED_ITEMS = 100;

/** Computes an item in a span of its own; of later ones the engine threads have none either. */
const onTrace = <T>(index: number, work: () => Promise<T>): Promise<T> =>
  index < TRACED_ITEMS ? spanned('item', factsOf(index), work) : outsideSpans(work);

const factsOf = (index: number) => ({ 'hinterland.job.item': index });

function actionsOf(actions: readonly Action[], id: string) {
  const action = actions.find((one) => one.id === id);
  const item = actions.find((one) => one.id === action?.batch?.actionId);
  if (action?.batch === undefined || item === undefined) {
    throw new ProblemError('internal_error', `This version of the service cannot do ${id}.`);
  }
  return { batch: action.batch, item };
}

interface ItemWork extends JobWork {
  readonly batch: Batch<unknown>;
  readonly item: Action;
  readonly lease: Lease;
}

/** Computes an item. A problem of the item itself, and one of ours that does not pass, fail the item. */
async function compute(
  { engine, log, job, batch, item, lease, signal }: ItemWork,
  index: number,
): Promise<ItemOutcome> {
  const question = { action: item, input: batch.inputOf(job.input, index), channel: 'batch', lease } as const;
  const options = { signal, organizationId: job.organization_id };
  try {
    const ran = await computePatiently(signal, () => engine.runItem(question, options));
    if (ran.creditsDue === undefined) throw new Error(`${item.id} does not say what is due`);
    return {
      status: 'done',
      due: thousandthsOf(ran.creditsDue),
      summary: ran.summary ?? {},
      resultGzip: ran.resultGzip,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProblemError)) throw error;
    if (error.status >= 500) log.error({ job: job.id, index, err: error }, 'item failed');
    return { status: 'failed', reason: error.code, detail: error.message };
  }
}
