import type { Channel } from '@hinterland/actions';
import type { RequestFacts } from '../../kit/http/requestFacts.ts';
import type { Policy } from '../../kit/rates/rateLimit.ts';
import type { Runner } from '../../kit/who.ts';

/**
 * One call of an action, whatever channel it comes from. The API, MCP and the web app make such an object; quote.ts and
 * execute.ts know nothing else of where a call comes from.
 */
export interface Call {
  readonly channel: Channel;
  readonly actionId: string;
  /**
   * Who calls, counted in these windows; a channel leaves out those that it has counted the call in already. Throws
   * missing_api_key, invalid_api_key or rate_limited.
   */
  enter(policies: readonly Policy[]): Promise<Runner>;
  /** The body, parsed or as it came. Throws payload_too_large, unsupported_media_type or validation_error. */
  readBody(maxBytes: number): Promise<{ readonly json: unknown } | { readonly bytes: Uint8Array }>;
  /** Value of the header Idempotency-Key, as sent. */
  readonly idempotencyHeader: string | undefined;
  /** Code of the analysis that a charged run is bound to, as sent. */
  readonly analysisCode: string | undefined;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** Sets a header of the answer, of a problem too. */
  readonly setHeader: (name: string, value: string) => void;
  /** Adds facts to the line of the request in the log. */
  readonly note: (facts: RequestFacts) => void;
  /** Receives the progress of the run; `fraction` in 0..1. */
  readonly progress?: (fraction: number, step: string) => void;
}
