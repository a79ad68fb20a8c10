import { useEffect, useRef, useState } from 'react';
import type { Known } from './address.ts';
import { queryClient } from './queries.ts';
import { call } from './request.ts';

/** Time to undo a deletion. */
const UNDO_MILLISECONDS = 10_000;

interface Removed {
  readonly id: string;
  readonly name: string;
  /** What the deletion takes along, such as "?copies=delete". */
  readonly query?: string;
}

interface Pending extends Removed {
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Deletes things of a list ten seconds after they were chosen for it: until then the list leaves them out, and `undo` brings the
 * last one back. Leaving the page, or another deletion, ends the time at once. A deletion that fails brings it back, too.
 * `list` is the path of the list, each thing below it by its id; what stands below `home` is stale afterwards.
 */
export function useDeletion<const A extends string>(list: A & Known<`${A}/${string}`, 'DELETE'>, home: string) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [error, setError] = useState<unknown>(null);
  const last = useRef<Pending | null>(null);

  const take = (): Pending | null => {
    const taken = last.current;
    if (taken !== null) clearTimeout(taken.timer);
    last.current = null;
    return taken;
  };
  const send = async ({ id, query = '' }: Pending) => {
    try {
      await call(`/web/v1${list}/${id}${query}`, { method: 'DELETE', keepalive: true });
    } catch (thrown) {
      setError(thrown);
    }
    await queryClient.invalidateQueries({ queryKey: home.split('/').filter(Boolean) });
  };
  const end = async () => {
    const taken = take();
    if (taken === null) return;
    await send(taken);
    setPending((shown) => (shown === taken ? null : shown));
  };

  // The page is left, within the app or with the tab.
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    const leave = () => void latest.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    pending,
    error,
    remove({ id, name, query = '' }: Removed) {
      void end();
      setError(null);
      const next: Pending = { id, name, query, timer: setTimeout(() => void end(), UNDO_MILLISECONDS) };
      last.current = next;
      setPending(next);
    },
    undo() {
      take();
      setPending(null);
    },
  };
}
