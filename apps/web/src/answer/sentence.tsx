import type { Sentence } from '@hinterland/answers/words';
import { useWords } from '../text/index.ts';

interface SentenceProps {
  readonly sentence: Sentence | null;
  /** Whether the answer behind it is being made again. */
  readonly isDrawing?: boolean;
}

/** What an answer says first: a figure in three digits, the exact one for those who point at it, and the rest. */
export function SaidFirst({ sentence, isDrawing = false }: SentenceProps) {
  const words = useWords();
  if (sentence === null) return null;
  const { figure, rest, at } = sentence;
  return (
    <p className="sentence" data-stale={isDrawing}>
      <strong
        title={at === undefined ? undefined : words.number(at.value)}
        data-figure={at?.pointer}
        data-value={at?.value}
      >
        <bdi>{words.tell(figure)}</bdi>
      </strong>{' '}
      {words.tell(rest)}
    </p>
  );
}
