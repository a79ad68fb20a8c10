import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Pointing {
  /** Id of the thing pointed at or focused; null for none. */
  readonly pointed: string | null;
  point(id: string | null): void;
}

const NOWHERE: Pointing = { pointed: null, point: () => {} };
const Context = createContext(NOWHERE);

/** What is pointed at, and a way to point, for what draws more than rows and marks: the map. */
export const usePointing = (): Pointing => useContext(Context);

/** Joins rows and marks of the same id within: pointing at one, or focusing it, shows all. Joins within others are one with them. */
export function Joined({ children }: { children: ReactNode }) {
  const outer = useContext(Context);
  const [pointed, point] = useState<string | null>(null);
  const own = useMemo(() => ({ pointed, point }), [pointed]);
  const pointing = outer === NOWHERE ? own : outer;
  return <Context value={pointing}>{children}</Context>;
}

/** Returns the attributes of a row or mark by its id. Without an id there are none. */
export function useJoint() {
  const { pointed, point } = useContext(Context);
  return (id: string | undefined) =>
    id === undefined
      ? {}
      : {
          'data-joint': id,
          'data-pointed': pointed === id ? '' : undefined,
          onPointerEnter: () => point(id),
          onPointerLeave: () => point(null),
          onFocus: () => point(id),
          onBlur: () => point(null),
        };
}
