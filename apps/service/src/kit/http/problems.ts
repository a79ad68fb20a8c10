import { said } from '@hinterland/answers/said';
import { type ProblemBody, problems } from '@hinterland/contract';
import { isDatabaseAway } from '../db/away.ts';
import { invalid } from '../json.ts';
import type { Log } from '../log.ts';
import { ProblemError, unavailable } from '../problem.ts';
import { CallerGone } from './callerGone.ts';

/** A problem ready to be sent. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ProblemBody;
  /** The error to log; absent where the caller is at fault. */
  readonly unexpected?: unknown;
}

/** Any error as RFC 9457 problem details. What is not a problem of the catalogue becomes internal_error, and is logged. */
export function problemAnswer(error: unknown, baseUrl: string, requestId: string): ProblemAnswer {
  const problem = problemOf(error);
  const { status, title } = problems[problem.code];
  return {
    status,
    headers: problem.headers,
    body: {
      type: `${baseUrl}/problems/${problem.code}`,
      title,
      status,
      detail: problem.message,
      instance: `urn:request:${requestId}`,
      error: problem.code,
      ...problem.fields,
    },
    ...(problem === error && status < 500 ? {} : { unexpected: problem.cause ?? error }),
  };
}

/** The same, with a line in the log where the caller is not at fault. `id` is that of the request. */
export function loggedProblem(
  { baseUrl, log }: { readonly baseUrl: () => string; readonly log: Pick<Log, 'error' | 'warn'> },
  error: unknown,
  id: string,
): ProblemAnswer {
  const answer = problemAnswer(error, baseUrl(), id);
  const { status, body, unexpected } = answer;
  if (unexpected !== undefined) {
    log[status === 500 ? 'error' : 'warn']({ id, err: unexpected, error: body.error }, 'problem');
  }
  return answer;
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof CallerGone) return unavailable(said('connection_closed'));
  if (codeOf(error) === LOCK_NOT_AVAILABLE) return unavailable(said('calls_too_long'), 2);
  if (codeOf(error) === DISK_FULL) return unavailable(said('no_space'), 30);
  if (isDatabaseAway(error)) return unavailable(said('database_away'), 5);
  if (isUnstorable(error)) return invalid('#', said('not_storable'));
  const { statusCode, message } = (error ?? {}) as { statusCode?: number; message?: string };
  if (statusCode === 413) return new ProblemError('payload_too_large', 'The request is too large.');
  if (statusCode === 415) {
    return new ProblemError('unsupported_media_type', 'The header Content-Type cannot be read. Send application/json.');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ProblemError('validation_error', `The request cannot be read: ${message}.`, {
      errors: [{ pointer: '#', detail: `${message}` }],
    });
  }
  return new ProblemError('internal_error', said('our_side'));
}

const LOCK_NOT_AVAILABLE = '55P03';
const DISK_FULL = '53100';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** SQLSTATE of text that is not valid in the database's encoding, which every route refuses before it gets there. */
const isUnstorable = (error: unknown): boolean => codeOf(error) === '22021';
