/** Entry of an engine thread: runs one task at a time on territories in shared memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Action, ActionContext, RowWork } from '@hinterland/actions';
import { ActionProblem, CancelledError, resultBytes } from '@hinterland/actions/action';
import { type Territory, territoryFromShared } from '@hinterland/territory';
import { yieldToOthers } from '../kit/yieldToOthers.ts';
import { CorrectedTerritories } from './correctedTerritories.ts';
import { answerMap, type MapQuestion } from './map.ts';
import type { FromWorker, Outcome, Task, ToWorker, WorkerSettings } from './protocol.ts';

const port = parentPort as NonNullable<typeof parentPort>;
const settings = workerData as WorkerSettings;
if (settings.yields) yieldToOthers();
const cancelFlag = new Int32Array(settings.cancelFlag);
const territories = new Map<string, Territory>();
const corrected = new CorrectedTerritories();

interface Registry {
  readonly actions: readonly Action[];
  readonly pageActions?: readonly Action[];
  readonly storeActions?: readonly Action[];
  readonly rowWorks?: readonly RowWork<unknown, unknown>[];
}

const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

// Programs of threads do not await at the top level: see threadProgram.ts.
void import(settings.registry).then((registry: Registry) => {
  port.on('message', (message: ToWorker) => {
    if (message.type === 'territory') territories.set(message.key, territoryFromShared(message.shared));
    else if (message.type === 'drop') territories.delete(message.key);
    else perform(registry, message);
  });
  say({ type: 'ready' });
});

/** Milliseconds since 1970, with fractions. */
const moment = () => performance.timeOrigin + performance.now();

function perform(registry: Registry, message: Extract<ToWorker, { readonly type: 'task' }>): void {
  const { id, task } = message;
  const from = moment();
  const worked = () => ({ from, to: moment() });
  try {
    const outcome = compute(registry, task, contextOf(message));
    say(
      { type: 'done', id, outcome, worked: worked() },
      outcome.kind === 'run' ? [outcome.resultJson.buffer as ArrayBuffer] : [],
    );
  } catch (error) {
    if (error instanceof CancelledError) say({ type: 'cancelled', id, worked: worked() });
    else if (error instanceof ActionProblem) {
      say({ type: 'problem', id, code: error.code, detail: error.message, fields: error.fields, worked: worked() });
    } else {
      const failure = error instanceof Error ? error : new Error(String(error));
      say({
        type: 'failed',
        id,
        message: failure.message,
        stack: failure.stack ?? failure.message,
        worked: worked(),
      });
    }
  }
}

function compute(registry: Registry, task: Task, context: ActionContext): Outcome {
  const { actions, pageActions = [], storeActions = [], rowWorks = [] } = registry;
  if (task.kind === 'map') return { kind: 'map', bytes: answerMap(context.territory, task.input as MapQuestion) };
  const action = [...actions, ...pageActions, ...storeActions].find(({ id }) => id === task.actionId);
  if (action !== undefined && task.kind === 'quote') {
    return { kind: 'quote', quote: action.quote(context, task.input), warnings: warningsOf(action, task, context) };
  }
  const runs = action ?? rowWorks.find(({ id }) => id === task.actionId);
  if (runs === undefined) throw new Error(`the registry of the engine threads has nothing named ${task.actionId}`);
  const { result, ...more } = runs.run(context, task.input);
  // Written as JSON here, so that a large polygon never holds up the thread that answers requests.
  const resultJson = resultBytes(result as object);
  if (resultJson[0] !== '{'.charCodeAt(0)) throw new Error(`the result of ${task.actionId} is not an object`);
  const beside = { warnings: action === undefined ? [] : warningsOf(action, task, context), ...more };
  // Compressed here, too: the database that stores it has one thread for everybody.
  // The lowest level takes a fifth of the time of the usual one, and a seventh more space.
  if (task.kind === 'item') return { kind: 'item', resultGzip: gzipSync(resultJson, { level: 1 }), ...beside };
  return { kind: 'run', resultJson, ...beside };
}

const warningsOf = (action: Action, { input }: Task, { territory }: ActionContext) =>
  action.warningsIn?.(territory, input) ?? [];

function contextOf({ id, task, withProgress }: Extract<ToWorker, { readonly type: 'task' }>): ActionContext {
  const territory = territories.get(task.territory);
  if (territory === undefined) throw new Error(`the engine thread was never given the territory ${task.territory}`);
  return {
    territory: corrected.of(territory, task.overlay),
    channel: task.channel,
    progress: withProgress ? (fraction, step, soFar) => say({ type: 'progress', id, fraction, step, soFar }) : () => {},
    cancelled: () => Atomics.load(cancelFlag, 0) === id,
  };
}
