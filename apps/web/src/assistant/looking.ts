import { useSyncExternalStore } from 'react';

/** What the studio has open, which goes with a question; null on other pages. */
export interface Looking {
  /** The analysis, where it is the reader's own. */
  readonly analysis: string | null;
  readonly places: readonly { readonly label: string; readonly lng: number; readonly lat: number }[];
  /** Id of the action that is asked. */
  readonly question: string | null;
}

/** A run of the assistant that the studio is to show. */
interface Followed {
  readonly code: string;
  /** Grows by one with each run. */
  readonly no: number;
}

const listeners = new Set<() => void>();
let looking: Looking | null = null;
let followed: Followed | null = null;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = () => {
  for (const listener of listeners) listener();
};

/** Keeps what the studio has open; null when it is left. */
export function look(now: Looking | null): void {
  looking = now;
  tell();
}
export const useLookingAt = (): Looking | null => useSyncExternalStore(subscribe, () => looking);

/** Has the studio read an analysis anew, at the version of its address. */
export function follow(code: string): void {
  followed = { code, no: (followed?.no ?? 0) + 1 };
  tell();
}
export const useFollowed = (): Followed | null => useSyncExternalStore(subscribe, () => followed);
