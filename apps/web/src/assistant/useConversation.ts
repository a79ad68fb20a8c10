import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { queryClient, refresh } from '../api/queries.ts';
import { Problem, request } from '../api/request.ts';
import { after, EVENTS, isOpen, type Told, withTurn } from './events.ts';
import type { Card, Conversation, Turn } from './types.ts';

/** Pause before a stream that the service refused is asked for again; the browser repeats one that broke by itself. */
const RETRY_MILLISECONDS = 3_000;

/**
 * A conversation as it stands, kept up to date by its events while something may still happen. `list` is the path of the
 * conversations; `onRan` gets each card whose run has ended while it is watched.
 */
export function useConversation(
  list: `${OrganizationPath}/conversations`,
  id: string | null,
  onRan: (card: Card) => void,
) {
  const [conversation, setConversation] = useState<Conversation | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBroken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const held = useRef<Conversation | null>(null);
  const ran = useRef(onRan);
  ran.current = onRan;

  const keep = useCallback((next: Conversation | null) => {
    held.current = next;
    setConversation(next);
  }, []);

  /** What was read later than the newest event holds it, too. */
  const read = useCallback(
    async (of: string, signal?: AbortSignal) => {
      const stored = await request(`${list}/${of}`, signal === undefined ? {} : { signal });
      const isOlder = held.current?.id === of && held.current.lastEventId > stored.lastEventId;
      if (!isOlder && signal?.aborted !== true) keep(stored);
    },
    [list, keep],
  );

  useEffect(() => {
    setError(null);
    if (id === null) return keep(null);
    if (held.current?.id === id) return;
    keep(null);
    const controller = new AbortController();
    read(id, controller.signal).catch((thrown) => !controller.signal.aborted && setError(thrown));
    return () => controller.abort();
  }, [id, keep, read]);

  const isLive = conversation?.id === id && conversation?.turns.some(isOpen) === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another stream.
  useEffect(() => {
    if (id === null || !isLive) return;
    const source = new EventSource(`/web/v1${list}/${id}/events?after=${held.current?.lastEventId ?? 0}`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (no: number, told: Told) => {
      const before = held.current;
      if (before === null || no <= before.lastEventId) return;
      keep(after(before, no, told));
      if (told.event === 'part' && told.data.part.type === 'card' && told.data.part.card.state === 'done')
        ran.current(told.data.part.card);
      if (told.event !== 'done') return;
      void refresh();
      void read(id).catch(() => {});
    };
    for (const event of EVENTS) {
      source.addEventListener(event, ({ data, lastEventId }) =>
        take(Number(lastEventId), { event, data: JSON.parse(String(data)) } as Told),
      );
    }
    source.onopen = () => setBroken(false);
    source.onerror = () => {
      setBroken(true);
      if (source.readyState === EventSource.CLOSED)
        timer = setTimeout(() => setAttempt((no) => no + 1), RETRY_MILLISECONDS);
    };
    return () => {
      clearTimeout(timer);
      source.close();
      setBroken(false);
    };
  }, [list, id, isLive, attempt, keep, read]);

  return {
    conversation,
    error,
    /** Whether the connection is lost while an answer comes. */
    isBroken,
    /** Puts a turn in that a call has answered with. */
    put: useCallback(
      (turn: Turn, of?: Conversation) => {
        const before = of ?? held.current;
        if (before !== null) keep(withTurn(before, turn));
        void queryClient.invalidateQueries({ queryKey: list.split('/').filter(Boolean), exact: true });
      },
      [keep, list],
    ),
    read,
  };
}

/** It is not there: it was deleted, or its time is over. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.status === 404;
