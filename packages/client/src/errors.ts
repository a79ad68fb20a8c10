import type { Problem } from './interface.ts';

/** The service answered with a problem (RFC 9457). `code` is stable; the page at `problem.type` explains it. */
export class HinterlandError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;
  /** Name this id when asking for help. */
  readonly requestId: string | null;

  constructor(problem: Problem, requestId: string | null) {
    super(`${problem.title}: ${problem.detail}`);
    this.name = 'HinterlandError';
    this.status = problem.status;
    this.code = problem.error;
    this.problem = problem;
    this.requestId = requestId;
  }
}

/** No answer arrived, or not one of this interface, after every retry. */
export class ConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ConnectionError';
  }
}

/** The price is above what the caller allowed with `maxCredits`. Nothing ran and nothing was charged. */
export class PriceError extends Error {
  readonly quotedCredits: number;
  readonly maxCredits: number;

  constructor(actionId: string, quotedCredits: number, maxCredits: number) {
    super(
      `${actionId} costs ${quotedCredits} credits, more than the ${maxCredits} that were allowed. Nothing was charged.`,
    );
    this.name = 'PriceError';
    this.quotedCredits = quotedCredits;
    this.maxCredits = maxCredits;
  }
}
