import type { Exchange } from '../http/exchange.ts';
import type { ProblemError } from '../problem.ts';
import type { Caller } from '../who.ts';

/** One POST to /mcp whose caller is known and whose request has been counted. */
export interface Visit {
  readonly caller: Caller;
  readonly exchange: Exchange;
  /** The problem with the arguments of the tool that is called, which then are left out; null where none is known. */
  readonly refused: ProblemError | null;
}
