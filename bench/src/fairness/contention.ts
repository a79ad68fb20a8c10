import { Worker } from 'node:worker_threads';
import type { BurnOrder } from './burn.ts';

/** Threads that burn: an attack keeps about as many busy, of service and database. */
const THREADS = 4;

/** Other work on the machine that has nothing to do with the service. */
export interface Contention {
  /** Takes so many processors for so long, as far as there are any. */
  burn(processors: number, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export function openContention(): Contention {
  const threads = Array.from({ length: THREADS }, () => new Worker(new URL('./burn.js', import.meta.url)));
  return {
    async burn(processors, milliseconds) {
      const order: BurnOrder = { processors: Math.min(1, processors / THREADS), milliseconds };
      await Promise.all(
        threads.map(
          (thread) =>
            new Promise<void>((resolve, reject) => {
              thread.once('message', () => resolve()).once('error', reject);
              thread.postMessage(order);
            }),
        ),
      );
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
