import { useEffect, useRef, useState } from 'react';

/** Returns the value at once where it was stable for `milliseconds` before, otherwise once it stops changing. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, settle] = useState(value);
  const changed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isFirst = now - changed.current > milliseconds;
    changed.current = now;
    const timer = setTimeout(() => settle(value), isFirst ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
