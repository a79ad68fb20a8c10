import { useText } from '../text/index.ts';
import { useFormat } from './format.ts';
import { Meter } from './meter.tsx';

interface LimitBarProps {
  /** Names the bar for screen readers. */
  readonly label: string;
  readonly limit: number | null;
  /** Credits spent this month; absent where the reader may not know them. */
  readonly used: number | undefined;
}

/** A monthly limit and how much of it is spent. */
export function LimitBar({ label, limit, used }: LimitBarProps) {
  const { say } = useText();
  const { number } = useFormat();
  if (used === undefined) return limit === null ? say('limit.none') : number(limit);
  if (limit === null) return say('credits.spentNoLimit', { spent: number(used) });
  const text = say('keys.useOf', { used: number(used), cap: number(limit) });
  return <Meter label={label} labelHidden value={used} max={limit} text={text} />;
}
