import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../kit/db/database.ts';
import { ensureUser } from '../operate/admin/ensure.ts';
import { ensurePassword } from '../organizations/signIn/credentials.ts';
import type { PasswordCost } from '../organizations/signIn/passwords.ts';
import { requireDeclared } from './declared.ts';
import type { Reply, TestService } from './service.ts';
import { until } from './until.ts';

/** Quick to derive; for tests alone. */
export const CHEAP: PasswordCost = { log2N: 4, r: 8, p: 1 };

export const PASSWORD = 'correct horse battery';

/** A browser on a page of the service, with its cookies. */
export class Browser {
  readonly #service: TestService;
  #cookies = new Map<string, string>();

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Value of the Cookie header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(header: string) {
    this.#cookies = new Map(header.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
  }

  /**
   * Sends a request below /web/v1, as a page of the service does. A body of undefined is none. Throws where an answer is
   * not the declared one.
   */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await this.#service.request(method, `/web/v1${path}`, {
      body,
      headers: {
        ...(method === 'GET' ? {} : { Origin: this.#service.url, 'Sec-Fetch-Site': 'same-origin' }),
        ...(this.#cookies.size === 0 ? {} : { Cookie: this.cookie }),
        ...headers,
      },
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name, value] = (cookie.split(';')[0] as string).split('=', 2) as [string, string];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    requireDeclared(method, `/web/v1${path}`, reply);
    return reply;
  }
}

export type SignedIn = Browser & { readonly userId: number };

let people = 0;
/** An address that no person has yet. */
export const newAddress = () => `person${++people}@example.com`;

/** A browser in which a user is signed in; the user is made, verified, where there is none. */
export async function signedIn(service: TestService, db: Db, email: string): Promise<SignedIn> {
  const { id } = await ensureUser(db, email, email.split('@')[0] as string);
  await ensurePassword(db, id, PASSWORD, CHEAP);
  const browser = new Browser(service);
  const { status, text } = await browser.send('POST', '/sign-in', { email, password: PASSWORD });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${text}`);
  return Object.assign(browser, { userId: id });
}

/** Messages that the service wrote to files, each read once. */
export class Mailbox {
  readonly #folder: string;
  readonly #seen = new Set<string>();

  /** `home` is that of the service. */
  constructor(home: string) {
    this.#folder = join(home, 'mail');
  }

  /** The next message to an address, oldest first; waits for it. */
  async next(email: string): Promise<string> {
    let found: string | null = null;
    await until(async () => {
      found = await this.#look(email);
      return found !== null;
    });
    return found as unknown as string;
  }

  /** How many messages to an address were not read yet. */
  async waiting(email: string): Promise<number> {
    const texts = await Promise.all((await this.#unseen()).map((name) => this.#read(name)));
    return texts.filter((text) => isTo(text, email)).length;
  }

  async #look(email: string): Promise<string | null> {
    for (const name of await this.#unseen()) {
      const text = await this.#read(name);
      if (!isTo(text, email)) continue;
      this.#seen.add(name);
      return text;
    }
    return null;
  }

  async #unseen(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith('.eml') && !this.#seen.has(name)).sort();
  }

  /** Decodes the parts in quoted-printable, which long lines come in, and no other: `#token=AB` is no code there. */
  async #read(name: string): Promise<string> {
    const text = await readFile(join(this.#folder, name), 'utf8');
    return text
      .split(/(?=^--)/m)
      .map((part) => (/^content-transfer-encoding: quoted-printable/im.test(part) ? unquoted(part) : part))
      .join('');
  }
}

const unquoted = (text: string): string =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const isTo = (text: string, email: string): boolean => new RegExp(`^to: <?${email}>?\\r?$`, 'im').test(text);

/** The token of the link in a message. */
export function tokenIn(mail: string): string {
  const token = /#token=(\S+)/.exec(mail)?.[1];
  if (token === undefined) throw new Error(`There is no link in this message:\n${mail}`);
  return decodeURIComponent(token);
}
