import type { ProblemBody } from '@hinterland/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { LARGE_BYTES, type Offload } from '../offload/offload.ts';
import { ProblemError } from '../problem.ts';
import { type Budgets, BYTES_PER_ADDRESS, BYTES_PER_KEY } from '../rates/budgets.ts';
import { networkOf } from '../rates/networks.ts';
import { HEAVY_WEIGHT, networkParty, organizationParty, type Pace, weightOfBody } from '../rates/pace.ts';
import { pathBelow } from './answer.ts';
import { affords, parseBytes, readBytes } from './body.ts';
import { CallerGone } from './callerGone.ts';
import { type FileLimits, readFile } from './fileBody.ts';
import { loggedProblem } from './problems.ts';
import { noteFacts, type RequestFacts } from './requestFacts.ts';

/** Settings of the server that an exchange uses. */
export interface ExchangeSettings {
  /** Requests that have not been answered yet; aborting one gives it up. */
  readonly open: Set<AbortController>;
  /** Address that the service names itself by, without a slash at the end. */
  readonly baseUrl: () => string;
  /** The thread that checks large bodies. */
  readonly offload: Pick<Offload, 'perform'>;
  readonly budgets: Pick<Budgets, 'spend'>;
  readonly pace: Pick<Pace, 'refuse'>;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/** One request and the answer to it, as route handlers see them. */
export class Exchange {
  readonly #settings: ExchangeSettings;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #controller = new AbortController();
  #organizationId: number | undefined;
  #keyId: number | null = null;
  #isHeavy = false;

  constructor(settings: ExchangeSettings, request: FastifyRequest, reply: FastifyReply) {
    this.#settings = settings;
    this.#request = request;
    this.#reply = reply;
    settings.open.add(this.#controller);
    const answered = () => settings.open.delete(this.#controller);
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

  get method(): string {
    return this.#request.method;
  }

  /** Path of the request, without its query. */
  get path(): string {
    return this.#request.url.split('?', 1)[0] as string;
  }

  /** The query of the request as it was sent, without its question mark. */
  get search(): string {
    return this.#request.url.split('?').slice(1).join('?');
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

  /** An error as the body of a refusal, for answers that had begun when it came. */
  problem(error: unknown): ProblemBody {
    return loggedProblem(this.#settings, error, this.id).body;
  }

  /** Adds facts to the line of the request in the log. */
  note(facts: RequestFacts): void {
    noteFacts(this.#request, facts);
  }

  /** Of Set-Cookie there may be several: each call adds one. */
  setHeader(name: string, value: string): void {
    this.#reply.header(name, value);
  }

  /** Takes a header of every answer back. */
  dropHeader(name: string): void {
    this.#reply.removeHeader(name);
  }

  /** Sets Location to a path as clients reach it, behind whatever name the service has. */
  setLocation(path: string): void {
    this.setHeader('Location', pathBelow(this.#settings.baseUrl(), path));
  }

  /** Values of Set-Cookie headers. */
  setCookies(cookies: readonly string[]): void {
    for (const cookie of cookies) this.setHeader('Set-Cookie', cookie);
  }

  /** The request does more than most. */
  countAsHeavy(): void {
    this.#isHeavy = true;
  }

  /** Requests that this one counts as where parties are paced: twenty if it is heavy, and one more for each 4 KiB of its body. */
  get weight(): number {
    return (this.#isHeavy ? HEAVY_WEIGHT : 1) + weightOfBody(this.#bodyBytes);
  }

  /** Null where the length of the body is not known. */
  get #bodyBytes(): number | null {
    const { headers } = this.#request;
    return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
  }

  /** Throws the error that ends the request. One for coming too often waits for its turn, and the body is not read meanwhile. */
  async refuse(error: unknown): Promise<never> {
    if (error instanceof ProblemError && error.code === 'rate_limited') {
      const id = this.#organizationId;
      const party = id === undefined ? networkParty(this.address) : organizationParty(id);
      await this.#settings.pace.refuse(party, this.signal);
      if (!this.#request.raw.complete) this.#discard();
    }
    throw error;
  }

  /** Has Node.js read what is left of a body after the answer, if the budgets have room for it; else the connection ends. */
  #discard(): void {
    const bytes = this.#bodyBytes;
    if (bytes === null || !affords((count) => this.#spend(count), bytes)) this.setHeader('Connection', 'close');
  }

  /** The body is read for this organization from here on, and its bytes count against the key, too, if there is one. */
  countFor(organizationId: number, keyId: number | null): void {
    this.#organizationId = organizationId;
    this.#keyId = keyId;
  }

  /** The JSON body. Throws as readBytes and readJson do. */
  async readBody(maxBytes: number): Promise<unknown> {
    return this.#parse(await this.readBytes(maxBytes));
  }

  /** The JSON body of a request that may do without one: then undefined. */
  async readOptionalBody(maxBytes: number): Promise<unknown> {
    const bytes = await this.readBytes(maxBytes);
    return bytes.length === 0 ? undefined : this.#parse(bytes);
  }

  /**
   * A body that is JSON, not parsed yet. Throws unsupported_media_type and payload_too_large, and rate_limited where its
   * address or key has sent too much.
   */
  readBytes(maxBytes: number): Promise<Buffer> {
    return readBytes(this.#request, this.#reply, maxBytes, (count) => this.#spend(count));
  }

  #parse(bytes: Buffer): Promise<unknown> {
    return parseBytes(bytes, this.#settings.offload, this.#organizationId);
  }

  /** Small bodies are free: requests have limits of their own. */
  #spend(bytes: number): void {
    if (bytes <= LARGE_BYTES) return;
    const { budgets } = this.#settings;
    try {
      budgets.spend(BYTES_PER_ADDRESS, networkOf(this.address), bytes);
      if (this.#keyId !== null) budgets.spend(BYTES_PER_KEY, this.#keyId, bytes);
    } catch (error) {
      this.setHeader('Connection', 'close');
      throw error;
    }
  }

  /** A body that is a file, as it arrives. */
  readFile(limits: FileLimits): AsyncIterable<Buffer> {
    return readFile(this.#request, this.#reply, limits);
  }
}
