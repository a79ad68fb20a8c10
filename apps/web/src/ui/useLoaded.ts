import { useEffect, useState } from 'react';

/** Returns what a module holds that a page loads behind itself; null until it is there. `load` is one function for all renders. */
export function useLoaded<T>(load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    let isShown = true;
    void load().then((value) => {
      if (isShown) setLoaded({ value });
    });
    return () => {
      isShown = false;
    };
  }, [load]);
  return loaded?.value ?? null;
}
