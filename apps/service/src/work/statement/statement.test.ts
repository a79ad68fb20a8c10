import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { thousandthsOf } from '../../organizations/credits/amounts.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { postCredits } from '../../organizations/credits/post.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import type { Entry, Usage } from './schemas.ts';

/** Parts of an entry that this test predicts. */
interface Expected {
  readonly kind: Entry['kind'];
  readonly action: string;
  readonly member: string | null;
  readonly key: string | null;
  readonly month: string;
  readonly credits: number;
}

describeOnBoth('the statement', (database) => {
  const clock = new TestClock('2026-10-01T00:00:00Z');
  let service: TestService;
  let ann: Browser & { userId: number };
  let bob: Browser & { userId: number };
  let acme: number;
  let keys: Record<string, { secret: string; id: number }>;
  /** What happened, in order. */
  let told: Expected[];
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP, clock });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    clock.set('2026-10-01T00:00:00Z');
    told = [];
    const ci = await makeAccount(db(), { keyName: 'CI', team: 'Retail' }, clock);
    const odd = await makeAccount(
      db(),
      { keyName: '=HYPERLINK("x")', email: 'bob@example.com', role: 'member', team: null },
      clock,
    );
    acme = ci.spender.organizationId;
    keys = { CI: { secret: ci.secret, id: ci.keyId }, odd: { secret: odd.secret, id: odd.keyId } };
    ann = await signedIn(service, db(), 'ann@example.com');
    bob = await signedIn(service, db(), 'bob@example.com');
    await grantCredits(db(), clock, acme, thousandthsOf(5000));
    told.push({ kind: 'grant', action: 'operator', member: null, key: null, month: '2026-10', credits: 5000 });
  });

  const get = (path: string, browser: Browser = ann) => browser.send('GET', `/organizations/${acme}${path}`);
  const credits = async (browser: Browser = ann) => (await get('/credits', browser)).body;

  /** All pages of the ledger. */
  async function pages(query = '', limit = 3): Promise<Entry[]> {
    const all: Entry[] = [];
    for (let next: number | null = null; ; ) {
      const before: string = next === null ? '' : `&before=${next}`;
      const { status, body } = await get(`/ledger?limit=${limit}${query}${before}`);
      expect([status, body.data.length <= limit]).toEqual([200, true]);
      all.push(...body.data);
      if (body.next === null) return all;
      next = body.next;
    }
  }

  const month = () => clock.instant().toISOString().slice(0, 7);

  /** Runs an action for a price through a key, or in the web app where there is none, and notes what is due. */
  async function run(member: 'ann' | 'bob', key: 'CI' | 'odd' | null, price: number, action = 'test.charged') {
    const due = price - (price % 2 === 0 ? 0 : 0.5);
    const body = { credits: price, due, quotedCredits: price };
    const { status } =
      key === null
        ? await (member === 'ann' ? ann : bob).send('POST', `/organizations/${acme}/actions/${action}/execute`, body)
        : await service.execute(keys[key]?.secret as string, action, body);
    expect(status).toBe(200);
    if (due === 0) return;
    const name = key === null ? 'web' : key === 'CI' ? 'CI' : '=HYPERLINK("x")';
    told.push({ kind: 'charge', action, member, key: name, month: month(), credits: -due });
  }

  /** Twenty movements of three months, by seed. */
  async function live(seed: number): Promise<void> {
    let state = seed;
    const pick = <T>(of: readonly T[]): T => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return of[Math.floor((state / 2 ** 31) * of.length)] as T;
    };
    for (let i = 0; i < 20; i++) {
      if (i === 7) clock.set('2026-11-03T12:00:00Z');
      if (i === 14) clock.set('2026-12-31T23:59:00Z');
      clock.advanceSeconds(1);
      const [member, key] = pick([
        ['ann', 'CI'],
        ['ann', null],
        ['bob', 'odd'],
        ['bob', null],
      ] as const);
      if (pick([0, 1, 2, 3]) > 0) await run(member, key, pick([0, 1, 4, 11]), pick(['test.charged', 'test.quiet']));
      else {
        const operation = 'dataset.storage';
        const kind = pick(['grant', 'storage'] as const);
        const amount = kind === 'grant' ? 10 : -2;
        const posting = { organizationId: acme, kind, amount: thousandthsOf(amount), operation };
        // A month of storage is charged once.
        const charged = told.some((one) => one.kind === 'storage' && one.month === month());
        if (kind === 'storage' && charged) continue;
        await postCredits(db(), clock, posting);
        told.push({ kind, action: operation, member: null, key: null, month: month(), credits: amount });
      }
    }
  }

  const summed = (entries: readonly Expected[], by: (one: Expected) => string | null) => {
    const sums = new Map<string, number>();
    for (const one of entries) {
      const name = `${one.month} ${by(one)}`;
      sums.set(name, (sums.get(name) ?? 0) - one.credits);
    }
    return Object.fromEntries(sums);
  };
  const usage = async (by: string, query = ''): Promise<Usage> => (await get(`/usage?by=${by}${query}`)).body;

  it.each([1, 2, 3])(
    'S260 S261 of lives grown from seed %i has the numbers of the ledger, of /credits and of what was done',
    async (seed) => {
      await live(seed);
      const listed = await pages();
      expect(listed.map(({ no }) => no)).toEqual(listed.map((_, i) => listed.length - i));
      const oldestFirst = listed.toReversed();
      expect(
        oldestFirst.map(({ kind, action, member, key, time, credits: moved }) => ({
          kind,
          action,
          member: member?.name ?? null,
          key: key?.name ?? null,
          month: time.slice(0, 7),
          credits: moved,
        })),
      ).toEqual(told);
      let balance = 0;
      for (const entry of oldestFirst) {
        balance += entry.credits;
        expect(entry.balanceAfter).toBe(balance);
      }
      const { rows } = await sql<{ seq: number; amount: number; balance_after: number; at: string }>`
      select seq, amount, balance_after, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from ledger_entry where organization_id = ${acme} order by seq`.execute(db());
      expect(oldestFirst.map((e) => [e.no, e.credits * 1000, e.balanceAfter * 1000, e.time])).toEqual(
        rows.map((row) => [row.seq, row.amount, row.balance_after, row.at]),
      );

      const summary = await credits();
      expect([summary.balance, summary.reserved]).toEqual([balance, 0]);
      const spent = told.filter(({ kind }) => kind === 'charge' || kind === 'storage');
      const mine = (name: string) =>
        -spent.reduce((sum, one) => sum + (one.member === name && one.month === '2026-12' ? one.credits : 0), 0);
      expect(summary.user.used).toBe(mine('ann'));

      expect((await usage('month')).totalCredits).toBe(-spent.reduce((sum, one) => sum + one.credits, 0));
      const nameIn: Record<string, (one: Expected) => string | null> = {
        month: () => null,
        member: ({ member }) => member,
        team: ({ kind, member }) => (kind !== 'charge' ? null : member === 'ann' ? 'Retail' : 'none'),
        key: ({ key }) => key,
        action: ({ action }) => action,
      };
      for (const [by, of] of Object.entries(nameIn)) {
        const { data } = await usage(by);
        const nameOf = ({ id, name }: Usage['data'][number]) =>
          by === 'action' ? id : by === 'team' ? (name ?? id) : name;
        const got = data.map((one) => [`${one.month} ${nameOf(one)}`, one.credits] as const);
        expect(Object.fromEntries(got)).toEqual(summed(spent, of));
      }
      const november = await usage('member', '&from=2026-11&to=2026-11');
      expect(november.totalCredits).toBe(
        -spent.reduce((sum, one) => sum + (one.month === '2026-11' ? one.credits : 0), 0),
      );
      expect(november.data.find(({ name }) => name === 'bob')?.id ?? String(bob.userId)).toBe(String(bob.userId));
    },
  );

  it('is filtered by time, member, key, action and kind, alone and together', async () => {
    await live(4);
    const all = await pages();
    const cases: readonly [string, (entry: Entry) => boolean][] = [
      ['&from=2026-11-03', ({ time }) => time >= '2026-11-03'],
      ['&to=2026-11-03', ({ time }) => time < '2026-11-04'],
      [`&member=${bob.userId}`, ({ member }) => member?.name === 'bob'],
      [`&key=${keys.CI?.id}`, ({ key }) => key?.name === 'CI'],
      ['&key=web', ({ key }) => key?.name === 'web'],
      ['&action=test.quiet', ({ action }) => action === 'test.quiet'],
      ['&channel=web', ({ channel }) => channel === 'web'],
      ['&channel=api', ({ key }) => key?.id != null],
      ['&kind=charge', ({ kind }) => kind === 'charge'],
      [
        '&kind=charge&key=web&from=2026-11-01&to=2026-12-31',
        ({ kind, key, time }) => kind === 'charge' && key?.name === 'web' && time >= '2026-11',
      ],
    ];
    for (const [query, fits] of cases) {
      const expected = all.filter(fits);
      expect(expected.length, query).toBeGreaterThan(0);
      expect(expected.length, query).toBeLessThan(all.length);
      expect(await pages(query), query).toEqual(expected);
    }
    expect(await pages('&member=999999')).toEqual([]);
    for (const query of [
      'from=2026-13-01',
      'member=x',
      'key=-1',
      'kind=gift',
      'channel=key',
      'limit=201',
      'before=0',
    ]) {
      const { status, body } = await get(`/ledger?${query}`);
      expect([query, status, body.errors?.[0]?.pointer]).toEqual([query, 400, `#/${query.split('=')[0]}`]);
    }
  });

  it('as CSV has the same rows; what a spreadsheet would take for a formula is text, and amounts are numbers', async () => {
    await live(2);
    await run('bob', 'odd', 4);
    const { status, headers, text } = await get('/ledger.csv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"');
    const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    const entries = await pages();
    expect(data).toEqual(
      entries.map((entry) => ({
        time: entry.time,
        kind: entry.kind,
        member: entry.member?.name ?? '',
        key: entry.key?.name.replace(/^=/, "'=") ?? '',
        action: entry.action,
        analysis: '',
        credits: String(entry.credits),
        'balance after': String(entry.balanceAfter),
        channel: entry.channel ?? '',
      })),
    );
    expect(text).toContain("'=HYPERLINK");
    const web = (await get('/ledger.csv?key=web')).text.trim().split('\r\n');
    expect(web).toHaveLength(1 + entries.filter(({ key }) => key?.name === 'web').length);
  });

  it('names the channel of a charge, whatever the key is called', async () => {
    const web = await makeAccount(db(), { keyName: 'web', team: 'Retail' }, clock);
    const body = { credits: 4, quotedCredits: 4 };
    expect((await service.execute(web.secret, 'test.charged', body)).status).toBe(200);
    const called = await service.request('POST', '/mcp', {
      key: web.secret,
      headers: { Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'test_charged', arguments: body } },
    });
    expect(called.text).toContain('"creditsCharged":4');
    await run('ann', null, 4);
    const points = [{ id: 1, lat: 40.5, lng: 10.5, credits: 1 }];
    const batch = { points, quotedCredits: 1 };
    const { jobId } = (await service.execute(web.secret, 'test.batch', batch)).body.result;
    await until(async () => (await get(`/jobs/${jobId}`)).body.status === 'succeeded');
    const seen = await pages();
    expect(seen.map(({ key, channel }) => [key?.id ?? null, key?.name ?? null, channel])).toEqual([
      [web.keyId, 'web', 'api'],
      [null, 'web', 'web'],
      [web.keyId, 'web', 'mcp'],
      [web.keyId, 'web', 'api'],
      [null, null, null],
    ]);
    expect((await pages('&channel=mcp')).map(({ no }) => no)).toEqual([3]);
    const lines = (await get('/ledger.csv')).text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['channel', 'api', 'web', 'mcp', 'api', '']);
  });

  it('names the analysis of a run, of a batch too, to those who may read it', async () => {
    const { body: sites } = await bob.send('POST', `/organizations/${acme}/analyses`, { name: 'Sites' });
    const bound = { 'X-Analysis-Id': sites.code };
    const execute = (action: string, body: object) =>
      bob.send('POST', `/organizations/${acme}/actions/${action}/execute`, body, bound);
    await execute('test.charged', { credits: 4, quotedCredits: 4 });
    const points = [{ id: 1, lat: 40.5, lng: 10.5, credits: 1 }];
    const { jobId } = (await execute('test.batch', { points, quotedCredits: 1 })).body.result;
    await until(async () => (await get(`/jobs/${jobId}`)).body.status === 'succeeded');
    await run('bob', null, 4);
    const analysis = { code: sites.code, name: 'Sites' };
    expect((await pages()).slice(0, 3)).toMatchObject([
      { analysis: null, jobId: null },
      { analysis, jobId, action: 'test.batch' },
      { analysis, jobId: null },
    ]);
    expect(await pages(`&analysis=${sites.code}`)).toHaveLength(2);
    // An admin sees what was spent, and not what on, unless it is shared.
    const carol = await signedIn(service, db(), 'carol@example.com');
    await ensureMembership(db(), {
      organizationId: acme,
      userId: carol.userId,
      role: 'admin',
      billing: false,
      teamId: null,
    });
    const seen = await get('/ledger?limit=3', carol);
    expect(seen.body.data.map((entry: Entry) => entry.analysis)).toEqual([null, null, null]);
    expect((await get(`/ledger?analysis=${sites.code}`, carol)).body.data).toEqual([]);
  });

  it('is for owners, admins and members with billing rights', async () => {
    for (const path of ['/ledger', '/ledger.csv', '/usage']) expect((await get(path, bob)).status).toBe(200);
    await sql`update membership set billing = false where user_id = ${bob.userId}`.execute(db());
    for (const path of ['/ledger', '/ledger.csv', '/usage']) {
      const { status, body } = await get(path, bob);
      expect([path, status, body.error]).toEqual([path, 403, 'insufficient_role']);
    }
  });
});
