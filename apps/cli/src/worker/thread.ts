/** Entry of a thread of `hinterland work`: does one piece of work at a time on a territory in shared memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ActionContext, findAction } from '@hinterland/actions';
import { territoryFromShared } from '@hinterland/territory';
import { answerLines } from './answerLines.ts';
import { answerRows } from './answerRows.ts';
import { answerTable } from './answerTable.ts';
import type { FromThread, Outcome, ThreadSettings, ToThread, Work } from './protocol.ts';
import { sampleColumns } from './sampleColumns.ts';

const port = parentPort as NonNullable<typeof parentPort>;
const settings = workerData as ThreadSettings;
const territory = territoryFromShared(settings.shared);
const cancelFlag = new Int32Array(settings.cancelFlag);
const say = (message: FromThread) => port.postMessage(message);

port.on('message', ({ id, work }: ToThread) => {
  const context: ActionContext = {
    territory,
    channel: 'batch',
    progress: () => {},
    cancelled: () => Atomics.load(cancelFlag, 0) === id,
  };
  try {
    say({ id, outcome: outcomeOf(context, work) });
  } catch (error) {
    say({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

function outcomeOf(context: ActionContext, work: Work): Outcome {
  const action = findAction(work.actionId)!;
  if (work.kind === 'lines') return answerLines(action, context, work);
  if (work.kind === 'columns') return sampleColumns(action, context, work.sample, work.wanted);
  if (work.kind === 'rows') return answerRows(action, context, work.rows, work.columns, work.wanted);
  return answerTable(action, context, work);
}
