import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import type { Asked } from './useAsked.ts';

interface AloudProps {
  readonly asked: Asked;
  /** Whether the price is known: nothing is missing. */
  readonly isComplete: boolean;
}

/** What has changed, for those who cannot see it: a region that is there before its text, as screen readers need it. */
export function Aloud({ asked: { running, isAnswered, price }, isComplete }: AloudProps) {
  const { say } = useText();
  const { number } = useFormat();
  const credits = isComplete ? price.quote?.quotedCredits : undefined;
  const text = () => {
    if (running.state.phase === 'running') return say('studio.run.running');
    if (running.state.phase === 'cancelled') return say('studio.run.cancelled');
    if (isAnswered) return say('studio.answer.aloud');
    return credits === undefined ? '' : say('studio.price.aloud', { count: credits, credits: number(credits) });
  };
  return (
    <span className="visually-hidden" role="status">
      {text()}
    </span>
  );
}
