import { isProblemCode, problems } from '@hinterland/contract';
import type { FromWorker } from './protocol.ts';
import type { Slot } from './slot.ts';
import type { PoolTask } from './task.ts';

/** How a task ended in its thread, or that the thread was lost with it. */
export type ThreadEnd = Exclude<FromWorker, { type: 'ready' | 'progress' }> | { readonly type: 'lost' };

/** Adds the time that a task was in its thread to the trace of its caller, where there is one. */
export function noteThread(
  { number, startedAt }: Slot,
  { caller, task, options, cameAt }: PoolTask,
  end: ThreadEnd,
): void {
  if (caller === undefined) return;
  const { from, to } = end.type === 'lost' ? { from: performance.timeOrigin + startedAt, to: undefined } : end.worked;
  const facts = {
    'hinterland.action': task.actionId,
    'hinterland.engine.class': options.priority,
    'hinterland.engine.thread': number,
    'hinterland.engine.waited_milliseconds': Math.round(startedAt - cameAt),
  };
  const span = caller.begin(`thread ${task.kind} ${task.actionId}`, facts, from);
  if (end.type === 'problem') {
    const ours = !isProblemCode(end.code) || problems[end.code].status >= 500;
    span.fail({ code: end.code, ours });
  } else if (end.type !== 'done') span.fail({ code: end.type, ours: end.type !== 'cancelled' });
  span.end(to);
}
