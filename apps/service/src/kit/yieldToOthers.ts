import { setPriority } from 'node:os';

/** Niceness of threads that yield: about a tenth of the processor where another thread wants it. */
const NICENESS = 10;

/**
 * Lowers the priority of the calling thread, on Linux, which keeps one per thread: elsewhere it would be that of the whole process.
 * To be called before the thread loads its modules, which takes as long as much of its work.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, NICENESS);
}
