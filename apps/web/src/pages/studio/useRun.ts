import { useCallback, useReducer, useRef } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { forgetRun } from '../../api/pendingRun.ts';
import type { PricedClick } from '../../api/pricedClick.ts';
import { queryClient } from '../../api/queries.ts';
import { Offline, Problem, request } from '../../api/request.ts';
import { endRun, startRun } from '../../api/startedRun.ts';
import type { Quote, VersionItem } from '../../api/types.ts';
import type * as Watch from '../../api/watch.ts';
import { type Cut, IDLE, nextRun, type Wanted } from './runState.ts';
import { quoteKey } from './useQuote.ts';

/** Loaded behind the page; a run that nobody can look on is asked as any other. */
const asking: Promise<typeof Watch.watch> = import('../../api/watch.ts').then(
  ({ watch }) => watch,
  () => request as typeof Watch.watch,
);

/** An answer, with what was asked. */
export interface Answer {
  readonly actionId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly versionNo: number | null;
  /** Credits that the run was charged. */
  readonly creditsCharged: number;
}

/**
 * Runs what is asked, with the click on its price. `analysisOf` gives the code of the analysis that keeps it, and makes one where there is none. Ends
 * uncharged when it is cancelled. A run that was cut off is tried again under its idempotency key, so it is never charged twice.
 */
export function useRun(
  path: OrganizationPath,
  analysisOf: (wanted: Wanted) => Promise<string | null>,
  onAnswer: (answer: Answer) => void,
) {
  const [state, report] = useReducer(nextRun, IDLE);
  const abort = useRef<AbortController | null>(null);
  const key = useRef<{ readonly of: string; readonly key: string } | null>(null);

  const run = useCallback(
    async (wanted: Wanted, click: PricedClick) => {
      const { actionId, input, quotedCredits, isCharged } = wanted;
      const controller = new AbortController();
      abort.current = controller;
      report({ kind: 'started' });
      startRun(actionId);
      const { signal } = controller;
      let kept: Cut | null = null;
      let code: string | null = null;
      try {
        code = isCharged && quotedCredits > 0 ? await analysisOf(wanted) : null;
        if (code !== null) kept = { code, lastNo: (await versionsOf(path, code, signal))[0]?.versionNo ?? 0 };
        const of = JSON.stringify([actionId, input, quotedCredits]);
        if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
        const asked = {
          method: 'POST',
          body: isCharged ? { ...input, quotedCredits } : input,
          headers: {
            ...(isCharged ? { 'Idempotency-Key': key.current.key } : {}),
            ...(code === null ? {} : { 'X-Analysis-Id': code }),
          },
          signal,
          click,
        } as const;
        const address = `${path}/actions/${actionId}/execute` as const;
        const ask = await asking;
        const executed = await ask(address, asked, (moment) => report({ kind: 'moved', moment }));
        key.current = null;
        const charged = executed.result.creditsCharged;
        onAnswer({
          actionId,
          input,
          result: executed.result,
          versionNo: executed.version?.versionNo ?? null,
          creditsCharged: typeof charged === 'number' ? charged : 0,
        });
        forgetRun(wanted);
        report({ kind: 'answered' });
      } catch (error) {
        if (controller.signal.aborted) report({ kind: 'cancelled' });
        else {
          keepPrice(path, actionId, input, error);
          report({ kind: 'failed', error, wanted, code, cut: error instanceof Offline ? kept : null });
        }
      } finally {
        endRun();
        await queryClient.invalidateQueries({ queryKey: [...path.split('/').filter(Boolean), 'credits'] });
      }
    },
    [path, analysisOf, onAnswer],
  );

  /** Shows the stored answer of a run that was cut off. */
  const showKept = useCallback(
    async ({ code }: Cut, versionNo: number) => {
      const stored = await request(`${path}/analyses/${code}/versions/${versionNo}`);
      key.current = null;
      const { actionId, input, results, creditsCharged } = stored;
      onAnswer({ actionId, input, result: results, versionNo, creditsCharged });
      report({ kind: 'answered' });
    },
    [path, onAnswer],
  );

  return {
    state,
    run,
    showKept,
    cancel: useCallback(() => abort.current?.abort(), []),
    forget: useCallback(() => report({ kind: 'forgotten' }), []),
  };
}

/** Versions of an analysis, newest first. */
export const versionsOf = async (
  path: OrganizationPath,
  code: string,
  signal: AbortSignal,
): Promise<readonly VersionItem[]> => (await request(`${path}/analyses/${code}/versions`, { signal })).data;

export type Running = ReturnType<typeof useRun>;

/** The refusal of a price that has changed says the new one. */
function keepPrice(
  path: OrganizationPath,
  actionId: string,
  input: Readonly<Record<string, unknown>>,
  error: unknown,
): void {
  if (!(error instanceof Problem) || error.code !== 'quote_changed') return;
  const { quotedCredits, quote } = error.body;
  const changed = { actionId, quotedCredits, quote, warnings: [] } as unknown as Quote;
  queryClient.setQueryData(quoteKey(path, actionId, JSON.stringify(input)), changed);
}
