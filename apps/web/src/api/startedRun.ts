/** A run that this window has started and whose end it has not seen: the page was loaded again meanwhile. */
const KEY = 'hinterland.startedRun';

let isLeaving = false;

export function startRun(actionId: string): void {
  // A page that is left cuts its calls off, which is no end of a run.
  window.addEventListener('beforeunload', () => (isLeaving = true), { once: true });
  sessionStorage.setItem(KEY, actionId);
}

export function endRun(): void {
  if (!isLeaving) sessionStorage.removeItem(KEY);
}

/** Returns whether a run of the action was dropped by a reload, and forgets it: it is said once. */
export function takeDropped(actionId: string): boolean {
  if (sessionStorage.getItem(KEY) !== actionId) return false;
  sessionStorage.removeItem(KEY);
  return true;
}
