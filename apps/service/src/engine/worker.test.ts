import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { shareTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { threadProgram } from '../kit/threadProgram.ts';
import { drawn } from '../testing/service.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './protocol.ts';

describe('engine thread', () => {
  it('sends progress only where the caller listens', async () => {
    const worker = new Worker(threadProgram('engine'), {
      workerData: {
        registry: threadProgram('testActions').href,
        cancelFlag: new SharedArrayBuffer(4),
        yields: false,
      } satisfies WorkerSettings,
    });
    const say = (message: ToWorker) => worker.postMessage(message);
    const messages = on(worker, 'message');
    const next = async () => ((await messages.next()).value as [FromWorker])[0];
    try {
      expect(await next()).toEqual({ type: 'ready' });
      say({ type: 'territory', key: 'town#1', shared: shareTerritory(drawn()) });
      for (const withProgress of [true, false]) {
        const id = withProgress ? 1 : 2;
        const input = { text: '', waitMilliseconds: 50, behave: 'well', credits: 4 };
        const task = { kind: 'run', territory: 'town#1', actionId: 'test.charged', input, channel: 'api' } as const;
        say({ type: 'task', id, task, withProgress });
        const types: string[] = [];
        while (types.at(-1) !== 'done') types.push((await next()).type);
        expect(types.includes('progress')).toBe(withProgress);
      }
    } finally {
      await worker.terminate();
    }
  });
});
