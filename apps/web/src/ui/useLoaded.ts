import { useEffect, useState } from 'react';

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Returns what a module holds that a page loads behind itself; null until it is there. Throws where it cannot be loaded. `load`
 * is one function for all renders.
 */
export function useLoaded<T>(load: () => Promise<T>): T | null {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (ended: Outcome<T>) => {
      if (isShown) setOutcome(ended);
    };
    load().then(
      (value) => show({ value }),
      (error: unknown) => show({ error }),
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  if (outcome === null) return null;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
