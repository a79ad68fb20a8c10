import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../text/index.ts';
import type { Answer } from './useRun.ts';

interface QuestionFoldProps {
  /** The answer that is shown below; null for none. */
  readonly answer: Answer | null;
  /** Whether it answers what is asked now. */
  readonly isAnswered: boolean;
  /** The question in a line. */
  readonly line: string;
  /** The steps in which it is asked. */
  readonly children: ReactNode;
}

/**
 * The question of an answer in one line, so that the answer has the column. Its steps open to change it, and stay open until there is another
 * answer: nothing folds below the hand that writes.
 */
export function QuestionFold({ answer, isAnswered, line, children }: QuestionFoldProps) {
  const { say } = useText();
  const [opened, open] = useState<Answer | null>(null);
  const steps = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasLine = answer !== null && isAnswered;
  const isFolded = hasLine && opened !== answer;
  if (answer !== null && !isAnswered && opened !== answer) open(answer);
  // What was pressed is hidden now: the focus stays at the question.
  useLayoutEffect(() => {
    if (isFolded && steps.current?.contains(document.activeElement) === true) button.current?.focus();
  }, [isFolded]);
  const [isAsked, ask] = useState(false);
  useEffect(() => {
    if (!isAsked || isFolded) return;
    ask(false);
    steps.current?.focus({ preventScroll: true });
    steps.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, isFolded]);
  return (
    <>
      {hasLine && (
        <section
          className="question-fold"
          aria-label={say('studio.fold.asked')}
          data-question={isFolded ? 'folded' : 'open'}
        >
          {isFolded && <bdi className="question-line">{line}</bdi>}
          <button
            ref={button}
            type="button"
            className="link"
            aria-expanded={!isFolded}
            onClick={() => {
              open(isFolded ? answer : null);
              ask(isFolded);
            }}
          >
            {say(isFolded ? 'studio.fold.change' : 'studio.fold.close')}
          </button>
        </section>
      )}
      <div ref={steps} className="question-steps" tabIndex={-1} hidden={isFolded}>
        {children}
      </div>
    </>
  );
}
