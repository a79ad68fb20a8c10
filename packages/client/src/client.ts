import { Analyses } from './analyses.ts';
import { Corrections } from './corrections.ts';
import { Webhooks } from './endpoints.ts';
import { HinterlandError, PriceError } from './errors.ts';
import type { ActionAnswer, ActionId, ActionInput, ActionResult, Quote, Schemas } from './interface.ts';
import { Jobs } from './jobs.ts';
import { pages } from './pages.ts';
import { Projects, Subjects } from './subjects.ts';
import { Supply } from './supply.ts';
import { Transport, type TransportOptions } from './transport.ts';

export interface RunOptions {
  /** The same key never charges twice. Where absent, the client makes one for this call and its retries. */
  readonly idempotencyKey?: string;
  /** Code of an analysis of yours: the run is stored as its next version. */
  readonly analysisId?: string;
  readonly signal?: AbortSignal;
}

/** Hinterland over HTTP, with one API key. */
export class Hinterland {
  readonly #transport: Transport;
  readonly analyses: Analyses;
  readonly corrections: Corrections;
  readonly subjects: Subjects;
  readonly projects: Projects;
  readonly supply: Supply;
  readonly jobs: Jobs;
  readonly webhooks: Webhooks;

  constructor(options: TransportOptions) {
    this.#transport = new Transport(options);
    this.analyses = new Analyses(this.#transport);
    this.corrections = new Corrections(this.#transport);
    this.subjects = new Subjects(this.#transport);
    this.projects = new Projects(this.#transport);
    this.supply = new Supply(this.#transport);
    this.jobs = new Jobs(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
  }

  /** The price of a call. Charges and holds nothing. */
  async quote<Id extends ActionId>(
    actionId: Id,
    input: ActionInput<Id>,
    { signal }: Pick<RunOptions, 'signal'> = {},
  ): Promise<Quote> {
    const path = `/api/v1/actions/${actionId}/quote`;
    return (await this.#transport.call<Quote>({ method: 'POST', path, body: input, signal })).body;
  }

  /**
   * Runs an action. Charged ones need `quotedCredits`, the price that you agree to: see `quote`, or let `run` do both.
   * Throws HinterlandError with code quote_changed where the price is another one now.
   */
  async execute<Id extends ActionId>(
    actionId: Id,
    input: ActionInput<Id>,
    { quotedCredits, idempotencyKey, analysisId, signal }: RunOptions & { readonly quotedCredits?: number } = {},
  ): Promise<ActionAnswer<Id>> {
    const charged = quotedCredits !== undefined;
    const { body } = await this.#transport.call<ActionAnswer<Id>>({
      method: 'POST',
      path: `/api/v1/actions/${actionId}/execute`,
      body: charged ? { ...input, quotedCredits } : input,
      headers: {
        ...(charged ? { 'Idempotency-Key': idempotencyKey ?? randomKey() } : {}),
        ...(analysisId === undefined ? {} : { 'X-Analysis-Id': analysisId }),
      },
      signal,
    });
    return body;
  }

  /**
   * Quotes and executes. Throws PriceError, before anything runs, where the price is above `maxCredits`. A price that
   * changes between the two is quoted once more.
   */
  async run<Id extends ActionId>(
    actionId: Id,
    input: ActionInput<Id>,
    { maxCredits, ...options }: RunOptions & { readonly maxCredits: number },
  ): Promise<ActionAnswer<Id>> {
    const idempotencyKey = options.idempotencyKey ?? randomKey();
    for (let tries = 0; ; tries++) {
      const { quotedCredits } = await this.quote(actionId, input, options);
      if (quotedCredits > maxCredits) throw new PriceError(actionId, quotedCredits, maxCredits);
      try {
        return await this.execute(actionId, input, { ...options, idempotencyKey, quotedCredits });
      } catch (error) {
        const changed = error instanceof HinterlandError && error.code === 'quote_changed';
        if (!changed || tries > 0) throw error;
      }
    }
  }

  /** Areas that fit, read on from page to page; `limit` is the size of a page. */
  areas(
    input: ActionInput<'areas.list'> = {},
  ): AsyncGenerator<ActionResult<'areas.list'>['areas'][number], void, undefined> {
    return pages(input.offset, async (offset) => {
      const { result } = await this.execute('areas.list', { ...input, offset });
      return { rows: result.areas, hasMore: result.hasMore };
    });
  }

  /** Brands that fit, read on from page to page; `limit` is the size of a page. */
  brands(
    input: ActionInput<'search.brands'> = {},
  ): AsyncGenerator<ActionResult<'search.brands'>['brands'][number], void, undefined> {
    return pages(input.offset, async (offset) => {
      const { result } = await this.execute('search.brands', { ...input, offset });
      return { rows: result.brands, hasMore: result.hasMore };
    });
  }

  /** Returns the caller and the credits that can be spent. */
  me(): Promise<Schemas['Me']> {
    return this.#get('/api/v1/me');
  }

  /** Balance of the organization, and the limits that the caller spends within. */
  credits(): Promise<Schemas['Credits']> {
    return this.#get('/api/v1/credits');
  }

  /** Data versions available now; of one territory where several are installed. */
  data(options: { readonly territory?: string } = {}): Promise<Schemas['Data']> {
    return this.#get('/api/v1/data', options);
  }

  /** Returns input, output and price of every action. */
  async actions(): Promise<Schemas['ActionList']['data']> {
    return (await this.#get<Schemas['ActionList']>('/api/v1/actions')).data;
  }

  /** The description of the interface itself, OpenAPI 3.1. */
  openapi(): Promise<Readonly<Record<string, unknown>>> {
    return this.#get('/api/v1/openapi.json');
  }

  async #get<T>(path: string, query: Record<string, string | undefined> = {}): Promise<T> {
    return (await this.#transport.call<T>({ method: 'GET', path, query })).body;
  }
}

/** Pages that are not served over TLS have no crypto.randomUUID. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
