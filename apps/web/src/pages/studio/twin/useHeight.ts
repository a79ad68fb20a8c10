import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

const LEAST = 140;
const MOST = 640;
const STEP = 40;

/** The height of the drawer in pixels, changed by dragging its upper edge or with the arrow keys. */
export function useHeight() {
  const [height, setHeight] = useState(260);
  const from = useRef<{ readonly y: number; readonly height: number } | null>(null);
  const set = (pixels: number) => setHeight(Math.max(LEAST, Math.min(MOST, Math.round(pixels))));
  const handle = {
    'aria-valuemin': LEAST,
    'aria-valuemax': MOST,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = { y: event.clientY, height };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (from.current !== null) set(from.current.height + from.current.y - clientY);
    },
    onPointerUp: () => {
      from.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      set(height + by);
    },
  };
  return { height, handle };
}
