import type { Scope } from '@hinterland/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Policy } from '../rates/take.ts';
import { type Call, CallerGone } from '../runs/call.ts';
import type { Caller } from '../who.ts';
import { readBody, readOptionalBody } from './body.ts';
import { type FileLimits, readFile } from './fileBody.ts';
import type { HttpParts } from './parts.ts';

/** One request and the answer to it, as route handlers see them. */
export class Exchange {
  readonly #parts: HttpParts;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #controller = new AbortController();

  constructor(parts: HttpParts, request: FastifyRequest, reply: FastifyReply) {
    this.#parts = parts;
    this.#request = request;
    this.#reply = reply;
    parts.open.add(this.#controller);
    const answered = () => parts.open.delete(this.#controller);
    reply.raw.once('finish', answered);
    reply.raw.once('close', () => {
      answered();
      if (!reply.raw.writableFinished) this.#controller.abort(new CallerGone());
    });
  }

  /** Aborted when the connection breaks, or when the service stops and can wait no longer. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stands in the answer's X-Request-Id and in the log. */
  get id(): string {
    return this.#request.id;
  }

  parameter(name: string): string {
    return (this.#request.params as Record<string, string>)[name] ?? '';
  }

  /** A query parameter; of a repeated one the last. */
  query(name: string): string | undefined {
    const value = (this.#request.query as Record<string, string | string[] | undefined>)[name];
    return Array.isArray(value) ? value.at(-1) : value;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** All headers; of a repeated one the values in one text. */
  headers(): Record<string, string> {
    const names = Object.keys(this.#request.headers);
    return Object.fromEntries(names.map((name) => [name, this.header(name) ?? '']));
  }

  /** Network address that the request came from. */
  get address(): string {
    return this.#request.ip;
  }

  /** Of Set-Cookie there may be several: each call adds one. */
  setHeader(name: string, value: string): void {
    this.#reply.header(name, value);
  }

  enter(policies: readonly Policy[]): Promise<Caller> {
    return this.#parts.gates.enter(this, policies);
  }

  admit(scope: Scope): Promise<Caller> {
    return this.#parts.gates.key(this, scope);
  }

  readBody(maxBytes: number): Promise<unknown> {
    return readBody(this.#request, this.#reply, maxBytes);
  }

  readOptionalBody(maxBytes: number): Promise<unknown> {
    return readOptionalBody(this.#request, this.#reply, maxBytes);
  }

  /** A body that is a file, as it arrives. */
  readFile(limits: FileLimits): AsyncIterable<Buffer> {
    return readFile(this.#request, this.#reply, limits);
  }

  /** This exchange as the call of an action. */
  asCall(): Call {
    return {
      channel: 'api',
      actionId: this.parameter('actionId'),
      enter: (policies) => this.enter(policies),
      readBody: (maxBytes) => this.readBody(maxBytes),
      idempotencyHeader: this.header('idempotency-key'),
      analysisCode: this.header('x-analysis-id'),
      signal: this.signal,
      setHeader: (name, value) => this.setHeader(name, value),
    };
  }
}
