/** Asks a loop to poll now instead of at the next interval. */
export interface Nudge {
  nudge(): void;
}

export interface Loop extends Nudge {
  /** Takes no more work; resolves when the work under way has ended. */
  stop(): Promise<void>;
}

export interface LoopSettings<T> {
  /** Claims the next piece of work, so that no other process takes it; null when there is none. */
  take(): Promise<T | null>;
  /** Does one piece. `stopping` is aborted when the loop stops. */
  work(piece: T, stopping: AbortSignal): Promise<void>;
  /** Pieces under way at the same time. */
  atOnce: number;
  /** Interval between polls: for work of other processes, and for work that falls due. */
  everyMilliseconds: number;
  /** Logs a failed `take` (`piece` is null; at most once a minute while it lasts) or a failed `work`. */
  onError(error: unknown, piece: T | null): void;
}

/** A `take` that keeps failing is reported once in this time. */
const SILENT_MILLISECONDS = 60_000;

/** The background loop of the service: takes work until there is none or enough is under way, then waits for more. */
export function openLoop<T>({ take, work, atOnce, everyMilliseconds, onError }: LoopSettings<T>): Loop {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let polling: Promise<void> | null = null;
  let again = false;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const begin = (piece: T) => {
    const working = work(piece, stopping.signal)
      .catch((error) => onError(error, piece))
      .finally(() => {
        underWay.delete(working);
        nudge();
      });
    underWay.add(working);
  };
  const poll = async () => {
    while (again) {
      again = false;
      try {
        while (!stopping.signal.aborted && underWay.size < atOnce) {
          const piece = await take();
          if (piece === null) break;
          begin(piece);
        }
        reportedAt = Number.NEGATIVE_INFINITY;
      } catch (error) {
        if (stopping.signal.aborted || performance.now() - reportedAt < SILENT_MILLISECONDS) continue;
        reportedAt = performance.now();
        onError(error, null);
      }
    }
  };
  const nudge = () => {
    if (stopping.signal.aborted) return;
    again = true;
    polling ??= poll().finally(() => {
      polling = null;
      if (again) nudge();
    });
  };
  const timer = setInterval(nudge, everyMilliseconds);
  timer.unref();
  nudge();
  return {
    nudge,
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('the service is stopping'));
      await polling;
      await Promise.all(underWay);
    },
  };
}

/** A loop without work, for processes that leave it to others. */
export const noLoop: Loop = { nudge() {}, async stop() {} };
