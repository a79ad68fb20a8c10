import type { QuoteAnswer, Warning } from '@hinterland/contract';
import { admit } from './admit.ts';
import { type Price, priceOf } from './price.ts';
import { readRequest } from './readRequest.ts';
import { withRows } from './rowsOfLists.ts';
import type { Call, RunSettings } from './runs.ts';

/**
 * The price of a call. It charges nothing, holds nothing and leaves no trace in the ledger. Step by step: who calls, how
 * often, which action, may they, the body, places of datasets, the territory, the price.
 */
export async function quote(settings: RunSettings, call: Call): Promise<QuoteAnswer> {
  const { engine, actions } = settings;
  const { caller, action } = await admit(actions, call, 'quote');
  const { input, territory, warnings, rows } = await readRequest(settings, call, caller, action);
  return withRows(rows, input, async () => {
    // Actions over several territories are free in all of them.
    const lease = action.across === undefined ? engine.lease(input, territory) : null;
    const answer = ({ quotedCredits, quote, extra, skipped }: Price, found: readonly Warning[]): QuoteAnswer => ({
      actionId: action.id,
      quotedCredits,
      quote,
      ...extra,
      ...(skipped === undefined ? {} : { skipped: [...skipped] }),
      warnings: [...warnings, ...found],
    });
    if (lease === null) return answer(priceOf({ lines: [] }), []);
    try {
      const question = { action, input, channel: call.channel, lease };
      const priced = await engine.quote(question, { signal: call.signal, organizationId: caller.organization.id });
      return answer(priceOf(priced.quote), priced.warnings);
    } finally {
      lease.release();
    }
  });
}
