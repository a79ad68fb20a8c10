import { readFile } from 'node:fs/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHEAP, type SignedIn, signedIn } from '../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../testing/databases.ts';
import { declaredWeb } from '../testing/routes.ts';
import { type Reply, startTestService, type TestService } from '../testing/service.ts';
import { makeAccount } from '../testing/town.ts';
import { webDocument } from '../testing/webDocument.ts';
import { newJobId } from '../work/jobs/id.ts';

/**
 * Everything that callers get and send back, spoilt: ids, codes, cursors, states, tokens, cards, cookies. Of each route each value of its
 * address, its question and its body becomes odd, one after the other.
 */

interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: unknown;
}
type Item = Readonly<
  Record<
    string,
    { parameters?: readonly Parameter[]; requestBody?: { content?: Record<string, { example?: unknown }> } }
  >
>;

const operationsOf = ({ paths }: { readonly paths: Readonly<Record<string, Item>> }): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const body =
        operation.requestBody === undefined
          ? undefined
          : (operation.requestBody.content?.['application/json']?.example ?? {});
      return [{ method: method.toUpperCase(), path, parameters: operation.parameters ?? [], body }];
    }),
  );

const published = JSON.parse(await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));
const web = webDocument(declaredWeb) as unknown as { paths: Record<string, Item> };
/** They end the session that asks. */
const endsSession = ({ path }: Operation) => /sign-out|\/sessions|\/deletion|\/password|second-factor/.test(path);
const operations = [...operationsOf(published), ...operationsOf(web)].filter((one) => !endsSession(one));

const SEED = 6;
const random = new SeededRandom(SEED);
const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(32 + random.int(95))).join('');
/** Texts that no value has: encodings that are none, numbers beyond every type, signs that databases refuse. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '../../etc/passwd',
  '%00',
  '%',
  '￿\u{1F600}',
  '\uD800',
  '-1',
  '0',
  '1e308',
  '9223372036854775808',
  '99999999999999999999999999',
  'NaN',
  'null',
  '[]',
  '{"a":1}',
  "' or 1=1 --",
  'eyJhIjoxfQ==',
  'eyJhbGciOiJub25lIn0.e30.',
  'x'.repeat(5000),
] as const;
const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  -1e308,
  [],
  {},
  [[[]]],
  { __proto__: 1, length: -1 },
];
const some = <T>(from: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => from[random.int(from.length)]!);
const oddText = () => (random.int(3) === 0 ? letters(1 + random.int(60)) : some(TEXTS, 1)[0]!);

/** Pointers of all leaves and branches of a body. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}
function replaced(body: unknown, path: readonly string[], by: unknown): unknown {
  if (path.length === 0) return by;
  const [key, ...rest] = path as [string, ...string[]];
  const copy = Array.isArray(body) ? [...body] : { ...(body as object) };
  (copy as Record<string, unknown>)[key] = replaced((body as Record<string, unknown>)[key], rest, by);
  return copy;
}

describe(`values that come back spoilt (seed ${SEED})`, () => {
  let database: TestDatabase;
  let service: TestService;
  let owner: SignedIn;
  let acme: number;
  let code: string;
  let key: string;
  /** How often each status was answered. */
  const seen = new Map<number, number>();
  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1, passwordCost: CHEAP });
    owner = await signedIn(service, database.db, 'spoilt@example.com');
    acme = (await owner.send('POST', '/organizations', { name: 'Spoilt' })).body.id;
    key = (
      await makeAccount(database.db, {
        email: 'spoilt-key@example.com',
        role: 'owner',
        scopes: ['read', 'run', 'manage'],
        organization: 'Spoilt',
        credits: 100_000,
      })
    ).secret;
    code = (await owner.send('POST', `/organizations/${acme}/analyses`, { title: 'Spoilt' })).body.id ?? 'abcdefghijkl';
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const usual = (name: string, path: string): string => {
    if (name === 'organizationId') return String(acme);
    if (name === 'actionId') return 'test.charged';
    if (/code|analysis/i.test(name)) return code;
    return path.includes('/jobs/') ? newJobId() : '999999';
  };

  async function ask({ method, path }: Operation, address: string, body: unknown): Promise<Reply> {
    const ofKey = !path.startsWith('/web/');
    const headers: Record<string, string> = ofKey
      ? {}
      : { Cookie: owner.cookie, ...(method === 'GET' ? {} : { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' }) };
    const asked = () =>
      service.request(method, address, {
        ...(ofKey ? { key } : {}),
        headers,
        ...(body === undefined ? {} : { body }),
      });
    const reply = await asked();
    if (reply.status !== 429) return reply;
    await sql`delete from rate_window`.execute(database.db);
    return asked();
  }
  const addressOf = ({ path }: Operation, spoilt?: string, by = '') =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === spoilt ? wellFormed(by) : usual(name, path)),
    );
  /** A lone surrogate has no form in an address. */
  const wellFormed = (text: string) => text.replace(/[\uD800-\uDFFF]/g, '?');

  it.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_, operation) => {
    const failed: string[] = [];
    const hold = (what: string, { status, text, body }: Reply) => {
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const isNamed = status !== 400 || body.errors?.[0]?.pointer !== undefined || typeof body.detail === 'string';
      if (status >= 500 && status !== 503) failed.push(`${what}: ${status} ${text.slice(0, 200)}`);
      else if (!isNamed) failed.push(`${what}: 400 without a word: ${text.slice(0, 200)}`);
    };
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    for (const name of inPath) {
      for (const text of [oddText(), oddText(), oddText()])
        hold(
          `{${name}} ${JSON.stringify(text)}`,
          await ask(operation, addressOf(operation, name, text), operation.body),
        );
    }
    for (const { name } of operation.parameters.filter((one) => one.in === 'query')) {
      for (const text of [oddText(), oddText()]) {
        const query = `?${name}=${encodeURIComponent(wellFormed(text))}`;
        hold(`?${name} ${JSON.stringify(text)}`, await ask(operation, addressOf(operation) + query, operation.body));
      }
    }
    if (operation.body === undefined) return expect(failed).toEqual([]);
    for (const path of some(pathsIn(operation.body), 12)) {
      const value = random.int(3) === 0 ? oddText() : some(VALUES, 1)[0];
      const what = `#/${path.join('/')} ${JSON.stringify(value)?.slice(0, 60)}`;
      hold(what, await ask(operation, addressOf(operation), replaced(operation.body, path, value)));
    }
    expect(failed).toEqual([]);
  });

  it('are refused for what they are, not for their number', () => {
    const refused = (seen.get(400) ?? 0) + (seen.get(404) ?? 0);
    const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan(1500);
    expect(refused / all).toBeGreaterThan(0.9);
  });

  it('cookies of a session, whatever they hold', async () => {
    // The owner has asked all that a user may ask in a minute.
    const other = await signedIn(service, database.db, 'cookies@example.com');
    const pairs = other.cookie.split('; ').map((pair) => pair.split(/=(.*)/s) as [string, string]);
    const [name, value] = pairs[0]!;
    const whole = await service.request('GET', '/web/v1/session', { headers: { Cookie: `${name}=${value}` } });
    expect(whole.status).toBe(200);
    const odd = [value.slice(0, -1), `${value}x`, value.toUpperCase(), '%', '', 'x'.repeat(3000), `${value}.${value}`];
    for (const cookie of [...odd, ...Array.from({ length: 40 }, () => encodeURIComponent(letters(40)))]) {
      const { status } = await service.request('GET', '/web/v1/session', { headers: { Cookie: `${name}=${cookie}` } });
      expect([cookie, status]).toEqual([cookie, 401]);
    }
  });
});
