import { setTimeout as sleep } from 'node:timers/promises';
import { FetchFault } from './fetchFault.ts';

/** Waits and limits; tests make them short. */
export interface DownloadLimits {
  /** A body without a byte for so long is given up, and resumed. */
  readonly idleMilliseconds: number;
  /** The first wait after a fault that passes; each next one is twice as long. */
  readonly backoffMilliseconds: number;
  /** Faults in a row without a new byte before it is given up. */
  readonly mostFaults: number;
  /** Longest wait that a server may ask for. */
  readonly longestWaitSeconds: number;
}

export const USUAL_LIMITS: DownloadLimits = {
  idleMilliseconds: 30_000,
  backoffMilliseconds: 1000,
  mostFaults: 5,
  longestWaitSeconds: 120,
};

/** What has changed so often while it was read is given up. */
export const MOST_RESTARTS = 2;

/**
 * Tries again after faults that pass, with waits that double, until as many as the limits allow have come in a row without a
 * new byte. `bytesThere` counts them.
 */
export async function retrying<T>(
  limits: DownloadLimits,
  bytesThere: () => number | Promise<number>,
  attempt: () => Promise<T>,
): Promise<T> {
  let faults = 0;
  for (;;) {
    const before = await bytesThere();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FetchFault) || !error.isPassing) throw error;
      // Where nothing has come yet, there is no network: one look-up is enough.
      if (error.isUnresolved && before === 0) throw error;
      faults = (await bytesThere()) > before ? 1 : faults + 1;
      const asked = error.retryAfterSeconds ?? 0;
      if (faults >= limits.mostFaults || asked > limits.longestWaitSeconds) throw error;
      await sleep(Math.max(asked * 1000, limits.backoffMilliseconds * 2 ** (faults - 1)));
    }
  }
}
