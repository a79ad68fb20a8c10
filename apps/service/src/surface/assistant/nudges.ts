/** Tells streams of this process that a conversation has events for them. */
export interface Nudges {
  nudge(conversationId: string): void;
  /** Resolves at the next nudge, after the time, or when the signal is aborted. */
  wait(conversationId: string, milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function makeNudges(): Nudges {
  const waiting = new Map<string, Set<() => void>>();
  return {
    nudge(id) {
      for (const wake of waiting.get(id) ?? []) wake();
    },
    wait: (id, milliseconds, signal) =>
      new Promise((resolve) => {
        const own = waiting.get(id) ?? new Set();
        waiting.set(id, own);
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          own.delete(wake);
          if (own.size === 0) waiting.delete(id);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        own.add(wake);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
      }),
  };
}
