import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Checkout Session as Stripe answers with it: the parts that matter here. */
export interface FakeSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly client_reference_id: string | null;
  readonly metadata: Record<string, string>;
  readonly livemode: boolean;
  readonly url: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly currency: string;
  amount_subtotal: number;
  amount_total: number;
  total_details: { amount_tax: number };
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
}

/** Tree of fields of a form: `line_items[0][quantity]=1`. */
interface Form {
  [name: string]: Form | string;
}

export const FAKE_KEY = 'sk_test_51HinterlandFake';
export const FAKE_WEBHOOK_SECRET = 'whsec_fakeHinterlandEndpoint';

/** Added to prices where the order asks for taxes to be added. */
const TAX_PERCENT = 20;

/**
 * Stripe as far as the service uses it, over HTTP: sessions of the checkout with idempotency keys, payments, receipts, signed
 * events, and the page on which a buyer pays. It knows nothing of the service's code.
 */
export class FakeStripe {
  readonly sessions = new Map<string, FakeSession>();
  /** Requests that came in, as method and path. */
  readonly requests: string[] = [];
  /** Where events are sent; set once the service listens. */
  endpoint = '';
  /** Called with each request before it is answered; one that throws breaks the connection. */
  beforeAnswer: (request: string) => void | Promise<void> = () => {};
  readonly #byKey = new Map<string, { readonly body: string; readonly id: string }>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Settings of a service that pays here, with the given file of prices. */
  settings(prices: string): Record<string, string> {
    return {
      HINTERLAND_PAYMENTS: 'stripe',
      HINTERLAND_PRICES: prices,
      STRIPE_SECRET_KEY: FAKE_KEY,
      STRIPE_WEBHOOK_SECRET: FAKE_WEBHOOK_SECRET,
      STRIPE_ADDRESS: this.url,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The session of an order; throws where there is none. */
  sessionOf(orderId: number): FakeSession {
    const found = [...this.sessions.values()].find((session) => session.client_reference_id === String(orderId));
    if (found === undefined) throw new Error(`no session for order ${orderId}`);
    return found;
  }

  /** The buyer pays by card, or by a transfer whose money comes later. */
  pay(session: FakeSession, how: 'card' | 'transfer' = 'card'): void {
    session.status = 'complete';
    session.payment_status = how === 'card' ? 'paid' : 'unpaid';
    session.payment_intent = `pi_${session.id.slice(8)}`;
  }

  /** An event about an object, as Stripe writes it. */
  event(type: string, object: object, more: object = {}): string {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    const data = { object: structuredClone(object) };
    return JSON.stringify({ id, object: 'event', api_version: '2026-01-01', livemode: false, type, data, ...more });
  }

  /** Header of an event; `at` are seconds since 1970. */
  signature(body: string, { secret = FAKE_WEBHOOK_SECRET, at = Math.floor(Date.now() / 1000) } = {}): string {
    const signed = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return `t=${at},v1=${signed},v0=${'0'.repeat(64)}`;
  }

  /** Sends an event and returns the status of the answer. */
  async send(body: string, signature = this.signature(body)): Promise<number> {
    const answer = await fetch(`${this.endpoint}/payments/stripe/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      body,
    });
    await answer.text();
    return answer.status;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const what = `${request.method} ${pathname}`;
    this.requests.push(what);
    await this.beforeAnswer(what);
    const answer = (status: number, value: unknown) =>
      response
        .writeHead(status, {
          'Content-Type': 'application/json',
          'Request-Id': `req_${randomBytes(6).toString('hex')}`,
        })
        .end(JSON.stringify(value));
    const refuse = (status: number, message: string, code?: string) =>
      answer(status, { error: { type: 'invalid_request_error', message, code } });
    if (pathname.startsWith('/c/pay/')) return this.#page(request.method === 'POST', pathname.slice(7), body, response);
    if (request.headers.authorization !== `Bearer ${FAKE_KEY}`) return void refuse(401, 'Invalid API Key provided');
    const [, one, verb] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const session = one === undefined ? undefined : this.sessions.get(one);
    if (what === 'POST /v1/checkout/sessions') {
      const key = String(request.headers['idempotency-key'] ?? '');
      const before = this.#byKey.get(key);
      if (before !== undefined && before.body !== body) {
        return void answer(400, {
          error: { type: 'idempotency_error', message: 'Keys are used with the same parameters.' },
        });
      }
      const made = before === undefined ? this.#create(formOf(body)) : this.sessions.get(before.id);
      if (key !== '') this.#byKey.set(key, { body, id: (made as FakeSession).id });
      return void answer(200, made);
    }
    if (what === 'GET /v1/checkout/sessions') {
      const payment = searchParams.get('payment_intent');
      const data = [...this.sessions.values()].filter(({ payment_intent: one }) => one === payment);
      return void answer(200, { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' });
    }
    if (pathname.startsWith('/v1/payment_intents/')) {
      const receipt = `${this.url}/receipts/${pathname.slice('/v1/payment_intents/'.length)}`;
      return void answer(200, { object: 'payment_intent', latest_charge: { object: 'charge', receipt_url: receipt } });
    }
    if (session === undefined) return void refuse(404, `No such checkout.session: ${one}`, 'resource_missing');
    if (verb === 'expire') {
      if (session.status !== 'open') return void refuse(400, 'Only open sessions can be expired.');
      session.status = 'expired';
    }
    return void answer(200, session);
  }

  #create(form: Form): FakeSession {
    const at = (...path: string[]): string | undefined =>
      path.reduce<Form | string | undefined>(
        (value, name) => (typeof value === 'object' ? value[name] : undefined),
        form,
      ) as string | undefined;
    const priced = (...path: string[]) => at('line_items', '0', 'price_data', ...path);
    const id = `cs_test_${randomBytes(16).toString('hex')}`;
    const subtotal = Number(priced('unit_amount')) * Number(at('line_items', '0', 'quantity'));
    const tax = priced('tax_behavior') === 'exclusive' ? Math.round((subtotal * TAX_PERCENT) / 100) : 0;
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      client_reference_id: at('client_reference_id') ?? null,
      metadata: (form.metadata ?? {}) as Record<string, string>,
      livemode: false,
      url: `${this.url}/c/pay/${id}#fid`,
      success_url: at('success_url') ?? '',
      cancel_url: at('cancel_url') ?? '',
      currency: priced('currency') ?? '',
      amount_subtotal: subtotal,
      amount_total: subtotal + tax,
      total_details: { amount_tax: tax },
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
    };
    this.sessions.set(id, session);
    return session;
  }

  /** The page of the checkout: a buyer pays, which sends the event, or goes back. */
  async #page(isPaying: boolean, id: string, body: string, response: ServerResponse): Promise<void> {
    const session = this.sessions.get(id);
    if (session === undefined) return void response.writeHead(404).end();
    if (isPaying) {
      if (body.includes('pay')) {
        this.pay(session);
        await this.send(this.event('checkout.session.completed', session));
      }
      return void response
        .writeHead(303, { Location: body.includes('pay') ? session.success_url : session.cancel_url })
        .end();
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><title>Checkout</title><h1>${(session.amount_total / 100).toFixed(2)} ${session.currency}</h1>
        <form method="post"><button name="do" value="pay">Pay</button><button name="do" value="leave">Back</button></form>`,
    );
  }
}

function formOf(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() as string;
    let parent = form;
    for (const part of path) {
      parent[part] ??= {};
      parent = parent[part] as Form;
    }
    parent[last] = value;
  }
  return form;
}
