import type { Action, Batch } from '@hinterland/actions';
import { thousandthsOf } from '../credits/amounts.ts';
import type { Lease } from '../engine/territories.ts';
import { ProblemError } from '../problem.ts';
import { finishItem, type ItemOutcome } from './finishItem.ts';
import { computePatiently, inOrder, type JobWork, leaseTerritory, storePatiently } from './jobWork.ts';

/** Works on a job that is a list of calls. Items are charged one after the other; meanwhile the next are computed. */
export async function workOnBatch(work: JobWork): Promise<void> {
  const { parts, job } = work;
  const { batch, item } = actionsOf(work);
  const lease = await leaseTerritory(work);
  try {
    await inOrder(
      work,
      { first: job.done + job.failed, end: job.total },
      (index, signal) => compute({ ...work, signal, batch, item, lease }, index),
      async (index, outcome) =>
        (await storePatiently(work, () => finishItem(parts, job, index, outcome, parts.leaseSeconds))) === 'more',
    );
  } finally {
    lease.release();
  }
}

function actionsOf({ parts: { actions }, job }: JobWork) {
  const action = actions.find(({ id }) => id === job.action_id);
  const item = actions.find(({ id }) => id === action?.batch?.actionId);
  if (action?.batch === undefined || item === undefined) {
    throw new ProblemError('internal_error', `This version of the service cannot do ${job.action_id}.`);
  }
  return { batch: action.batch, item };
}

interface ItemWork extends JobWork {
  readonly batch: Batch<unknown>;
  readonly item: Action;
  readonly lease: Lease;
}

/** A problem of the item itself, and one of ours that does not pass, fail the item. */
async function compute({ parts, job, batch, item, lease, signal }: ItemWork, index: number): Promise<ItemOutcome> {
  const question = { action: item, input: batch.inputOf(job.input, index), channel: 'batch', lease } as const;
  try {
    const ran = await computePatiently(signal, () => parts.engine.run(question, { signal, batch: true }));
    if (ran.creditsDue === undefined) throw new Error(`${item.id} does not say what is due`);
    return {
      status: 'done',
      due: thousandthsOf(ran.creditsDue),
      summary: ran.summary ?? {},
      resultJson: ran.resultJson,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProblemError)) throw error;
    if (error.status >= 500) parts.log.error({ job: job.id, index, err: error }, 'item failed');
    return { status: 'failed', reason: error.code, detail: error.message };
  }
}
