import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { chargedRuns } from '../../testing/chargedRuns.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { accountState, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

describeOnBoth('runs under one idempotency key', (database) => {
  const suite = chargedRuns(database);
  const { db, state, balance, execute, charges } = suite;

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
    const action = await suite.service.execute(suite.ann.secret, 'test.quiet', { credits: 4, text: 'one', ...key });
    expect([action.status, action.body.error]).toEqual([422, 'idempotency_key_reused']);
    expect((await execute({ ...key, text: 'one', credits: 4.0 })).body.replayed).toBe(true);
    expect(await charges()).toEqual([4]);
  });

  it('S191 keys of different organizations do not meet; users of one organization share theirs', async () => {
    const input = { credits: 4, quotedCredits: 4, idempotencyKey: 'shared' };
    await execute(input);
    const bob = await makeAccount(db(), { email: 'bob@example.com' });
    expect((await suite.service.execute(bob.secret, 'test.charged', input)).body.replayed).toBe(true);
    const other = await makeAccount(db(), { organization: 'Other', email: 'o@example.com', credits: 10 });
    expect((await suite.service.execute(other.secret, 'test.charged', input)).body.replayed).toBeUndefined();
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
});
