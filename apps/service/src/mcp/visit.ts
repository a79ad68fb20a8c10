import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import type { Caller } from '../who.ts';

/** One POST to /mcp whose caller is known and whose request has been counted. */
export interface Visit {
  readonly parts: HttpParts;
  readonly exchange: Exchange;
  readonly caller: Caller;
  readonly requestId: string;
}
