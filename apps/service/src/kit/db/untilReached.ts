import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from './away.ts';

/** A failover or a restart of the server takes seconds; a process that starts meanwhile waits for it as long as this. */
const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 500;

interface Patience {
  /** Called before each further attempt. */
  readonly onAway: (error: unknown) => void;
  readonly milliseconds?: number | undefined;
}

/** Nothing listens there, or there is no such host: at the first attempt a wrong setting, later a restart. */
const NOBODY = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'];

/**
 * Does something at the start that may be done again, until the database answers it: a connection that is terminated, and a server
 * that is restarted, must not end the process. Throws the last error after a minute, and any other at once, as where nothing
 * answers at the first attempt.
 */
export async function untilReached<T>(
  work: () => Promise<T>,
  { onAway, milliseconds = PATIENCE_MILLISECONDS }: Patience,
): Promise<T> {
  const deadline = performance.now() + milliseconds;
  for (let first = true; ; first = false) {
    try {
      return await work();
    } catch (error) {
      const reasons = [error, (error as { cause?: unknown }).cause];
      const nobody = reasons.some((reason) => NOBODY.includes((reason as { code?: string } | undefined)?.code ?? ''));
      if (!reasons.some(isDatabaseAway) || (first && nobody) || performance.now() > deadline) throw error;
      onAway(error);
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}
