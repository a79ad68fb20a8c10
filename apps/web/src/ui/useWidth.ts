import { type RefObject, useEffect, useState } from 'react';

/** Width of an element in CSS pixels, 0 before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
