/** Thrown where an attempt failed for a reason of ours. It is not recorded, and made again when its lease ends. */
export class OwnFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OwnFault';
  }
}

/** Faults of this machine: no descriptors, memory, ports or network of its own. */
const OF_THIS_MACHINE: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOBUFS',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'ENETDOWN',
]);

/** Whether an error of a connection is a fault of this machine. */
export const isOfThisMachine = (error: unknown): boolean => OF_THIS_MACHINE.has(codeOf(error));

/**
 * Whether a failed lookup is a fault of ours: one without a code is a fault of the program, and ECONNREFUSED means that
 * our name server does not run.
 */
export function isOurLookup(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code !== 'string' || code === 'ECONNREFUSED' || isOfThisMachine(error);
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Length of a standstill that may fail an attempt by itself. */
const STANDSTILL_MILLISECONDS = 2000;

/** Watches whether this process stands still, as a machine does that is frozen or much too busy. */
export function watchStandstill(): { readonly stoodStill: () => boolean; readonly stop: () => void } {
  let last = performance.now();
  let longest = 0;
  const tick = () => {
    const present = performance.now();
    longest = Math.max(longest, present - last);
    last = present;
  };
  const timer = setInterval(tick, STANDSTILL_MILLISECONDS / 4);
  timer.unref();
  return {
    stoodStill() {
      tick();
      return longest > STANDSTILL_MILLISECONDS;
    },
    stop: () => clearInterval(timer),
  };
}
