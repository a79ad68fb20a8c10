import type { Exchange } from '../../kit/http/exchange.ts';
import type { ProblemError } from '../../kit/problem.ts';
import type { Caller } from '../../kit/who.ts';

/** One POST to /mcp whose caller is known and whose request has been counted. */
export interface Visit {
  readonly caller: Caller;
  readonly exchange: Exchange;
  /** The problem with the arguments of the tool that is called, which then are left out; null where none is known. */
  readonly refused: ProblemError | null;
}
