import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { thousandthsOf } from '../../organizations/credits/amounts.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { analysesOf, startStoringService } from '../../testing/analyses.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import type { Reply, TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { databaseClock } from '../db/database.ts';
import type { Paced } from '../rates/pace.ts';
import type { LimitName } from './limits.ts';

describeOnBoth('quotas of organizations', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let owner: Browser;
  let people = 0;
  /** Party and weight of each request, as the pace was asked. */
  const paced: string[] = [];
  let before: ReadonlySet<string>;
  const db = () => database().db;
  const { ask, make, share, run } = analysesOf(() => service);

  beforeAll(async () => {
    service = await startStoringService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      mailMilliseconds: 3_600_000,
      limitMilliseconds: 50,
      pace: {
        enter: async (party: string, { weight }: Paced, perSecond: number) =>
          void paced.push(`${party}: ${weight} at ${perSecond}`),
        refuse: async () => {},
        othersWork: () => false,
        customersWork: () => false,
      },
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    const email = `ann${++people}@example.com`;
    ann = await makeAccount(db(), { email, scopes: ['read', 'run', 'manage'], credits: 100 });
    owner = await signedIn(service, db(), email);
    before = new Set(await readdir(join(database().settings.home, 'mail')).catch(() => []));
  });

  const organization = () => ann.spender.organizationId;
  const limit = (name: LimitName, value: number) =>
    sql`
    insert into organization_limit (organization_id, name, value) values (${organization()}, ${name}, ${value})
    on conflict (organization_id, name) do update set value = excluded.value`.execute(db());
  const seen = ({ status, body }: Reply) =>
    status < 300 ? `${status}` : `${status} ${body.error} ${body.policy} ${body.present}/${body.maximum}`;
  const create = (state: object = {}) => ask(ann, 'POST', '', { body: { name: 'Sites', state } });
  const duplicate = (code: string, query = '') => ask(ann, 'POST', `/${code}/duplicate${query}`);
  const bytes = async () =>
    (await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes from analysis`.execute(db())).rows[0]
      ?.bytes;
  /** Bytes of what is really stored. */
  const stored = async () =>
    (
      await sql<{ bytes: number }>`
        select coalesce((select sum(octet_length(state::text)) from analysis), 0)::bigint
          + coalesce((select sum(octet_length(state::text) + octet_length(input::text) + octet_length(results::text))
              from analysis_run), 0)::bigint as bytes`.execute(db())
    ).rows[0]?.bytes;

  /** Texts of the mails that this test has caused. */
  async function mails(): Promise<string[]> {
    await until(async () => (await sql`select from mail_outbox`.execute(db())).rows.length === 0);
    const folder = join(database().settings.home, 'mail');
    const files = (await readdir(folder)).filter((name) => !before.has(name));
    return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  }

  it('H6 an organization has so many analyses and no more, also where 20 are made at once', async () => {
    await limit('analyses', 5);
    const code = await make(ann);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? create() : duplicate(code))));
    expect(replies.filter(({ status }) => status === 201).length).toBe(4);
    expect(seen(await create())).toBe('409 organization_limit_reached analyses 5/5');
    expect(seen(await duplicate(code))).toBe('409 organization_limit_reached analyses 5/5');
    expect((await ask(ann, 'DELETE', `/${code}`)).status).toBe(200);
    expect(seen(await create())).toBe('201');
    const other = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com', scopes: ['manage'] });
    await make(other);
  });

  it('H6 counts states, results and copies of them in bytes, and refuses what is too much', async () => {
    const code = await make(ann, 'Sites', { note: 'ü'.repeat(400) });
    expect(await bytes()).toBe(Buffer.byteLength(JSON.stringify({ note: 'ü'.repeat(400) })));
    expect((await run(ann, code, { text: 'ä'.repeat(100) })).status).toBe(200);
    expect(await bytes()).toBe(await stored());
    expect((await duplicate(code, '?withResults=true')).status).toBe(201);
    expect(await bytes()).toBe(await stored());
    const present = (await bytes()) as number;
    await limit('analysis_bytes', present + 100);
    const refusal = `409 organization_limit_reached analysis_bytes ${present}/${present + 100}`;
    expect(seen(await create({ note: 'x'.repeat(100) }))).toBe(refusal);
    expect(seen(await duplicate(code))).toBe(refusal);
    expect(await bytes()).toBe(present);
    const path = `/organizations/${organization()}/analyses/${code}/state`;
    const { revision } = (await owner.send('GET', path)).body;
    expect(seen(await owner.send('PUT', path, { revision, state: { note: 'x'.repeat(1000) } }))).toBe(refusal);
    // Runs that are paid for are stored all the same, and a state may become smaller.
    expect((await run(ann, code)).status).toBe(200);
    expect((await owner.send('PUT', path, { revision, state: {} })).status).toBe(200);
    expect(await bytes()).toBe(await stored());
  });

  it('H5 notifies so many people an hour, and shares nothing where it would be more', async () => {
    await limit('share_mails', 4);
    const [first, second] = [await make(ann), await make(ann)];
    const three = ['a@x.org', 'b@x.org', 'c@x.org'];
    expect((await share(ann, first, { people: three })).status).toBe(200);
    const refused = await share(ann, second, { people: ['d@x.org', 'e@x.org'] });
    expect(seen(refused)).toBe('429 rate_limited share_mails 3/4');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3590);
    expect((await ask(ann, 'GET', `/${second}/shares`)).body.people).toEqual([]);
    expect((await mails()).length).toBe(3);
    // Whoever was notified before does not count again.
    expect((await share(ann, first, { people: [...three, 'd@x.org'] })).status).toBe(200);
    expect((await share(ann, first, { people: three })).status).toBe(200);
    expect(seen(await share(ann, second, { people: ['e@x.org'] }))).toBe('429 rate_limited share_mails 4/4');
    expect((await mails()).length).toBe(4);
  });

  it('H5 one address gets ten mails a day about shared analyses, from all together, and is shared with all the same', async () => {
    const bob = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com', scopes: ['manage'] });
    const codes: string[] = [];
    for (let i = 0; i < 12; i++) {
      const by = i % 2 === 0 ? ann : bob;
      const code = await make(by, `Analysis ${i} https://evil.example`);
      codes.push(code);
      expect((await share(by, code, { people: ['victim@x.org'] })).status).toBe(200);
    }
    const got = (await mails()).filter((text) => /^To: victim@x.org\r$/m.test(text));
    expect(got.length).toBe(10);
    expect(got.filter((text) => !/^Subject: An analysis was shared with you\r$/m.test(text))).toEqual([]);
    expect((await ask(bob, 'GET', `/${codes[11]}/shares`)).body.people).toEqual(['victim@x.org']);
  });

  it('M4 an organization has so many keys that are not revoked', async () => {
    await limit('keys', 3); // the one of this test is the first
    const path = `/organizations/${organization()}/keys`;
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => owner.send('POST', path, { name: `key ${i}`, scopes: ['read'] })),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(made.length).toBe(2);
    expect(seen(await owner.send('POST', path, { name: 'more' }))).toBe('409 organization_limit_reached keys 3/3');
    expect((await owner.send('DELETE', `${path}/${made[0]?.body.id}`)).status).toBe(200);
    expect((await owner.send('POST', path, { name: 'more' })).status).toBe(201);
  });

  it('M4 requests of keys, members and strangers are paced by organization and network, dear ones as several', async () => {
    const code = (await create({ text: 'x'.repeat(9_000) })).body.code;
    await limit('organization_requests', 120);
    await until(async () => {
      paced.length = 0;
      await ask(ann, 'GET', `/${code}`);
      return paced[0] === `organization ${organization()}: 1 at 2`;
    });
    await create({ text: 'x'.repeat(9_000) });
    await duplicate(code);
    await owner.send('GET', `/organizations/${organization()}/keys`);
    await service.request('POST', '/web/v1/sign-in', { body: {}, headers: { Origin: service.url } });
    const points = Array.from({ length: 10 }, (_, id) => ({ id, lat: 40.1, lng: 10.5, credits: 1 }));
    await service.execute(ann.secret, 'test.batch', { points });
    const own = `organization ${organization()}`;
    expect(paced.slice(1)).toEqual([
      // The copy counts as the body that made the original does.
      ...[3, 20, 2, 1].map((weight) => `${own}: ${weight} at 2`),
      'network 127.0.0.1: 20 at 100',
      ...[1, 21].map((weight) => `${own}: ${weight} at 2`),
    ]);
  });

  it('M4 requests of all keys and members of an organization count together, whatever their keys have left', async () => {
    const second = await makeAccount(db(), { email: `ann${people}@example.com`, keyName: 'second' });
    const other = await makeAccount(db(), { organization: 'Other', email: 'other@example.com' });
    const me = ({ secret }: MadeAccount) =>
      service.request('GET', '/api/v1/me', { headers: { Authorization: `Bearer ${secret}` } });
    await limit('organization_requests', 2);
    await until(async () => (await me(ann)).status === 429);
    const refused = await me(second);
    expect([refused.status, refused.body.policy]).toEqual([429, 'organization_requests']);
    expect(refused.headers.get('Retry-After')).toBe(`${refused.body.retryAfter}`);
    const page = await owner.send('GET', `/organizations/${organization()}/keys`);
    expect([page.status, page.body.policy]).toEqual([429, 'organization_requests']);
    expect([(await me(other)).status, (await owner.send('GET', '/session')).status]).toEqual([200, 200]);
    await limit('organization_requests', 1000);
    await until(async () => (await me(second)).status === 200);
  });

  it('H6 L12 an organization has so many datasets, also where several are uploaded at once', async () => {
    await limit('datasets', 2);
    const path = `/organizations/${organization()}/datasets?name=Shops`;
    const upload = () => owner.send('POST', path, 'lat,lng\n40.1,10.5\n', { 'Content-Type': 'text/csv' });
    const replies = await Promise.all(Array.from({ length: 6 }, upload));
    expect(replies.filter(({ status }) => status === 202).length).toBe(2);
    expect(seen(await upload())).toBe('409 organization_limit_reached datasets 2/2');
  });

  it('H6 takes no upload that the balance does not cover for a month, beyond the free 50 MB', async () => {
    await sql`update credit_account set balance = 0`.execute(db());
    const path = `/organizations/${organization()}/datasets?name=Shops`;
    const upload = () => owner.send('POST', path, 'lat,lng\n40.1,10.5\n', { 'Content-Type': 'text/csv' });
    const store = (megabytes: number) =>
      sql`update dataset set bytes = ${megabytes * 1_000_000} where organization_id = ${organization()}
        and id = (select min(id) from dataset)`.execute(db());
    expect((await upload()).status).toBe(202);
    await store(49);
    expect((await upload()).status).toBe(202);
    await store(120); // 70 MB beyond: 2 credits for each begun 100 MB, by halves
    const refused = await upload();
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { error: 'insufficient_credits', blockedBy: 'organization_balance', requiredCredits: 2, availableCredits: 0 },
    ]);
    const { rows } =
      await sql`select from dataset_upload u join dataset d on d.id = u.dataset_id where d.status = 'uploading'`.execute(
        db(),
      );
    expect(rows).toEqual([]);
    await grantCredits(db(), databaseClock, organization(), thousandthsOf(2));
    expect((await upload()).status).toBe(202);
    await limit('dataset_bytes', 120_000_000);
    expect(seen(await upload())).toMatch(/^409 organization_limit_reached dataset_bytes 1200000\d\d\/120000000$/);
  });
});
