import { Worker } from 'node:worker_threads';
import { type SharedTerritory, shareTerritory, type Territory } from '@hinterland/territory';
import { THREAD_FLAGS, threadProgram } from '../kit/threadProgram.ts';

export interface WarmUpWork {
  readonly shared: SharedTerritory;
  /** Memory for what is made. */
  readonly mostBytes: number;
  /** One Int32: 1 to stop. A thread that was ended in the middle would leave a lock behind. */
  readonly stop: SharedArrayBuffer;
}

/**
 * Makes what first calls would have to make of a territory, in a thread that leaves the processor to the others. Resolves
 * when nothing is left to make, the memory is used up, or the signal is aborted; rejects where the thread fails.
 */
export function warmUp(territory: Territory, mostMegabytes: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new SharedArrayBuffer(4);
    const workerData: WarmUpWork = { shared: shareTerritory(territory), mostBytes: mostMegabytes * 1e6, stop };
    const thread = new Worker(threadProgram('warmUp'), { workerData, execArgv: THREAD_FLAGS });
    const abort = () => Atomics.store(new Int32Array(stop), 0, 1);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    thread.once('error', reject);
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', abort);
      if (code === 0) resolve();
      else reject(new Error(`the thread ended with code ${code}`));
    });
  });
}
