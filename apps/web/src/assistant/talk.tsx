import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Body, ConversationPath, OrganizationPath } from '../api/address.ts';
import { queryClient } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useText } from '../text/index.ts';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';
import { Composer } from './composer.tsx';
import { isOpen } from './events.ts';
import { Examples } from './examples.tsx';
import { LiveRegion } from './liveRegion.tsx';
import { follow, type Looking, useLookingAt } from './looking.ts';
import { takeQuestion, useWaitingQuestion } from './open.ts';
import { TurnView } from './turnView.tsx';
import type { AssistantState, Card, Conversation } from './types.ts';
import { isGone, useConversation } from './useConversation.ts';

interface TalkProps {
  readonly state: AssistantState;
  /** Of the organization. */
  readonly path: OrganizationPath;
  /** The conversation; null for one that begins with its first question. */
  readonly id: string | null;
  readonly onOpen: (id: string | null) => void;
}

/** A conversation: questions with their answers, and the field for the next question. */
export function Talk({ state, path, id, onOpen }: TalkProps) {
  const { say } = useText();
  const [, go] = useLocation();
  const looking = useLookingAt();
  const list = `${path}/conversations` as const;
  const shown = useRef(new Set<string>());
  const onRan = useCallback(
    ({ id: cardId, analysis, version }: Card) => {
      // The answer to the click and the event say the same.
      if (shown.current.has(cardId)) return;
      shown.current.add(cardId);
      void queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
      // The studio shows what was run; other pages stay, and the card leads there.
      if (analysis === undefined || version === undefined || !isStudio()) return;
      go(`/a/${analysis}?version=${version}`);
      follow(analysis);
    },
    [path, go],
  );
  const { conversation, error, isBroken, put, read } = useConversation(list, id, onRan);
  const [fault, setFault] = useState<unknown>(null);
  const turn = conversation?.turns.at(-1) ?? null;

  useEffect(() => {
    if (isGone(error)) onOpen(null);
  }, [error, onOpen]);

  async function ask(text: string): Promise<boolean> {
    setFault(null);
    isAtEnd.current = true;
    try {
      const known = conversation ?? (await begin(list, looking));
      const asked = await request(`${list}/${known.id}/turns`, { method: 'POST', body: bodyOf(text, looking) });
      put(asked, known);
      if (conversation === null) onOpen(known.id);
      return true;
    } catch (thrown) {
      setFault(thrown);
      return false;
    }
  }
  const canAsk = turn?.state !== 'running' && (id === null || conversation !== null);
  const waiting = useWaitingQuestion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked once, by the conversation as it is then.
  useEffect(() => {
    if (waiting !== null && canAsk) void ask(takeQuestion());
  }, [waiting, canAsk]);
  async function cancel(): Promise<void> {
    if (conversation === null || turn === null) return;
    try {
      put(await request(`${list}/${conversation.id}/turns/${turn.id}/cancel`, { method: 'POST', body: {} }));
      await read(conversation.id);
    } catch (thrown) {
      setFault(thrown);
    }
  }

  const body = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // The newest words stay in sight, unless the reader has gone up to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every event may make the answer longer.
  useEffect(() => {
    if (isAtEnd.current) body.current?.scrollTo({ top: body.current.scrollHeight });
  }, [conversation]);
  const scrolled = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PIXELS;
  };

  return (
    <>
      <div className="assistant-body" ref={body} onScroll={scrolled} data-assistant={turn?.state ?? 'new'}>
        {id !== null && conversation === null && error === null && <Loading lines={3} />}
        {error !== null && !isGone(error) && <ErrorNotice error={error} />}
        {id === null && <Examples place={looking?.places[0]?.label ?? null} onAsk={(text) => void ask(text)} />}
        {conversation?.turns.map((one) => (
          <TurnView
            key={one.id}
            turn={one}
            path={path}
            address={`${list}/${conversation.id}`}
            onCard={(card) => {
              if (card.state === 'done') onRan(card);
              void read(conversation.id).catch(() => {});
            }}
          />
        ))}
      </div>
      <LiveRegion turn={turn} />
      <footer className="assistant-foot">
        {isBroken && <Notice kind="warning">{say('assistant.broken')}</Notice>}
        <ErrorNotice error={fault} />
        <Composer
          isRunning={turn?.state === 'running'}
          canCancel={turn !== null && isOpen(turn)}
          onAsk={ask}
          onCancel={() => void cancel()}
        />
        <p className="soft small">
          {say('assistant.leaves', { host: state.host ?? '', model: state.model ?? '' })}{' '}
          <a href="/developers/guides/assistant">{say('assistant.leavesMore')}</a>
        </p>
      </footer>
    </>
  );
}

/** A reader who is this near to the end follows the answer. */
const NEAR_END_PIXELS = 80;

const isStudio = (): boolean => /^\/(studio|a\/)/.test(window.location.pathname);

/** Makes a conversation, in the analysis that is open. */
const begin = (list: `${OrganizationPath}/conversations`, looking: Looking | null): Promise<Conversation> =>
  request(list, {
    method: 'POST',
    body: looking?.analysis == null ? {} : { analysis: looking.analysis },
  });

function bodyOf(text: string, looking: Looking | null): Body<`${ConversationPath}/turns`, 'POST'> {
  if (looking === null) return { text };
  const { places, question } = looking;
  return { text, looking: { places, ...(question === null ? {} : { question }) } };
}
