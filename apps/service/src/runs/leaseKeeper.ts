import { LIMITS } from '@hinterland/contract';
import type { Hold } from '../credits/hold.ts';
import { renewLease } from '../credits/lease.ts';
import { unavailable } from '../problem.ts';
import type { RunParts } from './parts.ts';

/** Share of a lease after which it is renewed. */
const RENEWED_AFTER = LIMITS.holdLeaseRenewalSeconds / LIMITS.holdLeaseSeconds;

export interface LeaseKeeper {
  /** Aborted when the hold has ended under the run: its result may no longer be handed out. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Renews the lease of a hold while its run is computed. A database that cannot be reached for a while is borne. */
export function keepLease({ db, clock, log, holdLeaseSeconds }: RunParts, hold: Hold): LeaseKeeper {
  const controller = new AbortController();
  const timer = setInterval(
    async () => {
      try {
        if (await renewLease(db, clock, hold, holdLeaseSeconds)) return;
        controller.abort(unavailable('The run was given up while it was computed; nothing was charged. Repeat it.'));
      } catch (error) {
        log.warn({ hold: hold.id, err: error }, 'lease not renewed');
      }
    },
    holdLeaseSeconds * RENEWED_AFTER * 1000,
  );
  timer.unref();
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
