import { type Sentence, spokenFields } from '@hinterland/answers/said';
import { type ProblemCode, problems } from '@hinterland/contract';
import { cutSentence } from './quotedText.ts';

/** Thrown anywhere below the HTTP layer; becomes the answer that the catalogue describes under `code`. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  /** Members of the body beyond the standard ones. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Headers that belong to the error, such as Allow. */
  readonly headers: Readonly<Record<string, string>>;

  /** `detail` says what happened this time and what to do next; it is shown to the caller. */
  constructor(
    code: ProblemCode,
    detail: string | Sentence,
    fields: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(cutSentence(String(detail)));
    this.name = 'ProblemError';
    this.code = code;
    this.fields = spokenFields(detail, fields);
    this.headers = headers;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** The caller did more than `policy` allows, and may again after so many seconds. */
export const rateLimited = (
  detail: string | Sentence,
  policy: string,
  retryAfter: number,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): ProblemError =>
  new ProblemError(
    'rate_limited',
    detail,
    { policy, retryAfter, ...more },
    { 'Retry-After': String(retryAfter), ...headers },
  );

/** The service cannot answer now, but will again. */
export function unavailable(detail: string | Sentence, retryAfterSeconds = 1): ProblemError {
  return new ProblemError(
    'service_unavailable',
    detail,
    { retryAfter: retryAfterSeconds },
    { 'Retry-After': String(retryAfterSeconds) },
  );
}
