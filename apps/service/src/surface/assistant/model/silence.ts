/** Aborts when nothing has come for so long, or when the time is over. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Something has come. */
  heard(): void;
  stop(): void;
}

/** Waits so long for each piece of an answer, and so long for all of it. */
export function patience(silentMilliseconds: number, wholeMilliseconds: number): Patience {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const whole = setTimeout(abort, wholeMilliseconds);
  let silent = setTimeout(abort, silentMilliseconds);
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(silent);
      silent = setTimeout(abort, silentMilliseconds);
    },
    stop() {
      clearTimeout(whole);
      clearTimeout(silent);
    },
  };
}
