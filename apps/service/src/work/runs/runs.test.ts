import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { chargedRuns, INSIDE } from '../../testing/chargedRuns.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';

describeOnBoth('quote and execute', (database) => {
  const suite = chargedRuns(database);
  const { db, balance, execute, charges } = suite;

  it('S64-S70 a quote tells the price by line, needs only read, and leaves no trace', async () => {
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
    const before = await sql`select * from ledger_entry`.execute(db());
    const { status, body } = await suite.service.quote(reader.secret, 'test.charged', {
      credits: 4,
      origins: [INSIDE],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      actionId: 'test.charged',
      quotedCredits: 4,
      quote: {
        totalCredits: 4,
        lines: [
          { tariff: 'test.charged.call', label: 'As told', unit: 'call', quantity: 1, unitCredits: 4, credits: 4 },
        ],
      },
      polesInvolved: 42,
      warnings: [],
    });
    expect((await sql`select * from ledger_entry`.execute(db())).rows).toEqual(before.rows);
    expect((await sql`select * from credit_hold`.execute(db())).rows).toEqual([]);
  });

  it('S71 D36 totals are rounded up to the whole credit; lines keep their thousandths', async () => {
    const { body } = await suite.service.quote(suite.ann.secret, 'test.charged', { credits: 2.1 });
    expect([body.quotedCredits, body.quote.totalCredits]).toEqual([3, 2.1]);
    const done = await execute({ credits: 2.1, quotedCredits: 3 });
    expect(done.body.result.creditsCharged).toBe(3);
    expect(await balance()).toBe(97);
  });

  it('S269 the same quote twice gives the same number; D34 of a free action it is 0 without lines', async () => {
    const ask = async () => (await suite.service.quote(suite.ann.secret, 'test.charged', { credits: 7 })).text;
    expect(await ask()).toBe(await ask());
    const { body } = await suite.service.quote(suite.ann.secret, 'test.free', {});
    expect(body).toEqual({
      actionId: 'test.free',
      quotedCredits: 0,
      quote: { totalCredits: 0, lines: [] },
      warnings: [],
    });
  });

  it('S72-S74 S87 S181 an execution with the quoted number runs and is charged', async () => {
    const { status, body, headers } = await execute({ credits: 4, text: 'grüß', origins: [INSIDE], quotedCredits: 4 });
    expect(status).toBe(200);
    expect(body).toEqual({
      actionId: 'test.charged',
      result: {
        charged: true,
        creditsCharged: 4,
        text: 'grüß',
        territory: 'town',
        version: '2026-10',
        thread: expect.any(String),
      },
      quotedCredits: 4,
      warnings: [],
    });
    expect(Object.keys(body.result).slice(0, 2)).toEqual(['charged', 'creditsCharged']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await balance()).toBe(96);
    expect(await charges()).toEqual([4]);
  });

  it('S74 less is charged when part of the work was unnecessary, and never more than quoted', async () => {
    expect((await execute({ credits: 9, due: 2.5, quotedCredits: 9 })).body.result.creditsCharged).toBe(2.5);
    expect((await execute({ credits: 9, due: 50, quotedCredits: 9 })).body.result.creditsCharged).toBe(9);
    expect((await execute({ credits: 9, due: 0, quotedCredits: 9 })).body.result.creditsCharged).toBe(0);
    expect(await charges()).toEqual([2.5, 9]);
  });

  it('S75 an action that does not show its charge is charged all the same', async () => {
    const { body } = await suite.service.execute(suite.ann.secret, 'test.quiet', { credits: 3, quotedCredits: 3 });
    expect(Object.keys(body.result)).toEqual(['text', 'territory', 'version', 'thread']);
    expect(await balance()).toBe(97);
  });

  it('S77 S79 D40 D77 a free action needs read and no quote, and ignores quotedCredits and idempotency keys', async () => {
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
    const body = { text: 'x', quotedCredits: 'nonsense', idempotencyKey: '' };
    const answer = await suite.service.execute(reader.secret, 'test.free', body, { 'Idempotency-Key': 'k' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ actionId: 'test.free', result: { text: 'x' }, warnings: [] });
    expect(Object.keys(answer.body)).toEqual(['actionId', 'result', 'warnings']);
    expect(answer.body.result.charged).toBeUndefined();
    expect(await charges()).toEqual([]);
  });

  it('S80 D37 without quotedCredits: 400 quote_required with the price; null counts as missing', async () => {
    for (const input of [{ credits: 4 }, { credits: 4, quotedCredits: null }]) {
      const { status, body } = await execute(input);
      expect([status, body.error, body.quotedCredits, body.quote.totalCredits]).toEqual([400, 'quote_required', 4, 4]);
    }
    expect(await balance()).toBe(100);
  });

  it('S81 S82 S83 D41 another number: 409 quote_changed with the new one, nothing charged', async () => {
    const { status, body } = await execute({ credits: 6, quotedCredits: 4 });
    expect([status, body.error, body.quotedCredits, body.quote.lines.length]).toEqual([409, 'quote_changed', 6, 1]);
    expect(await balance()).toBe(100);
    expect((await execute({ credits: 6, quotedCredits: body.quotedCredits })).status).toBe(200);
  });

  it('D39 a number that was never quoted but is right is taken', async () => {
    expect((await execute({ credits: 11, quotedCredits: 11 })).status).toBe(200);
  });

  it.each(['4', 4.5, -4, [4], true, 1e20])('D14 D38 quotedCredits %j is a validation_error', async (quotedCredits) => {
    const { status, body } = await execute({ credits: 4, quotedCredits });
    expect([status, body.error, body.errors[0].pointer]).toEqual([400, 'validation_error', '#/quotedCredits']);
    expect(await balance()).toBe(100);
  });

  it('D44 a body that quote refuses, execute refuses with the same words', async () => {
    const wrong = { credits: 'four', origins: [{ lat: 91, lng: '10' }], nested: { value: 1.5 }, quotedCredits: 'x' };
    const quoted = await suite.service.quote(suite.ann.secret, 'test.charged', wrong);
    const executed = await execute(wrong);
    expect(quoted.status).toBe(400);
    expect(quoted.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
      '#/quotedCredits',
      '#/origins/0/lat',
      '#/origins/0/lng',
      '#/nested/value',
      '#/credits',
    ]);
    expect(executed.body.errors).toEqual(quoted.body.errors);
  });

  it('D13 members that nobody knows have no effect and are named in warnings', async () => {
    const input = {
      credits: 4,
      origin: INSIDE,
      origins: [{ ...INSIDE, name: 'x' }],
      nested: { value: 1, list: [{ id: 'a', 'b/c': 1 }] },
    };
    const { body } = await execute({ ...input, quotedCredits: 4 });
    expect(body.warnings.map((warning: { pointer: string }) => warning.pointer)).toEqual([
      '#/origin',
      '#/origins/0/name',
      '#/nested/list/0/b~1c',
    ]);
    const quoted = await suite.service.quote(suite.ann.secret, 'test.charged', input);
    expect(quoted.body.warnings).toEqual(body.warnings);
  });

  it('D165 what the data give reason to warn of is named in quotes, runs and their repetitions, after what the request does', async () => {
    const input = { credits: 4, text: 'warn', origin: INSIDE };
    const { body } = await suite.service.quote(suite.ann.secret, 'test.charged', input);
    expect(body.warnings).toMatchObject([{ pointer: '#/origin' }, { pointer: '#/text', detail: 'As told in Town.' }]);
    for (const replayed of [undefined, true]) {
      const executed = await execute({ ...input, quotedCredits: 4, idempotencyKey: 'warned' });
      expect([executed.body.replayed, executed.body.warnings]).toEqual([replayed, body.warnings]);
    }
    expect((await execute({ credits: 4, quotedCredits: 4 })).body.warnings).toEqual([]);
  });

  it('S185 S186 D42 402 without enough balance, with what is needed and what is there', async () => {
    const { status, body } = await execute({ credits: 101, quotedCredits: 101 });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: 'insufficient_credits',
      blockedBy: 'organization_balance',
      blockedByAll: ['organization_balance'],
      requiredCredits: 101,
      availableCredits: 100,
    });
  });

  it.each([
    ['S187', { teamLimit: 10 }, 'team_limit'],
    ['S188', { userLimit: 10 }, 'user_limit'],
    ['S189', { keyCap: 10 }, 'api_key_limit'],
  ] as const)('%s S184 402 blocked by a monthly limit: %j', async (_statement, limits, blockedBy) => {
    const bob = await makeAccount(db(), { email: 'bob@example.com', team: 'Bobs', ...limits });
    const run = (credits: number) =>
      suite.service.execute(bob.secret, 'test.charged', { credits, quotedCredits: credits });
    expect((await run(6)).status).toBe(200);
    const { status, body } = await run(5);
    expect([status, body.blockedBy, body.limit, body.used]).toEqual([402, blockedBy, 10, 6]);
    expect(body.resetsAt).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
    expect((await run(4)).status).toBe(200);
    expect(await balance()).toBe(90);
  });

  it('D3 401 with a bad key and D4 S78 403 with a key that lacks run, and nothing is charged', async () => {
    const bad = await suite.service.execute(`${suite.ann.secret.slice(0, -1)}_`, 'test.charged', {
      credits: 4,
      quotedCredits: 4,
    });
    expect([bad.status, bad.body.error]).toEqual([401, 'invalid_api_key']);
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read', 'manage'] });
    const refused = await suite.service.execute(reader.secret, 'test.charged', { credits: 4, quotedCredits: 4 });
    expect([refused.status, refused.body.error, refused.body.requiredScope]).toEqual([
      403,
      'insufficient_scope',
      'run',
    ]);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="api", error="insufficient_scope", scope="run"');
    expect(await balance()).toBe(100);
  });

  it('D33 an unknown action: 404 on quote and execute', async () => {
    for (const id of ['test.nothing', 'TEST.FREE', '__proto__', 'constructor', 'a%00b', '%ff']) {
      for (const verb of ['quote', 'execute']) {
        const { status, body } = await suite.service.request('POST', `/api/v1/actions/${id}/${verb}`, {
          key: suite.ann.secret,
          body: {},
        });
        expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
      }
    }
  });

  it('D56 S70 a place in no installed territory: 422 outside_coverage on quote and execute, nothing held', async () => {
    const input = { credits: 4, origins: [INSIDE, { lat: 10.5, lng: 40.5 }] };
    const quoted = await suite.service.quote(suite.ann.secret, 'test.charged', input);
    expect([quoted.status, quoted.body.error, quoted.body.errors[0].pointer]).toEqual([
      422,
      'outside_coverage',
      '#/origins/1',
    ]);
    expect(quoted.body.detail).toContain('swapped');
    const executed = await execute({ ...input, quotedCredits: 4 });
    expect([executed.status, executed.body.error]).toEqual([422, 'outside_coverage']);
  });

  it('D2 faults are reported in one order', async () => {
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
    const sea = { credits: 4, origins: [{ lat: 0, lng: 0 }] };
    const post = (key: string | undefined, id: string, body: unknown, headers = {}) =>
      suite.service
        .request('POST', `/api/v1/actions/${id}/execute`, { ...(key === undefined ? {} : { key }), body, headers })
        .then(({ body }) => body.error);
    const form = { 'Content-Type': 'text/plain' };
    expect(await post(undefined, 'test.nothing', '{', form)).toBe('missing_api_key');
    expect(await post(reader.secret, 'test.nothing', '{', form)).toBe('not_found');
    expect(await post(reader.secret, 'test.charged', '{', form)).toBe('insufficient_scope');
    expect(await post(suite.ann.secret, 'test.charged', '{', form)).toBe('unsupported_media_type');
    expect(await post(suite.ann.secret, 'test.charged', '{')).toBe('validation_error');
    expect(await post(suite.ann.secret, 'test.charged', sea)).toBe('quote_required');
    expect(await post(suite.ann.secret, 'test.charged', { ...sea, quotedCredits: 1 })).toBe('outside_coverage');
    expect(await post(suite.ann.secret, 'test.charged', { credits: 4, text: 'in the sea' })).toBe('quote_required');
    expect(await post(suite.ann.secret, 'test.charged', { credits: 4, text: 'unknown code' })).toBe('validation_error');
    expect(await post(suite.ann.secret, 'test.charged', { credits: 400, text: 'in the sea', quotedCredits: 1 })).toBe(
      'outside_coverage',
    );
    expect(await post(suite.ann.secret, 'test.charged', { credits: 400, quotedCredits: 1 })).toBe('quote_changed');
    expect(await post(suite.ann.secret, 'test.charged', { credits: 400, quotedCredits: 400 })).toBe(
      'insufficient_credits',
    );
  });

  it('D23 S247 executions of charged actions count whatever their outcome, quotes and free actions do not', async () => {
    const tries = [
      ...Array.from({ length: 20 }, () => execute({ credits: 1, quotedCredits: 1 })),
      ...Array.from({ length: 20 }, () => execute({ credits: 4 })),
      ...Array.from({ length: 20 }, () => execute({ credits: 'x' })),
      ...Array.from({ length: 30 }, () => suite.service.quote(suite.ann.secret, 'test.charged', {})),
      ...Array.from({ length: 30 }, () => suite.service.execute(suite.ann.secret, 'test.free', {})),
    ];
    expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toEqual([]);
    const full = await execute({ credits: 1, quotedCredits: 1 });
    expect([full.status, full.body.error, full.body.policy]).toEqual([429, 'rate_limited', 'charged']);
    expect(Number(full.headers.get('retry-after'))).toBe(full.body.retryAfter);
    expect(full.body.retryAfter).toBeGreaterThanOrEqual(1);
    expect(full.body.retryAfter).toBeLessThanOrEqual(60);
    expect(full.headers.get('ratelimit')).toMatch(/^"requests";r=480;t=\d+, "charged";r=0;t=\d+$/);
    expect((await suite.service.quote(suite.ann.secret, 'test.charged', {})).status).toBe(200);
    expect(await balance()).toBe(80);
  });
});
