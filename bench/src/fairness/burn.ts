import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** A thread that takes processor time and does nothing else: what an attack costs others wherever its work is done. */

/** Order to burn so many processors, at most one, for so long. */
export interface BurnOrder {
  readonly processors: number;
  readonly milliseconds: number;
}

const SLICE_MILLISECONDS = 10;
const clock = new Int32Array(new SharedArrayBuffer(4));

parentPort?.on('message', ({ processors, milliseconds }: BurnOrder) => {
  const begun = performance.now();
  const taken = takenMilliseconds();
  for (let elapsed = 0; elapsed < milliseconds; elapsed = performance.now() - begun) {
    const slice = performance.now() + 1;
    if (takenMilliseconds() - taken < processors * elapsed) while (performance.now() < slice);
    else Atomics.wait(clock, 0, 0, SLICE_MILLISECONDS);
  }
  parentPort?.postMessage('done');
});

/** Processor time of this thread so far, as Linux counts it. */
const takenMilliseconds = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
