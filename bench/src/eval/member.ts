import { setTimeout as sleep } from 'node:timers/promises';
import type { Input } from './question.ts';

/** A part of an answer, with the members that are judged. */
export type Part =
  | { readonly type: 'text' | 'unverified'; readonly text: string }
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  | {
      readonly type: 'figure';
      readonly text: string;
      readonly value: number;
      readonly path: string;
      readonly run: { readonly action?: string };
    }
  | { readonly type: 'tool'; readonly tool: string; readonly state: string; readonly input: Input }
  | { readonly type: 'card'; readonly card: Card };

export interface Card {
  readonly id: string;
  readonly action: string;
  readonly state: string;
  readonly input: Input;
  readonly quote: { readonly credits: number };
}

export interface Turn {
  readonly id: string;
  readonly state: 'running' | 'waiting' | 'done' | 'failed' | 'canceled';
  readonly parts: readonly Part[];
  readonly error?: { readonly code: string; readonly detail: string };
  readonly tokens?: number;
}

/** A service, and a member of one organization of it with a key for everything. */
export interface Account {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/** Longer than the model may take for one answer. */
const PATIENCE_MILLISECONDS = 180_000;
const POLL_MILLISECONDS = 200;

/** A member who is signed in: conversations as the web app holds them, and the same actions over the API. */
export class Member {
  readonly #account: Account;
  readonly #cookie: string;
  readonly #organization: number;

  private constructor(account: Account, cookie: string, organization: number) {
    this.#account = account;
    this.#cookie = cookie;
    this.#organization = organization;
  }

  static async signIn(account: Account): Promise<Member> {
    const { url, email, password } = account;
    const answer = await fetch(`${url}/web/v1/sign-in`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const session = await (await fetch(`${url}/web/v1/session`, { headers: { Cookie: cookie } })).json();
    const [{ organization }] = (session as { organizations: [{ organization: { id: number } }] }).organizations;
    return new Member(account, cookie, organization.id);
  }

  /** Whether the service has a language model, and which. */
  assistant(): Promise<{ readonly configured: boolean; readonly model?: string; readonly settings?: string[] }> {
    return this.#web('GET', '/assistant');
  }

  async credits(): Promise<number> {
    return (await this.#api<{ balance: number }>('GET', '/credits')).balance;
  }

  /** Begins a conversation that may spend so many credits. */
  async converse(creditCap: number): Promise<Talk> {
    const all = `/organizations/${this.#organization}/conversations`;
    const { id } = await this.#web<{ id: string }>('POST', all, { creditCap });
    return new Talk((method, path, body) => this.#web(method, `${all}/${id}${path}`, body));
  }

  /** The result of an action over the API, at the price that it quotes. */
  async execute(action: string, input: Input): Promise<unknown> {
    const { quotedCredits } = await this.#api<{ quotedCredits: number }>('POST', `/actions/${action}/quote`, input);
    const priced = quotedCredits === 0 ? input : { ...input, quotedCredits };
    return (await this.#api<{ result: unknown }>('POST', `/actions/${action}/execute`, priced)).result;
  }

  #web<T>(method: string, path: string, body?: object): Promise<T> {
    const { url } = this.#account;
    const own = { Cookie: this.#cookie, ...(method === 'GET' ? {} : { Origin: url }) };
    return send(method, `${url}/web/v1${path}`, own, body);
  }

  #api<T>(method: string, path: string, body?: object): Promise<T> {
    const { url, key } = this.#account;
    return send(method, `${url}/api/v1${path}`, { Authorization: `Bearer ${key}` }, body);
  }
}

type Send = <T>(method: string, path: string, body?: object) => Promise<T>;

/** A conversation. */
export class Talk {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Asks, and returns the turn once it has ended or waits for clicks. */
  async ask(text: string, looking?: object): Promise<Turn> {
    const body = looking === undefined ? { text } : { text, looking };
    return this.settled((await this.#send<Turn>('POST', '/turns', body)).id);
  }

  async settled(turnId: string): Promise<Turn> {
    const deadline = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const { turns } = await this.#send<{ turns: readonly Turn[] }>('GET', '');
      const turn = turns.find(({ id }) => id === turnId);
      if (turn !== undefined && turn.state !== 'running') return turn;
      if (Date.now() > deadline) throw new Error('The answer does not end.');
      await sleep(POLL_MILLISECONDS);
    }
  }

  run({ id }: Card): Promise<unknown> {
    return this.#send('POST', `/cards/${id}/run`, {});
  }

  decline({ id }: Card): Promise<unknown> {
    return this.#send('POST', `/cards/${id}/decline`, {});
  }
}

async function send<T>(
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<T> {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
