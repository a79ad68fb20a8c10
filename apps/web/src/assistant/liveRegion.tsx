import { useEffect, useState } from 'react';
import { useText } from '../text/index.ts';
import { useFormat } from '../ui/format.ts';
import type { Turn } from './types.ts';

/** Announces an answer to screen readers: one sentence when it begins, when it ends, and with a card. */
export function LiveRegion({ turn }: { turn: Turn | null }) {
  const { say } = useText();
  const { number } = useFormat();
  // A conversation that is opened says nothing: only what happens in it since.
  const [seen] = useState(turn?.id);
  const [spoken, setSpoken] = useState('');
  const card = turn?.parts.findLast((part) => part?.type === 'card');
  const text =
    turn === null
      ? ''
      : turn.state === 'running'
        ? say('assistant.aloud.running')
        : turn.state === 'waiting' && card?.type === 'card'
          ? say('assistant.aloud.card', { count: card.card.quote.credits, credits: number(card.card.quote.credits) })
          : say(`assistant.aloud.${turn.state}`);
  const isNew = turn?.id !== seen || turn?.state === 'running';
  useEffect(() => {
    if (isNew) setSpoken(text);
  }, [isNew, text]);
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
  );
}
