import type { Answer, Change, Known, Method, Sent } from './address.ts';
import { noteEnded } from './ended.ts';
import { NotClicked, type PricedClick, spendFor } from './pricedClick.ts';

/** A refusal of the service: an RFC 9457 problem. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** Stable code of the problem, such as `insufficient_credits`. */
  readonly code: string;
  /** Faults of single fields, by JSON pointer of the body. */
  readonly fields: readonly { readonly pointer: string; readonly detail: string }[];
  /** The whole body; problems of some codes carry further fields. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body.detail === 'string' ? body.detail : String(body.title ?? status));
    this.status = status;
    this.code = typeof body.error === 'string' ? body.error : 'internal_error';
    this.fields = Array.isArray(body.errors) ? (body.errors as Problem['fields']) : [];
    this.body = body;
  }
}

/** The service did not answer, or not to the end: no connection, or it was cut. What was asked may have been done. */
export class Offline extends Error {
  override readonly name = 'Offline';
}

export interface Options {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The call outlives the page. */
  readonly keepalive?: boolean;
  /** What a call that is charged needs. */
  readonly click?: PricedClick;
}

export interface CallOptions extends Options {
  readonly method?: Method;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Calls the service at an address that no document types. Throws Problem and Offline; an abort is thrown as it comes. */
export async function call(address: string, options: CallOptions = {}): Promise<unknown> {
  // The connection may be cut within the answer as well as before it.
  const { status, text } = await online(options.signal, async () => {
    const response = await send(address, options);
    return { status: response.status, text: await response.text() };
  });
  return answered(status, text);
}

/** Sends a call; one that is charged with the click on its price alone. */
export function send(address: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', body, signal, headers, keepalive = false } = options;
  spendFor(address, options);
  return fetch(address, {
    method,
    credentials: 'same-origin',
    keepalive,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Does work over the connection; throws Offline where it breaks, and an abort or a charge without a click as it comes. */
export async function online<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted || error instanceof NotClicked) throw error;
    throw new Offline('The service did not answer.', { cause: error });
  }
}

/** The value of an answer. Throws Problem for a refusal, Offline for half an answer. */
export function answered(status: number, text: string): unknown {
  const value = parsed(text);
  const isAnswer = status >= 200 && status < 300;
  if (isAnswer && value === undefined) throw new Offline('The answer is incomplete.');
  if (isAnswer) return value;
  const problem = new Problem(status, isRecord(value) ? value : {});
  if (problem.code === 'not_signed_in') noteEnded(true);
  throw problem;
}

/**
 * Calls the session surface, `address` below `/web/v1`. Address, body and answer are those of its document. Throws Problem and
 * Offline; an abort is thrown as it comes.
 */
export function request<const A extends string>(address: A & Known<A, 'GET'>, options?: Options): Promise<Answer<A>>;
export function request<const A extends string, M extends Change>(
  address: A & Known<A, M>,
  options: Options & { readonly method: M } & Sent<A, M>,
): Promise<Answer<A, M>>;
export function request(address: string, options?: CallOptions): Promise<unknown> {
  return call(`/web/v1${address}`, options);
}

/** The value of a JSON text; undefined where it is none. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
