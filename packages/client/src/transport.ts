import { ConnectionError, HinterlandError } from './errors.ts';
import type { Problem } from './interface.ts';

export interface TransportOptions {
  readonly apiKey: string;
  /** Address of the service, such as https://geo.example.com. */
  readonly baseUrl: string;
  /** Tries after the first one; 3 where absent. */
  readonly maxRetries?: number;
  /** The longest that one pause before a retry may be, in seconds; 60 where absent. */
  readonly maxPauseSeconds?: number;
  /** Time limit of a try, in seconds; 90 where absent: the service itself ends a run after 60. */
  readonly timeoutSeconds?: number;
  /** Another implementation of fetch. */
  readonly fetch?: typeof fetch;
  /** Another way to wait; tests use it. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** False where doing it twice is not the same as doing it once: then only refusals are tried again. */
  readonly repeatable?: boolean;
  /** Whether the answer is a file, which is returned as its bytes, and no JSON. */
  readonly isFile?: boolean;
}

export interface Received<T> {
  readonly body: T;
  readonly headers: Headers;
}

/** Refusals that pass by themselves: the service did nothing, so any call may be tried again. */
const PASSING = ['rate_limited', 'service_unavailable', 'idempotency_in_progress'];
/** Answers of machines between us and the service. */
const GATEWAY = [502, 503, 504];
const FIRST_PAUSE_MILLISECONDS = 500;

/** Sends calls and tries again what is worth it: with the pause that the service asks for, else ever longer ones. */
export class Transport {
  readonly #options: Required<TransportOptions>;

  constructor(options: TransportOptions) {
    this.#options = {
      maxRetries: 3,
      maxPauseSeconds: 60,
      timeoutSeconds: 90,
      fetch: (input, init) => fetch(input, init),
      sleep,
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
    };
  }

  async call<T>(sent: Sent): Promise<Received<T>> {
    const { maxRetries, maxPauseSeconds } = this.#options;
    for (let tries = 0; ; tries++) {
      const outcome = await this.#once<T>(sent);
      if ('received' in outcome) return outcome.received;
      const { error, pauseSeconds } = outcome;
      const worthwhile = outcome.refused || (sent.repeatable !== false && outcome.passing);
      const pause = pauseSeconds ?? (FIRST_PAUSE_MILLISECONDS / 1000) * 2 ** tries;
      if (!worthwhile || tries >= maxRetries || pause > maxPauseSeconds) throw error;
      await this.#options.sleep(pause * 1000, sent.signal);
    }
  }

  /** Waits, as retries do. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.#options.sleep(milliseconds, signal);
  }

  async #once<T>(sent: Sent): Promise<{ received: Received<T> } | Failure> {
    const { baseUrl, apiKey, timeoutSeconds } = this.#options;
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    const signal = sent.signal === undefined ? timeout : AbortSignal.any([sent.signal, timeout]);
    const url = new URL(baseUrl + sent.path);
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await this.#options.fetch(url, {
        method: sent.method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          Accept: sent.isFile === true ? '*/*' : 'application/json',
          ...(sent.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...sent.headers,
        },
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
        signal,
      });
      bytes = await bytesOf(response, signal);
    } catch (cause) {
      sent.signal?.throwIfAborted();
      const error = new ConnectionError(`${sent.method} ${url.origin}${sent.path} had no answer.`, cause);
      return { error, refused: false, passing: true };
    }
    if (response.ok && sent.isFile === true) return { received: { body: bytes as T, headers: response.headers } };
    const body = parse(new TextDecoder().decode(bytes));
    if (response.ok && body !== undefined) return { received: { body: body as T, headers: response.headers } };
    return failureOf(sent, response, body);
  }
}

/**
 * Bytes of the answer. The signal goes with the body as well: Node.js binds that to the signal of the call only until the next
 * garbage collection.
 */
async function bytesOf({ body }: Response, signal: AbortSignal): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  return new Uint8Array(await new Response(body.pipeThrough(new TransformStream(), { signal })).arrayBuffer());
}

interface Failure {
  readonly error: Error;
  /** The service itself said that it did nothing and that it will pass. */
  readonly refused: boolean;
  /** Another try may go better, but this one may have had its effect. */
  readonly passing: boolean;
  readonly pauseSeconds?: number;
}

function failureOf(sent: Sent, response: Response, body: unknown): Failure {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const pause = Number.isFinite(retryAfter) && retryAfter >= 0 ? { pauseSeconds: retryAfter } : {};
  if (isProblem(body)) {
    const error = new HinterlandError(body, response.headers.get('x-request-id'));
    return { error, refused: PASSING.includes(body.error), passing: false, ...pause };
  }
  const error = new ConnectionError(
    `${sent.method} ${sent.path} was answered with status ${response.status}, and not by this interface.`,
    body,
  );
  return { error, refused: false, passing: GATEWAY.includes(response.status), ...pause };
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && typeof (body as Problem).error === 'string' && 'status' in body;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
