import { availableParallelism, loadavg } from 'node:os';

/** How many times as long work takes now as on a machine at rest: what wants a processor, for each that there is; at least 1. */
export const slowdown = (): number => Math.max(1, loadavg()[0]! / availableParallelism());

/**
 * Begins to count work and returns how much there was since, in milliseconds of a machine at rest: while a machine has twelve times as
 * much to do as it can, a second of waiting counts as a twelfth. What waits reads it again and again; between two readings the larger
 * of both loads holds, as far as they stand for work to be done.
 */
export function countWork(
  slowness: () => number = slowdown,
  now: () => number = () => performance.now(),
): () => number {
  let work = 0;
  let last = { at: now(), slowness: slowness() };
  return () => {
    const next = { at: now(), slowness: slowness() };
    work += (next.at - last.at) / Math.max(last.slowness, next.slowness);
    last = next;
    return work;
  };
}

const LOOK_MILLISECONDS = 500;

/** Acts once so much work was done since, in milliseconds of a machine at rest. Returns what calls it off. */
export function afterWork(milliseconds: number, act: () => void): () => void {
  const worked = countWork();
  const timer = setInterval(() => {
    if (worked() < milliseconds) return;
    clearInterval(timer);
    act();
  }, LOOK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}
