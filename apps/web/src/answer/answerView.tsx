import { tellingOf } from '@hinterland/actions/tell';
import { useMemo } from 'react';
import '../styles/studioAnswer.css';
import '../styles/studioPictures.css';
import type { Plans } from './pictures/plan.ts';
import { SaidFirst } from './sentence.tsx';
import { Told, ToldBriefly } from './told.tsx';
import { VerdictSaid } from './verdict.tsx';

export interface AnswerViewProps {
  readonly actionId: string;
  readonly result: Readonly<Record<string, unknown>>;
  /** What is shown of the answer: the sentence, what it tells below it, or both without tables. */
  readonly show: 'sentence' | 'pictures' | 'brief';
  /** Where what is told of it stands in the result. */
  readonly pointer?: string;
  readonly plans?: Plans;
  /** Whether the answer is being made again. */
  readonly isDrawing?: boolean;
  /** Whether the question has changed since. */
  readonly isOutdated?: boolean;
}

/** What an answer says, as its action tells it. */
export default function AnswerView({
  actionId,
  result,
  show,
  isDrawing,
  isOutdated,
  pointer = '',
  ...more
}: AnswerViewProps) {
  const telling = useMemo(() => tellingOf(actionId, result, pointer), [actionId, result, pointer]);
  if (show === 'sentence') {
    return (
      <>
        {telling.verdict !== undefined && <VerdictSaid verdict={telling.verdict} isOutdated={isOutdated === true} />}
        <SaidFirst sentence={telling.sentence} isDrawing={isDrawing === true} />
      </>
    );
  }
  if (show === 'brief') return <ToldBriefly telling={telling} result={result} />;
  return <Told telling={telling} result={result} {...more} />;
}
