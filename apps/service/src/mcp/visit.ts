import type { Exchange } from '../http/exchange.ts';
import type { Caller } from '../who.ts';

/** One POST to /mcp whose caller is known and whose request has been counted. */
export interface Visit {
  readonly caller: Caller;
  readonly exchange: Exchange;
}
