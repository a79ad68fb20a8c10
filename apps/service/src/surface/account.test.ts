import { credits, data, me } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../testing/databases.ts';
import { drawn, startTestService, type TestService } from '../testing/service.ts';
import { type MadeAccount, makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';

describeOnBoth('discovery and account', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 1000, teamLimit: 500, keyCap: 300 });
  });
  const get = (path: string, key = ann.secret) => service.request('GET', path, { key });
  const run = (amount: number) =>
    service.execute(ann.secret, 'test.charged', { credits: amount, quotedCredits: amount });

  it('S57 S179 /me shows user, organization, team, the key with its cap and use, and the credits', async () => {
    await run(120);
    const { status, body } = await get('/api/v1/me');
    expect(status).toBe(200);
    expect(me.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      user: { name: 'ann', email: 'ann@example.com' },
      organization: { name: 'Acme', role: 'owner' },
      team: { name: 'Retail' },
      key: {
        id: ann.keyId,
        name: 'CI',
        prefix: ann.secret.slice(0, 16),
        scopes: ['read', 'run'],
        monthlyCap: 300,
        monthlyUsage: 120,
      },
      credits: { balance: 880, reserved: 0, available: 880 },
    });
    expect(JSON.stringify(body)).not.toContain(ann.secret.slice(17));
    expect((await get('/api/v1/credits')).body).toEqual(body.credits);
  });

  it('S178 /credits shows balance, reserved and both limits with this month’s use, as JSON numbers (S13)', async () => {
    await run(120);
    const { body } = await get('/api/v1/credits');
    expect(credits.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      balance: 880,
      reserved: 0,
      available: 880,
      team: { limit: 500, used: 120, reserved: 0, remaining: 380 },
      user: { limit: null, used: 120, reserved: 0, remaining: null },
    });
    const present = new Date().toISOString();
    expect(body.month).toBe(present.slice(0, 7));
    expect(body.resetsAt > present).toBe(true);
  });

  it('S5 credits are the organization’s: another of its users sees the same balance, another organization its own', async () => {
    await run(10);
    const bob = await makeAccount(db(), { email: 'bob@example.com', team: null });
    const other = await makeAccount(db(), { organization: 'Other', email: 'o@example.com', credits: 5 });
    expect((await get('/api/v1/credits', bob.secret)).body).toMatchObject({
      balance: 990,
      team: null,
      user: { used: 0 },
    });
    expect((await get('/api/v1/me', bob.secret)).body.team).toBeNull();
    expect((await get('/api/v1/credits', other.secret)).body.balance).toBe(5);
  });

  it('S58-S63 D30 D31 /actions lists descriptors with schemas, price and scope', async () => {
    const { status, body } = await get('/api/v1/actions');
    expect(status).toBe(200);
    expect(body.data.map((action: { id: string }) => action.id)).toEqual([
      'test.free',
      'test.charged',
      'test.quiet',
      'test.batch',
    ]);
    const [free, charged, quiet] = body.data;
    expect(free).toMatchObject({ charged: false, scope: 'read', tariff: null, pricing: null, background: false });
    expect(charged).toMatchObject({
      charged: true,
      scope: 'run',
      tariff: 'test.charged.call',
      pricing: { model: 'flat', unit: 'call', credits: 4 },
    });
    expect(Object.keys(charged.inputSchema.properties)).toEqual(
      expect.arrayContaining(['quotedCredits', 'idempotencyKey', 'credits']),
    );
    expect(Object.keys(free.inputSchema.properties)).not.toContain('quotedCredits');
    expect(Object.keys(charged.outputSchema.properties)).toEqual(expect.arrayContaining(['charged', 'creditsCharged']));
    expect(Object.keys(quiet.outputSchema.properties)).not.toContain('charged');
  });

  it('D17 /actions has an ETag, and 304 for those who have it', async () => {
    const first = await get('/api/v1/actions');
    const etag = first.headers.get('etag') as string;
    const again = await service.request('GET', '/api/v1/actions', {
      key: ann.secret,
      headers: { 'If-None-Match': `W/"x", ${etag}` },
    });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const changed = await service.request('GET', '/api/v1/actions', {
      key: ann.secret,
      headers: { 'If-None-Match': '"x"' },
    });
    expect(changed.status).toBe(200);
  });

  it('S147 /data gives one flat object of versions', async () => {
    const { body } = await get('/api/v1/data');
    expect(body).toEqual({ territory: '2026-10' });
    expect(data.strict().parse(body)).toEqual(body);
  });

  it('S147 /data with several territories: each by its id, or one that is asked for', async () => {
    service.bundles.set(drawn(), drawn({ id: 'other', version: '7' }));
    await until(async () => (await get('/api/v1/data')).body.territory !== '2026-10');
    expect((await get('/api/v1/data')).body).toEqual({ territory: 'town 2026-10, other 7' });
    expect((await get('/api/v1/data?territory=other')).body).toEqual({ territory: '7' });
    const unknown = await get('/api/v1/data?territory=none%00');
    expect([unknown.status, unknown.body.error]).toEqual([400, 'validation_error']);
    service.bundles.set(drawn());
    await until(async () => (await get('/api/v1/data')).body.territory === '2026-10');
  });

  it('S12 every time in the answers is ISO 8601 in UTC', async () => {
    const { body } = await get('/api/v1/me');
    for (const time of [body.key.createdAt, body.credits.resetsAt]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    expect((await get('/api/v1/me')).body.key.lastUsedAt).toMatch(/Z$/);
  });

  it('S239-S242 routes by scope: what read, run and manage allow, and nothing beyond', async () => {
    const scopeSets = [['read'], ['run'], ['manage'], ['read', 'run'], ['read', 'manage'], ['run', 'manage']] as const;
    for (const [i, scopes] of scopeSets.entries()) {
      const { secret } = await makeAccount(db(), { email: `user${i}@example.com`, scopes });
      const statuses = {
        me: (await get('/api/v1/me', secret)).status,
        actions: (await get('/api/v1/actions', secret)).status,
        credits: (await get('/api/v1/credits', secret)).status,
        data: (await get('/api/v1/data', secret)).status,
        quote: (await service.quote(secret, 'test.charged', {})).status,
        free: (await service.execute(secret, 'test.free', {})).status,
        charged: (await service.execute(secret, 'test.charged', { quotedCredits: 4 })).status,
      };
      const mayRun = (scopes as readonly string[]).includes('run');
      expect(statuses, scopes.join(' ')).toEqual({
        me: 200,
        actions: 200,
        credits: 200,
        data: 200,
        quote: 200,
        free: 200,
        charged: mayRun ? 200 : 403,
      });
    }
  });

  it('D92 D127 a revoked key and a removed member are out with the next request on every route', async () => {
    const bob = await makeAccount(db(), { email: 'bob@example.com' });
    expect((await get('/api/v1/me', bob.secret)).status).toBe(200);
    await sql`delete from membership where user_id = ${bob.spender.userId}`.execute(db());
    await sql`update api_key set revoked_at = now() where id = ${ann.keyId}`.execute(db());
    for (const key of [ann.secret, bob.secret]) {
      for (const path of ['me', 'actions', 'credits', 'data']) {
        const { status, body } = await get(`/api/v1/${path}`, key);
        expect([status, body.error]).toEqual([401, 'invalid_api_key']);
      }
    }
  });

  it('S246 S245 D20 D22 601 requests: 600 pass, one is refused, with headers that say so', async () => {
    const answers = [];
    for (let i = 0; i < 12; i++) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => get('/api/v1/data')))));
    }
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const full = await get('/api/v1/data');
    expect([full.status, full.body.error, full.body.policy]).toEqual([429, 'rate_limited', 'requests']);
    expect(full.headers.get('retry-after')).toBe(String(full.body.retryAfter));
    expect(full.headers.get('ratelimit-policy')).toBe('"requests";q=600;w=60, "charged";q=60;w=60');
    expect(full.headers.get('ratelimit')).toBe(`"requests";r=0;t=${full.body.retryAfter}`);
    // D2: rate comes before unknown actions, methods and scopes; another key is not touched.
    expect((await service.execute(ann.secret, 'test.nothing', {})).status).toBe(429);
    expect((await get('/api/v1/nothing')).status).toBe(429);
    const bob = await makeAccount(db(), { email: 'bob@example.com' });
    expect((await get('/api/v1/data', bob.secret)).status).toBe(200);
  });
});
