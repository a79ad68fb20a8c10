import type { QuoteAnswer } from '@hinterland/contract';
import type { Call } from './call.ts';
import { execute } from './execute.ts';
import type { Executed } from './executed.ts';
import { quote } from './quote.ts';
import type { RunSettings } from './settings.ts';

/** Quotes and executions of actions, for every channel. */
export interface Runs {
  /** See quote.ts. */
  quote(call: Call): Promise<QuoteAnswer>;
  /** See execute.ts. */
  execute(call: Call): Promise<Executed>;
}

export const makeRuns = (settings: RunSettings): Runs => ({
  quote: (call) => quote(settings, call),
  execute: (call) => execute(settings, call),
});
