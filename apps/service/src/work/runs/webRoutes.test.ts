import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { accountState, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

describeOnBoth('actions in the web app', (database) => {
  let service: TestService;
  let rosa: Browser & { userId: number };
  let acme: number;
  let key: string;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    const account = await makeAccount(db(), { credits: 100 });
    acme = account.spender.organizationId;
    key = account.secret;
    rosa = await signedIn(service, db(), 'rosa@example.com');
    await ensureMembership(db(), {
      organizationId: acme,
      userId: rosa.userId,
      role: 'member',
      billing: false,
      teamId: null,
    });
  });

  const send = (verb: 'quote' | 'execute', body: unknown, headers = {}, id = 'test.charged') =>
    rosa.send('POST', `/organizations/${acme}/actions/${id}/${verb}`, body, headers);
  const entries = async () => {
    const { rows } = await sql<{ operation: string; user_id: number; api_key_id: number | null; amount: number }>`
      select operation, user_id, api_key_id, amount from ledger_entry
      where organization_id = ${acme} and kind = 'charge' order by seq`.execute(db());
    return rows;
  };

  it('S48 are quoted and run as with a key: the same answer at the same price', async () => {
    for (const verb of ['quote', 'execute'] as const) {
      const input = { credits: 7, text: 'hello', ...(verb === 'quote' ? {} : { quotedCredits: 7 }) };
      const byKey = await service.request('POST', `/api/v1/actions/test.charged/${verb}`, { key, body: input });
      const inApp = await send(verb, input);
      expect([inApp.status, inApp.body]).toEqual([200, byKey.body]);
    }
    expect(await accountState(db(), acme)).toEqual({ balance: 86, reserved: 0 });
  });

  const events = (text: string) =>
    text
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event)!;
        return { name, data: JSON.parse(data!) as Record<string, unknown> };
      });

  it('tell whoever looks on how far they are, and answer in the last event as without', async () => {
    const accept = { Accept: 'text/event-stream, application/json' };
    const input = { credits: 2, text: 'hello', quotedCredits: 2, waitMilliseconds: 900 };
    const plain = await send('execute', input);
    const looked = await send('execute', input, accept);
    expect(looked.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const told = events(looked.text);
    expect(told.at(-1)).toEqual({ name: 'answer', data: plain.body });
    const fractions = told.slice(0, -1).map(({ name, data }) => (name === 'progress' ? (data.fraction as number) : -1));
    expect(fractions.length).toBeGreaterThan(0);
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    expect(await accountState(db(), acme)).toEqual({ balance: 96, reserved: 0 });
    // A short run has nothing to tell.
    const short = await send('execute', { ...input, waitMilliseconds: 0 }, accept);
    expect(short.body).toEqual(plain.body);
  });

  it('refuse whoever looks on as others, before the run and within it', async () => {
    const accept = { Accept: 'text/event-stream' };
    const unpriced = await send('execute', { credits: 2, text: 'hello', quotedCredits: 3 }, accept);
    expect([unpriced.status, unpriced.body.error]).toEqual([409, 'quote_changed']);
    const failing = { credits: 2, text: 'hello', quotedCredits: 2, waitMilliseconds: 900, behave: 'problem' };
    const plain = await send('execute', failing);
    const looked = await send('execute', failing, accept);
    const { name, data } = events(looked.text).at(-1)!;
    expect([looked.status, name]).toEqual([200, 'problem']);
    const { instance: _, ...body } = data;
    const { instance: __, ...expected } = plain.body as Record<string, unknown>;
    expect(body).toEqual(expected);
    expect(await accountState(db(), acme)).toEqual({ balance: 100, reserved: 0 });
  });

  it('S55 leave an entry of the ledger without a key, by the member, within the member’s limit', async () => {
    await send('execute', { credits: 4, quotedCredits: 4 });
    expect(await entries()).toEqual([
      { operation: 'test.charged', user_id: rosa.userId, api_key_id: null, amount: -4000 },
    ]);
    await sql`
      insert into spend_limit (organization_id, scope, scope_id, monthly_limit)
      values (${acme}, 'user', ${rosa.userId}, 6000)`.execute(db());
    const refused = await send('execute', { credits: 4, quotedCredits: 4 });
    expect([refused.status, refused.body.error, refused.body.blockedBy]).toEqual([
      402,
      'insufficient_credits',
      'user_limit',
    ]);
    expect(await entries()).toHaveLength(1);
  });

  it('are refused as with a key: without a quote, with another price, without credits, for what is unknown', async () => {
    const seen = async (body: object, id = 'test.charged') => {
      const { status, body: problem } = await send('execute', body, {}, id);
      return `${status} ${problem.error}`;
    };
    expect(await seen({ credits: 4 })).toBe('400 quote_required');
    expect(await seen({ credits: 4, quotedCredits: 3 })).toBe('409 quote_changed');
    expect(await seen({ credits: 101, quotedCredits: 101 })).toBe('402 insufficient_credits');
    expect(await seen({}, 'test.nothing')).toBe('404 not_found');
    expect(await entries()).toEqual([]);
    const foreign = await rosa.send('POST', '/organizations/999999/actions/test.free/execute', {});
    expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found']);
  });

  it('D59 end uncharged when the caller goes away', async () => {
    const controller = new AbortController();
    const gone = service.request('POST', `/web/v1/organizations/${acme}/actions/test.charged/execute`, {
      body: { credits: 4, waitMilliseconds: 20_000, quotedCredits: 4 },
      headers: { Origin: service.url, 'Sec-Fetch-Site': 'same-origin', Cookie: rosa.cookie },
      signal: controller.signal,
    });
    await until(async () => (await accountState(db(), acme)).reserved === 4);
    controller.abort();
    await expect(gone).rejects.toThrow();
    await until(async () => (await accountState(db(), acme)).reserved === 0);
    expect(await accountState(db(), acme)).toEqual({ balance: 100, reserved: 0 });
  });

  it('take an idempotency key, and are stored in the analysis that a header names', async () => {
    const { body: analysis } = await rosa.send('POST', `/organizations/${acme}/analyses`, { name: 'Sites' });
    const bound = { 'Idempotency-Key': 'once', 'X-Analysis-Id': analysis.code };
    const first = await send('execute', { credits: 4, quotedCredits: 4 }, bound);
    expect(first.body.version).toMatchObject({ versionNo: 1, creditsCharged: 4 });
    const again = await send('execute', { credits: 4, quotedCredits: 4 }, bound);
    expect([again.headers.get('idempotent-replayed'), again.body.replayed]).toEqual(['true', true]);
    expect(await entries()).toHaveLength(1);
  });

  it('start background jobs, which are followed with an ETag and stopped', async () => {
    const points = [0, 1].map((id) => ({ id, lat: 40.5, lng: 10.5, credits: 1, waitMilliseconds: id * 20_000 }));
    const body = { points, quotedCredits: 2 };
    const started = await send('execute', body, {}, 'test.batch');
    const { jobId } = started.body.result;
    expect(started.headers.get('location')).toBe(`/web/v1/organizations/${acme}/jobs/${jobId}`);
    const job = `/organizations/${acme}/jobs/${jobId}`;
    await until(async () => (await rosa.send('GET', job)).body.progress.done === 1);
    const { headers } = await rosa.send('GET', job);
    const tag = { 'If-None-Match': headers.get('etag') as string };
    const unchanged = await rosa.send('GET', job, undefined, tag);
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect((await rosa.send('POST', `${job}/stop`, {})).body).toMatchObject({ status: 'stopped' });
    const changed = await rosa.send('GET', job, undefined, tag);
    expect([changed.status, changed.body.result.creditsCharged]).toEqual([200, 1]);
    expect((await rosa.send('GET', `${job}/results`)).body.data).toMatchObject([
      { status: 'done', creditsCharged: 1 },
      { status: 'skipped' },
    ]);
  });

  it('are listed for everybody who is signed in, as with a key', async () => {
    const { headers, body } = await rosa.send('GET', '/actions');
    expect(body).toEqual((await service.request('GET', '/api/v1/actions', { key })).body);
    const again = await rosa.send('GET', '/actions', undefined, { 'If-None-Match': headers.get('etag') as string });
    expect(again.status).toBe(304);
  });
});
