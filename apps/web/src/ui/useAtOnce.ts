import { useEffect, useRef, useState } from 'react';

/** Long enough for the paint that answers a click: what follows the value would hold it up. */
const PAINT_MILLISECONDS = 40;

/**
 * The value nearly at once where it has not changed for a while before, as after a click; else, as while something is dragged, once it has not
 * changed for a while.
 */
export function useAtOnce<T>(value: T, milliseconds: number): T {
  const [settled, settle] = useState(value);
  const changed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isFirst = now - changed.current > milliseconds;
    changed.current = now;
    const timer = setTimeout(() => settle(value), isFirst ? PAINT_MILLISECONDS : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
