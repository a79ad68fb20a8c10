import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import type { PricedClick } from '../../api/pricedClick.ts';
import { isSameInput, type Question, type Spot } from './question.ts';
import type { Wanted } from './runState.ts';
import type { Draft } from './useDraft.ts';
import { look } from './useLooked.ts';
import { shortName } from './usePlaceNames.ts';
import { useQuote } from './useQuote.ts';
import { type Answer, useRun } from './useRun.ts';

/** What was asked: the price of the draft, the run, and the answer. `first` is the answer that was opened. */
export function useAsked(
  path: OrganizationPath,
  { question, bodyOf, input, missing }: Draft,
  first: Answer | null,
  analysisOf: (wanted: Wanted) => Promise<string | null>,
  nameOf: (place: Spot) => string,
) {
  const [answer, setAnswer] = useState(first);
  // An answer that comes when another question is open is kept by its analysis, and says nothing of the address.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const onAnswer = useCallback((given: Answer) => {
    if (!isOpen.current) return;
    setAnswer(given);
    look((before) => ofAnswer(before, given.versionNo));
  }, []);
  const asking = useRun(path, analysisOf, onAnswer);
  // A question that is run again is sent as it was, so that its key is that of the same run.
  const sent = useRef<{ readonly of: string; readonly input: Wanted['input'] } | null>(null);
  const run = (wanted: Wanted, click: PricedClick) => {
    const of = JSON.stringify([wanted.actionId, wanted.input]);
    if (sent.current?.of !== of) sent.current = { of, input: bodyOf(named(question, nameOf)) ?? wanted.input };
    return asking.run({ ...wanted, input: sent.current.input }, click);
  };
  const running = { ...asking, run };
  const price = useQuote(path, question.actionId ?? '', missing.length === 0 ? input : null);
  const result = answer !== null && answer.actionId === question.actionId ? answer.result : null;
  const isAnswered = result !== null && input !== null && answer !== null && isSameInput(input, answer.input);
  const soFar = running.state.phase === 'running' ? (running.state.moment?.soFar ?? null) : null;
  return { answer, result, isAnswered, running, price, soFar };
}

export type Asked = ReturnType<typeof useAsked>;

/** The question with the names of places that were pressed on the map, which the answer says them by. */
const named = (question: Question, nameOf: (place: Spot) => string): Question => ({
  ...question,
  places: question.places.map((place) => (place.name === '' ? { ...place, name: shortName(nameOf(place)) } : place)),
});

/** The address of a new answer, whose plans begin at their first step. */
function ofAnswer(search: URLSearchParams, versionNo: number | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('plan');
  next.delete('by');
  if (versionNo === null) next.delete('version');
  else next.set('version', String(versionNo));
  return next;
}
