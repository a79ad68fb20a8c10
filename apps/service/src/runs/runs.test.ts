import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../credits/invariants.ts';
import { releaseExpiredHolds } from '../credits/releaseExpired.ts';
import { databaseClock } from '../db/database.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { drawn, startTestService, type TestService } from '../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';

const INSIDE = { lat: 40.5, lng: 10.5 };

describeOnBoth('quote and execute', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { runSeconds: 2, idempotencyWaitSeconds: 2 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.bundles.set(drawn());
    ann = await makeAccount(db(), { credits: 100 });
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
    expect((await state()).reserved).toBe(0);
  });

  const state = () => accountState(db(), ann.spender.organizationId);
  const balance = async () => (await state()).balance;
  const execute = (input: unknown, headers?: Record<string, string>) =>
    service.execute(ann.secret, 'test.charged', input, headers);
  const charges = async () =>
    (
      await sql<{ amount: number }>`select amount from ledger_entry where kind = 'charge' order by seq`.execute(db())
    ).rows.map(({ amount }) => -amount / 1000);

  it('S64-S70 a quote tells the price by line, needs only read, and leaves no trace', async () => {
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
    const before = await sql`select * from ledger_entry`.execute(db());
    const { status, body } = await service.quote(reader.secret, 'test.charged', { credits: 4, origins: [INSIDE] });
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
    const { body } = await service.quote(ann.secret, 'test.charged', { credits: 2.1 });
    expect([body.quotedCredits, body.quote.totalCredits]).toEqual([3, 2.1]);
    const done = await execute({ credits: 2.1, quotedCredits: 3 });
    expect(done.body.result.creditsCharged).toBe(3);
    expect(await balance()).toBe(97);
  });

  it('S269 the same quote twice gives the same number; D34 of a free action it is 0 without lines', async () => {
    const ask = async () => (await service.quote(ann.secret, 'test.charged', { credits: 7 })).text;
    expect(await ask()).toBe(await ask());
    const { body } = await service.quote(ann.secret, 'test.free', {});
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
    const { body } = await service.execute(ann.secret, 'test.quiet', { credits: 3, quotedCredits: 3 });
    expect(Object.keys(body.result)).toEqual(['text', 'territory', 'version', 'thread']);
    expect(await balance()).toBe(97);
  });

  it('S77 S79 D40 D77 a free action needs read and no quote, and ignores quotedCredits and idempotency keys', async () => {
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
    const body = { text: 'x', quotedCredits: 'nonsense', idempotencyKey: '' };
    const answer = await service.execute(reader.secret, 'test.free', body, { 'Idempotency-Key': 'k' });
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
    const quoted = await service.quote(ann.secret, 'test.charged', wrong);
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
    const quoted = await service.quote(ann.secret, 'test.charged', input);
    expect(quoted.body.warnings).toEqual(body.warnings);
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
    const run = (credits: number) => service.execute(bob.secret, 'test.charged', { credits, quotedCredits: credits });
    expect((await run(6)).status).toBe(200);
    const { status, body } = await run(5);
    expect([status, body.blockedBy, body.limit, body.used]).toEqual([402, blockedBy, 10, 6]);
    expect(body.resetsAt).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
    expect((await run(4)).status).toBe(200);
    expect(await balance()).toBe(90);
  });

  it('D3 401 with a bad key and D4 S78 403 with a key that lacks run, and nothing is charged', async () => {
    const bad = await service.execute(`${ann.secret.slice(0, -1)}_`, 'test.charged', { credits: 4, quotedCredits: 4 });
    expect([bad.status, bad.body.error]).toEqual([401, 'invalid_api_key']);
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read', 'manage'] });
    const refused = await service.execute(reader.secret, 'test.charged', { credits: 4, quotedCredits: 4 });
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
        const { status, body } = await service.request('POST', `/api/v1/actions/${id}/${verb}`, {
          key: ann.secret,
          body: {},
        });
        expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
      }
    }
  });

  it('S182 S248 D11 a run that fails in the engine: 500 without details, released', async () => {
    for (const behave of ['throw', 'unknown_problem', 'cancel_itself', 'no_object']) {
      const { status, body, text } = await execute({ credits: 4, behave, quotedCredits: 4 });
      expect([behave, status, body.error]).toEqual([behave, 500, 'internal_error']);
      expect(text).not.toMatch(/4711|as told|at .*\.[jt]s/i);
    }
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it('S182 a run that takes its thread down: 500, released, and the service goes on', async () => {
    const { status, body } = await execute({ credits: 4, behave: 'crash', quotedCredits: 4 });
    expect([status, body.error]).toEqual([500, 'internal_error']);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
    for (let i = 0; i < 3; i++) expect((await execute({ credits: 1, quotedCredits: 1 })).status).toBe(200);
  });

  it('S182 a problem that the action finds while it runs is answered as such, released', async () => {
    const { status, body } = await execute({ credits: 4, behave: 'problem', quotedCredits: 4 });
    expect([status, body]).toMatchObject([422, { error: 'territory_too_large', poles: 51, limit: 50 }]);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it.each(['well', 'stubborn'])(
    'D11 D58 a run past its time: 504, released, even where the action does not listen (%s)',
    async (behave) => {
      const started = performance.now();
      const { status, body } = await execute({ credits: 4, waitMilliseconds: 12_000, behave, quotedCredits: 4 });
      expect([status, body.error]).toEqual([504, 'run_timeout']);
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(await state()).toEqual({ balance: 100, reserved: 0 });
      expect((await execute({ credits: 1, quotedCredits: 1 })).status).toBe(200);
    },
  );

  it('D59 S182 a caller who goes away cancels the run, and the hold is released', async () => {
    const controller = new AbortController();
    const gone = service.request('POST', '/api/v1/actions/test.charged/execute', {
      key: ann.secret,
      body: { credits: 4, waitMilliseconds: 1000, quotedCredits: 4, idempotencyKey: 'gone' },
      signal: controller.signal,
    });
    await until(async () => (await state()).reserved === 4);
    controller.abort();
    await expect(gone).rejects.toThrow();
    await until(async () => (await state()).reserved === 0);
    expect(await balance()).toBe(100);
    const again = await execute({ credits: 4, waitMilliseconds: 1000, quotedCredits: 4, idempotencyKey: 'gone' });
    expect([again.status, again.body.replayed, await balance()]).toEqual([200, undefined, 96]);
  });

  it('L1 a caller who leaves while the charge waits for a connection is not charged', async () => {
    const controller = new AbortController();
    const gone = service.request('POST', '/api/v1/actions/test.charged/execute', {
      key: ann.secret,
      body: { credits: 4, waitMilliseconds: 500, quotedCredits: 4 },
      signal: controller.signal,
    });
    await until(async () => (await state()).reserved === 4);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const connections = database().kind === 'embedded' ? 1 : 10;
    const held = Array.from({ length: connections }, () =>
      db()
        .connection()
        .execute(() => released),
    );
    await sleep(1000); // by now the run has ended, and its charge waits
    controller.abort();
    await expect(gone).rejects.toThrow();
    await sleep(100); // the service hears of it
    release();
    await Promise.all(held);
    await until(async () => (await state()).reserved === 0);
    expect(await balance()).toBe(100);
  });

  it('S85 S86 S191 D70 D71 the same key again: computed again, not charged again, with an old price and no balance', async () => {
    const input = { credits: 60, due: 50, text: 'one', idempotencyKey: 'order-1' };
    const first = await execute({ ...input, quotedCredits: 60 });
    expect(first.body).toMatchObject({ idempotencyKey: 'order-1', quotedCredits: 60, result: { creditsCharged: 50 } });
    expect(first.body.replayed).toBeUndefined();
    for (const quotedCredits of [60, 1, undefined]) {
      const again = await execute({ ...input, quotedCredits });
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({
        replayed: true,
        idempotencyKey: 'order-1',
        result: { charged: true, creditsCharged: 50, text: 'one' },
      });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await charges()).toEqual([50]);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
  });

  it('S85 D74 D75 the header works like the member, with quotes or without', async () => {
    const input = { credits: 4, quotedCredits: 4 };
    expect((await execute(input, { 'Idempotency-Key': '"abc"' })).body.idempotencyKey).toBe('abc');
    expect((await execute({ ...input, idempotencyKey: 'abc' })).body.replayed).toBe(true);
    expect((await execute({ ...input, idempotencyKey: 'abc' }, { 'Idempotency-Key': 'abc' })).body.replayed).toBe(true);
    const differing = await execute({ ...input, idempotencyKey: 'abc' }, { 'Idempotency-Key': 'abd' });
    expect([differing.status, differing.body.errors[0].pointer]).toEqual([400, '#/idempotencyKey']);
    expect(await charges()).toEqual([4]);
  });

  it('S92 S192 D76 a key in the body has 1 to 80 characters', async () => {
    for (const idempotencyKey of ['', 'x'.repeat(81), '😀'.repeat(81), 7, null]) {
      const { status, body } = await execute({ credits: 4, quotedCredits: 4, idempotencyKey });
      expect([status, body.error, body.errors[0].pointer]).toEqual([400, 'validation_error', '#/idempotencyKey']);
    }
    expect((await execute({ credits: 4, quotedCredits: 4, idempotencyKey: '😀'.repeat(80) })).status).toBe(200);
    expect(await charges()).toEqual([4]);
  });

  it('S193 D74 a header that is too long is ignored: a new run, charged; a good member beside it counts', async () => {
    const long = { 'Idempotency-Key': 'x'.repeat(81) };
    for (let i = 0; i < 2; i++) {
      const { body } = await execute({ credits: 4, quotedCredits: 4 }, long);
      expect([body.replayed, body.idempotencyKey]).toEqual([undefined, undefined]);
    }
    expect(await charges()).toEqual([4, 4]);
    for (let i = 0; i < 2; i++) await execute({ credits: 4, quotedCredits: 4, idempotencyKey: 'good' }, long);
    expect(await charges()).toEqual([4, 4, 4]);
  });

  it('D65 D66 the same key for another input or action: 422; the order of members does not matter', async () => {
    const key = { idempotencyKey: 'k', quotedCredits: 4 };
    await execute({ credits: 4, text: 'one', ...key });
    const other = await execute({ credits: 4, text: 'two', ...key });
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    const action = await service.execute(ann.secret, 'test.quiet', { credits: 4, text: 'one', ...key });
    expect([action.status, action.body.error]).toEqual([422, 'idempotency_key_reused']);
    expect((await execute({ ...key, text: 'one', credits: 4.0 })).body.replayed).toBe(true);
    expect(await charges()).toEqual([4]);
  });

  it('S191 keys of different organizations do not meet; users of one organization share theirs', async () => {
    const input = { credits: 4, quotedCredits: 4, idempotencyKey: 'shared' };
    await execute(input);
    const bob = await makeAccount(db(), { email: 'bob@example.com' });
    expect((await service.execute(bob.secret, 'test.charged', input)).body.replayed).toBe(true);
    const other = await makeAccount(db(), { organization: 'Other', email: 'o@example.com', credits: 10 });
    expect((await service.execute(other.secret, 'test.charged', input)).body.replayed).toBeUndefined();
    expect((await accountState(db(), other.spender.organizationId)).balance).toBe(6);
  });

  it('D68 a key whose first try failed is free: the next try runs and is charged', async () => {
    const key = { idempotencyKey: 'retry', quotedCredits: 4, credits: 4 };
    expect((await execute({ ...key, behave: 'throw' })).status).toBe(500);
    expect((await execute({ ...key, credits: 400, quotedCredits: 400 })).status).toBe(402);
    const next = await execute(key);
    expect([next.status, next.body.replayed]).toEqual([200, undefined]);
    expect(await charges()).toEqual([4]);
  });

  it('S191 50 parallel executions with one key charge once, and all get the result', async () => {
    const input = { credits: 4, quotedCredits: 4, idempotencyKey: 'storm' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => execute(input)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(answers.filter(({ body }) => body.replayed === undefined).length).toBe(1);
    expect(await charges()).toEqual([4]);
    expect(await balance()).toBe(96);
  });

  it('D67 while the first run goes on, a repeat waits for it, and in the end says that it is in progress', async () => {
    const input = { credits: 4, waitMilliseconds: 1000, quotedCredits: 4, idempotencyKey: 'slow' };
    const first = execute(input);
    await until(async () => (await state()).reserved === 4);
    const second = await execute(input);
    expect([second.status, second.body.replayed]).toEqual([200, true]);
    expect((await first).body.replayed).toBeUndefined();
    expect(await charges()).toEqual([4]);
  });

  it('D67 409 idempotency_in_progress with Retry-After when the patience ends', async () => {
    // A run of another process: it holds the key and will never end here.
    await sql`update credit_account set reserved = reserved + 1000`.execute(db());
    await execute({ credits: 4, behave: 'throw', quotedCredits: 4, idempotencyKey: 'elsewhere' });
    await sql`update credit_account set reserved = reserved - 1000`.execute(db());
    await sql`update credit_hold set state = 'held', ended_at = null`.execute(db());
    const { status, body, headers } = await execute({
      credits: 4,
      behave: 'throw',
      quotedCredits: 4,
      idempotencyKey: 'elsewhere',
    });
    expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '5']);
    await sql`update credit_hold set state = 'released', ended_at = now()`.execute(db());
  });

  it('D56 S70 a place in no installed territory: 422 outside_coverage on quote and execute, nothing held', async () => {
    const input = { credits: 4, origins: [INSIDE, { lat: 10.5, lng: 40.5 }] };
    const quoted = await service.quote(ann.secret, 'test.charged', input);
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
      service
        .request('POST', `/api/v1/actions/${id}/execute`, { ...(key === undefined ? {} : { key }), body, headers })
        .then(({ body }) => body.error);
    const form = { 'Content-Type': 'text/plain' };
    expect(await post(undefined, 'test.nothing', '{', form)).toBe('missing_api_key');
    expect(await post(reader.secret, 'test.nothing', '{', form)).toBe('not_found');
    expect(await post(reader.secret, 'test.charged', '{', form)).toBe('insufficient_scope');
    expect(await post(ann.secret, 'test.charged', '{', form)).toBe('unsupported_media_type');
    expect(await post(ann.secret, 'test.charged', '{')).toBe('validation_error');
    expect(await post(ann.secret, 'test.charged', sea)).toBe('quote_required');
    expect(await post(ann.secret, 'test.charged', { ...sea, quotedCredits: 1 })).toBe('outside_coverage');
    expect(await post(ann.secret, 'test.charged', { credits: 4, text: 'in the sea' })).toBe('quote_required');
    expect(await post(ann.secret, 'test.charged', { credits: 4, text: 'unknown code' })).toBe('validation_error');
    expect(await post(ann.secret, 'test.charged', { credits: 400, text: 'in the sea', quotedCredits: 1 })).toBe(
      'outside_coverage',
    );
    expect(await post(ann.secret, 'test.charged', { credits: 400, quotedCredits: 1 })).toBe('quote_changed');
    expect(await post(ann.secret, 'test.charged', { credits: 400, quotedCredits: 400 })).toBe('insufficient_credits');
  });

  it('D23 S247 executions of charged actions count whatever their outcome, quotes and free actions do not', async () => {
    const tries = [
      ...Array.from({ length: 20 }, () => execute({ credits: 1, quotedCredits: 1 })),
      ...Array.from({ length: 20 }, () => execute({ credits: 4 })),
      ...Array.from({ length: 20 }, () => execute({ credits: 'x' })),
      ...Array.from({ length: 30 }, () => service.quote(ann.secret, 'test.charged', {})),
      ...Array.from({ length: 30 }, () => service.execute(ann.secret, 'test.free', {})),
    ];
    expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toEqual([]);
    const full = await execute({ credits: 1, quotedCredits: 1 });
    expect([full.status, full.body.error, full.body.policy]).toEqual([429, 'rate_limited', 'charged']);
    expect(Number(full.headers.get('retry-after'))).toBe(full.body.retryAfter);
    expect(full.body.retryAfter).toBeGreaterThanOrEqual(1);
    expect(full.body.retryAfter).toBeLessThanOrEqual(60);
    expect(full.headers.get('ratelimit')).toMatch(/^"requests";r=480;t=\d+, "charged";r=0;t=\d+$/);
    expect((await service.quote(ann.secret, 'test.charged', {})).status).toBe(200);
    expect(await balance()).toBe(80);
  });

  it('S56 a key that is revoked while its run goes on: the run is charged (D90), the next call is refused', async () => {
    const running = execute({ credits: 4, waitMilliseconds: 700, quotedCredits: 4 });
    await until(async () => (await state()).reserved === 4);
    await sql`update api_key set revoked_at = now() where id = ${ann.keyId}`.execute(db());
    expect((await execute({ credits: 4, quotedCredits: 4 })).status).toBe(401);
    expect((await running).status).toBe(200);
    expect(await balance()).toBe(96);
  });

  it('D91 a run whose hold was taken from it answers 503 and charges nothing', async () => {
    const running = execute({ credits: 4, waitMilliseconds: 700, quotedCredits: 4 });
    await until(async () => (await state()).reserved === 4);
    await sql`update credit_hold set lease_until = now() - interval '1 second'`.execute(db());
    expect(await releaseExpiredHolds(db(), databaseClock)).toBe(1);
    const { status, body } = await running;
    expect([status, body.error]).toEqual([503, 'service_unavailable']);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it('S147 S148 new data are picked up without a call being dropped, and a price that they change is a 409', async () => {
    const versions = new Set<string>();
    let stop = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!stop) {
        const { status, body } = await service.execute(ann.secret, 'test.free', { waitMilliseconds: 20 });
        expect(status).toBe(200);
        versions.add(body.result.version);
      }
    });
    const slow = execute({ credits: 4, waitMilliseconds: 600, quotedCredits: 4 });
    await until(async () => (await state()).reserved === 4);
    service.bundles.set(drawn({ version: '2026-11', surcharge: 2 }));
    await until(
      async () => (await service.request('GET', '/api/v1/data', { key: ann.secret })).body.territory === '2026-11',
    );
    const changed = await execute({ credits: 4, quotedCredits: 4 });
    expect([changed.status, changed.body.quotedCredits]).toEqual([409, 6]);
    expect((await slow).body.result.version).toBe('2026-10');
    stop = true;
    await Promise.all(load);
    expect([...versions].sort()).toEqual(['2026-10', '2026-11']);
    expect((await execute({ credits: 4, quotedCredits: 6 })).body.result.version).toBe('2026-11');
  });
});

describeOnBoth('a busy service', (database) => {
  it('refuses runs that would be late with 503 and Retry-After, charges the others, and holds nothing', async () => {
    const ann = await makeAccount(database().db, { credits: 100 });
    const service = await startTestService(database(), { runSeconds: 4, workers: 1 });
    try {
      const run = (text: string) =>
        service.execute(ann.secret, 'test.charged', { text, credits: 1, waitMilliseconds: 1000, quotedCredits: 1 });
      expect((await run('known')).status).toBe(200);
      // Four of them end within their time, some more where they come late because the machine is busy itself.
      const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => run(`run ${i}`)));
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThanOrEqual(20);
      for (const { body, headers } of refused) {
        expect(body).toMatchObject({ error: 'service_unavailable', retryAfter: expect.any(Number) });
        expect(headers.get('retry-after')).toBe(`${body.retryAfter}`);
      }
      const done = answers.filter(({ status }) => status === 200);
      const state = await accountState(database().db, ann.spender.organizationId);
      expect(state).toEqual({ balance: 100 - 1 - done.length, reserved: 0 });
      expect(await findViolations(database().db)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
