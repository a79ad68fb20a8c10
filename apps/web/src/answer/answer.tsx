import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';
import type { AnswerViewProps } from './answerView.tsx';

/** Loaded with the first answer. */
const AnswerView = lazy(() => import('./answerView.tsx'));

/** What an answer says: its sentence, or its pictures and small tables. */
export function AnswerSays(props: AnswerViewProps) {
  return (
    <Suspense fallback={<Loading lines={props.show === 'sentence' ? 1 : 3} />}>
      <AnswerView {...props} />
    </Suspense>
  );
}
