/** Failures to load a file of the app: it is gone after an upgrade, or the connection is. */
const failures = new WeakSet<object>();

/** Time in which a second failure of the same file means that reloading does not help. */
const RELOADED_MILLISECONDS = 60_000;
const KEY = 'hinterland.reloadedFor';

/** Notes which errors are of files that cannot be loaded: browsers have no common name for them, the bundler tells. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));
}

export const isMissingFile = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && failures.has(error);

/** Whether the page was reloaded for the same file a moment ago. */
export function wasReloadedFor({ message }: Error): boolean {
  const { of, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { of?: string; at?: number };
  return of === message && Date.now() - (at ?? 0) < RELOADED_MILLISECONDS;
}

/** Loads the page again, which then names the files of the version that the service has. */
export function reloadFor({ message }: Error): void {
  sessionStorage.setItem(KEY, JSON.stringify({ of: message, at: Date.now() }));
  window.location.reload();
}
