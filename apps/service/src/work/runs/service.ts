import type { QuoteAnswer } from '@hinterland/contract';
import { measured } from '../../kit/metrics/measured.ts';
import { execute } from './execute.ts';
import { quote } from './quote.ts';
import type { Call, Executed, RunSettings } from './runs.ts';

/** Quotes and executions of actions, for every channel. */
export interface Runs {
  /** See quote.ts. */
  quote(call: Call): Promise<QuoteAnswer>;
  /** See execute.ts. */
  execute(call: Call): Promise<Executed>;
}

export function makeRuns(settings: RunSettings): Runs {
  const { metrics } = settings;
  const ids = new Set(settings.actions.map(({ id }) => id));
  const nameOf = ({ actionId }: Call) => (ids.has(actionId) ? actionId : 'unknown');
  return {
    quote: (call) => measured(metrics, nameOf(call), 'quote', () => quote(settings, call)),
    execute: (call) => measured(metrics, nameOf(call), 'execute', () => execute(settings, call)),
  };
}
