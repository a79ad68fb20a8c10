import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../../text/index.ts';

/** How far a bottom sheet is open; a column on wide screens is always whole. */
const STOPS = ['peek', 'half', 'full'] as const;
type Stop = (typeof STOPS)[number];

const DRAG_PIXELS = 32;

/** The column beside the map; on a phone a sheet from below with three stops. */
export function Sheet({ children }: { children: ReactNode }) {
  const { say } = useText();
  const [stop, setStop] = useState<Stop>('half');
  const from = useRef<number | null>(null);
  const isDragged = useRef(false);
  const shift = (by: number) =>
    setStop((before) => STOPS[Math.max(0, Math.min(STOPS.length - 1, STOPS.indexOf(before) + by))] as Stop);
  const release = ({ clientY }: PointerEvent) => {
    const moved = from.current === null ? 0 : clientY - from.current;
    from.current = null;
    isDragged.current = Math.abs(moved) > DRAG_PIXELS;
    if (isDragged.current) shift(moved < 0 ? 1 : -1);
  };
  return (
    <section className="sheet" data-stop={stop} aria-label={say('studio.column')}>
      <button
        type="button"
        className="sheet-handle"
        aria-label={say(`studio.sheet.${stop}`)}
        onPointerDown={(event) => {
          from.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={release}
        onClick={() => {
          if (!isDragged.current) setStop(STOPS[(STOPS.indexOf(stop) + 1) % STOPS.length] as Stop);
          isDragged.current = false;
        }}
      />
      <div className="sheet-body">{children}</div>
    </section>
  );
}
