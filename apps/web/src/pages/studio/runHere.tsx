import { lazy, Suspense, useCallback } from 'react';
import { useLocation } from 'wouter';
import type { PendingRun } from '../../api/pendingRun.ts';
import { PriceButton } from '../../credits/priceButton.tsx';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/states.tsx';
import { useQuote } from './useQuote.ts';
import { type Answer, useRun } from './useRun.ts';

const RunRefusal = lazy(() => import('./refusal.tsx'));

interface RunHereProps {
  readonly run: PendingRun;
  readonly text: 'buying.goOn' | 'history.againFor';
  /** Whether the reader may buy credits. */
  readonly billing: boolean;
  /** Credits that are there; null where the reader may not know. It is not offered for more. */
  readonly available?: number;
}

/** Runs the question of an analysis at its price of now, on the page that shows it, and opens the answer. */
export function RunHere({ run: { path, code, actionId, input }, text, billing, available }: RunHereProps) {
  const { say } = useText();
  const [, go] = useLocation();
  const analysisOf = useCallback(() => Promise.resolve(code), [code]);
  const onAnswer = useCallback(
    ({ versionNo }: Answer) => go(versionNo === null ? `/a/${code}` : `/a/${code}?version=${versionNo}`),
    [code, go],
  );
  const { state, run, cancel, showKept } = useRun(path, analysisOf, onAnswer);
  const { quote, error } = useQuote(path, actionId, input);
  if (error !== null) return <ErrorNotice error={error} />;
  if (quote === undefined) return <Loading lines={1} />;
  const { quotedCredits } = quote;
  if (available !== undefined && quotedCredits > available) return null;
  const isRunning = state.phase === 'running';
  return (
    <div className="stack-tight">
      <div className="run">
        <PriceButton
          credits={quotedCredits}
          text={text}
          isPending={isRunning}
          onPress={(click) => void run({ actionId, input, quotedCredits, isCharged: true }, click)}
        />
        {isRunning && <Button onPress={cancel}>{say('action.cancel')}</Button>}
        {isRunning && <progress aria-label={say('studio.run.running')} value={state.moment?.fraction} />}
      </div>
      {state.phase === 'cancelled' && <p className="soft">{say('studio.run.cancelled')}</p>}
      {state.phase === 'failed' && (
        <Suspense fallback={null}>
          <RunRefusal failed={state} places={null} path={path} billing={billing} showKept={showKept} />
        </Suspense>
      )}
    </div>
  );
}
