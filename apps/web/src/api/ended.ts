import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isEnded = false;

/** Notes whether the service knows the session of this window: a call that it refused for want of one says that it has ended. */
export function noteEnded(now: boolean): void {
  if (now === isEnded) return;
  isEnded = now;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the session has ended while a page is open. */
export const useEnded = (): boolean => useSyncExternalStore(subscribe, () => isEnded);

/** The address of the sign-in page that leads back to where one is, with what is asked there. */
export const signInAddress = (): string =>
  `/sign-in?${new URLSearchParams([['then', window.location.pathname + window.location.search]])}`;
