import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../text/index.ts';
import type { LinePart } from './questionLine.ts';
import type { Answer } from './useRun.ts';

interface QuestionFoldProps {
  /** The answer that is shown below; null for none. */
  readonly answer: Answer | null;
  /** Whether it answers what is asked now. */
  readonly isAnswered: boolean;
  /** The question in a line: each part opens the steps at what it says. */
  readonly line: readonly LinePart[];
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
  // The member that the steps are opened at; empty for all of the question.
  const [askedFor, ask] = useState<string | null>(null);
  useEffect(() => {
    if (askedFor === null || isFolded || steps.current === null) return;
    ask(null);
    const control = askedFor === '' ? null : controlOf(steps.current, askedFor);
    (control ?? steps.current).focus({ preventScroll: true });
    (control ?? steps.current).scrollIntoView({ block: control === null ? 'start' : 'center' });
  }, [askedFor, isFolded]);
  return (
    <>
      {hasLine && (
        <section
          className="question-fold"
          aria-label={say('studio.fold.asked')}
          data-question={isFolded ? 'folded' : 'open'}
        >
          {isFolded && (
            <div className="question-line">
              {line.map(({ member, text }, i) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: places of one name differ by their place in the line alone.
                  key={i}
                  type="button"
                  data-asked={member}
                  onClick={() => {
                    open(answer);
                    ask(member);
                  }}
                >
                  <bdi>{text}</bdi>
                </button>
              ))}
            </div>
          )}
          <button
            ref={button}
            type="button"
            className="link"
            aria-expanded={!isFolded}
            onClick={() => {
              open(isFolded ? answer : null);
              ask(isFolded ? '' : null);
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

/** The control of a member within the steps, whatever it is folded into; null where it has none. */
function controlOf(steps: HTMLElement, member: string): HTMLElement | null {
  const within = member === 'places' ? '[data-name="where"]' : `[data-field="/${member}"]`;
  const found = steps.querySelector<HTMLElement>(
    `${within} :is(input, select, textarea, button, [role="radio"]):not(:disabled, [tabindex="-1"])`,
  );
  found?.closest('details')?.setAttribute('open', '');
  return found ?? steps.querySelector<HTMLElement>(`[data-chip="${member}"] button`);
}
