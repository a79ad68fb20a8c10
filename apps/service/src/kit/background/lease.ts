import { LIMITS } from '@hinterland/contract';

/** Share of a lease after which it is renewed. */
const RENEWED_AFTER = LIMITS.holdLeaseRenewalSeconds / LIMITS.holdLeaseSeconds;

export interface LeaseKeeper {
  /** Aborted with the error of `lost` once the lease belongs to this process no more. */
  readonly signal: AbortSignal;
  stop(): void;
}

export interface LeaseSettings {
  /** Length of the lease. */
  readonly seconds: number;
  /** Extends the lease; false where it has ended or another process has it. */
  renew(): Promise<boolean>;
  /** The reason that work under the lease is given up with. */
  lost(): Error;
  /** Logs a failed renewal. The next one follows all the same: short outages of the database are tolerated. */
  onError(error: unknown): void;
}

/** Renews a lease until it is stopped or lost. */
export function keepLease({ seconds, renew, lost, onError }: LeaseSettings): LeaseKeeper {
  const controller = new AbortController();
  const timer = setInterval(
    async () => {
      try {
        if (!(await renew())) controller.abort(lost());
      } catch (error) {
        onError(error);
      }
    },
    seconds * RENEWED_AFTER * 1000,
  );
  timer.unref();
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
