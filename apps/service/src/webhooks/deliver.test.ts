import { createServer } from 'node:net';
import type { Job } from '@hinterland/contract';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordEvent } from '../kit/events/record.ts';
import { openLog } from '../kit/log.ts';
import { openSecrets, type SecretBox } from '../kit/secrets/box.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { drain } from '../testing/drain.ts';
import { failedJob } from '../testing/failedJob.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { scaled } from '../testing/scaled.ts';
import { type MadeAccount, makeAccount, TestClock } from '../testing/town.ts';
import { type DeliverySettings, makeDeliver, secretContext } from './deliver.ts';
import { claimDue } from './deliveries.ts';
import { OwnFault } from './ownFault.ts';
import { removeOldDeliveries } from './retention.ts';
import { recordOutcome } from './retry.ts';
import type { Outcome } from './send.ts';
import { makeSender } from './send.ts';
import { newSecret } from './sign.ts';
import { makeTargets } from './targets.ts';

const stripe = new Stripe('sk_test_of_nobody');
type Claim = Awaited<ReturnType<typeof claimDue>>;
const LOOPBACK = ['127.0.0.0/8'];
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => 204;
});

describeOnBoth('deliveries by the clock', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  const lines: string[] = [];
  let ann: MadeAccount;
  let settings: DeliverySettings;
  const secrets = openSecrets({ secretsKey: Buffer.alloc(32, 1).toString('base64'), home: '/nowhere' });
  const secret = newSecret();
  const endpoint = async (url = receiver.url, of = ann): Promise<number> => {
    const box = await secrets.forWriting(db());
    const { organizationId, userId } = of.spender;
    const { rows } = await sql<{ id: number }>`
      insert into webhook (organization_id, url, events, secret, created_by, created_at)
      values (${organizationId}, ${url}, '{job.failed}', ${box.seal(secret, secretContext(organizationId))}, ${userId},
        ${clock.instant()}) returning id`.execute(db());
    return rows[0]?.id as number;
  };
  const happen = (job: string) => recordEvent(db(), { ...failedJob(ann, job), createdAt: clock.instant() });
  const look = async () => {
    const box = (await secrets.forReading(db())) as SecretBox;
    await drain(
      () => claimDue(db(), clock),
      (claimed) => makeDeliver(settings)(box, claimed),
    );
  };
  const read = async () =>
    (
      await sql<{ status: string; attempts: number; error: string | null; response_code: number | null; due_at: Date }>`
        select status, attempts, error, response_code, due_at from webhook_delivery order by id`.execute(db())
    ).rows;
  const state = async (id: number) =>
    (
      await sql<{ status: string; failures: number }>`
        select status, consecutive_failures as failures from webhook where id = ${id}`.execute(db())
    ).rows[0];
  /** Goes through the hours: from one due time to the next, with a look a second before each. */
  const hours = async (count: number) => {
    const end = clock.instant().getTime() + count * 3_600_000;
    await look();
    for (;;) {
      const { rows } = await sql<{ due: Date | null }>`
        select min(due_at) as due from webhook_delivery where due_at > ${clock.instant()}`.execute(db());
      const due = rows[0]?.due?.getTime() ?? Number.POSITIVE_INFINITY;
      for (const time of [due - 1000, due]) {
        if (time > end) return clock.set(new Date(end).toISOString());
        clock.set(new Date(time).toISOString());
        await look();
      }
    }
  };

  beforeEach(async () => {
    clock.set('2026-11-21T10:00:00.000Z');
    lines.length = 0;
    ann = await makeAccount(db(), { role: 'owner' });
    const targets = makeTargets({
      resolve: async () => ['127.0.0.1'],
      allowedNetworks: LOOPBACK,
      baseUrl: () => 'https://geo.example.com',
    });
    settings = {
      db: db(),
      clock,
      log: openLog({ level: 'debug', write: (line) => lines.push(line) }),
      baseUrl: () => 'https://geo.example.com',
      mailSender: { nudge() {} },
      send: makeSender({ targets, timeoutMilliseconds: scaled(1000), ca: receiver.ca }),
      traces: null,
    };
  });

  it('S231 S232 S225 S237 four attempts after 1 min, 10 min, 1 h, each with a fresh t and the same body, then failed', async () => {
    await endpoint();
    await happen('job_1');
    receiver.answer = () => 503;
    const begun = clock.instant().getTime() / 1000;
    await hours(1.3);
    const times = receiver.received.map(({ headers }) => /t=(\d+)/.exec(`${headers['x-service-signature']}`)?.[1]);
    expect(times.map((t) => Number(t) - begun)).toEqual([0, 60, 660, 4260]);
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4']);
    expect(new Set(receiver.received.map(({ raw, headers }) => `${headers['x-service-delivery']} ${raw}`)).size).toBe(
      1,
    );
    expect(await read()).toMatchObject([{ status: 'failed', attempts: 4, error: 'HTTP 503', due_at: null }]);
    const { raw, headers } = receiver.received[3] as Receiver['received'][number];
    const at = begun + 4260;
    const verify = (seconds: number) =>
      stripe.webhooks.constructEvent(
        raw,
        headers['x-service-signature'] as string,
        secret,
        300,
        undefined,
        seconds * 1000,
      );
    expect(verify(at + 300).id).toBe(JSON.parse(raw).id);
    expect(() => verify(at + 302)).toThrow('tolerance');
  });

  it('S228 any 2xx is a success; S229 a redirect is not followed; Retry-After and 410 change nothing', async () => {
    const id = await endpoint();
    for (const status of [200, 201, 202, 204, 299]) {
      receiver.answer = () => status;
      await happen(`job_${status}`);
      await look();
    }
    expect((await read()).every((row) => row.status === 'delivered' && row.attempts === 1)).toBe(true);
    const headers = { Location: receiver.url, 'Retry-After': '86400' };
    for (const status of [301, 302, 307, 308, 304, 400, 404, 410, 500]) {
      receiver.answer = () => ({ status, headers });
      await happen(`job_${status}`);
      await look();
      const row = (await read()).at(-1);
      const due = clock.instant().getTime() + 60_000;
      expect(row).toMatchObject({
        status: 'retry_scheduled',
        attempts: 1,
        response_code: status,
        error: `HTTP ${status}`,
      });
      expect(row?.due_at.getTime()).toBe(due);
    }
    expect(receiver.received.length).toBe(14);
    expect(await state(id)).toEqual({ status: 'active', failures: 9 });
  });

  it('S230 silence, a refused connection, a foreign certificate and plain HTTP are failures of their kinds', async () => {
    const plain = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n'));
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    const { port } = plain.address() as { port: number };
    const free = createServer();
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
    const { port: nobody } = free.address() as { port: number };
    await new Promise((done) => free.close(done));
    receiver.answer = () => 'silence';
    const cases: [string, string][] = [
      [receiver.url, 'timeout'],
      [`https://127.0.0.1:${nobody}/`, 'connect_error'],
      [receiver.url.replace('127.0.0.1', 'other.example.com'), 'tls_error'],
      [`https://127.0.0.1:${port}/`, 'tls_error'],
      ['https://10.0.0.1/', 'blocked'],
    ];
    for (const [url] of cases) await endpoint(url);
    await happen('job_1');
    await look();
    plain.close();
    expect((await read()).map(({ error }) => error)).toEqual(cases.map(([, error]) => error));
    expect((await read()).every((row) => row.status === 'retry_scheduled' && row.response_code === null)).toBe(true);
  });

  it('S233 S234 20 failed attempts in a row disable with a mail; nothing is sent until enabled', async () => {
    const id = await endpoint();
    receiver.answer = () => 500;
    for (let job = 1; job <= 5; job++) await happen(`job_${job}`);
    await hours(1.3);
    expect(receiver.received.length).toBe(20);
    expect(await state(id)).toEqual({ status: 'disabled', failures: 20 });
    const { rows: mails } = await sql<{ recipient: string; body: string }>`
      select recipient, body from mail_outbox`.execute(db());
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ann@example.com']);
    expect(mails[0]?.body).toContain(`POST /api/v1/webhooks/${id}/enable`);
    await happen('job_6');
    await hours(1);
    expect(receiver.received.length).toBe(20);
    expect((await read()).length).toBe(5);
    await sql`update webhook set status = 'active', disabled_at = null, consecutive_failures = 0`.execute(db());
    receiver.answer = () => 204;
    await hours(1);
    expect(receiver.received.length).toBe(20); // no backfill
    await happen('job_7');
    await look();
    expect(receiver.received.length).toBe(21);
  });

  it('S233 D141 19 failures and a success begin anew', async () => {
    const id = await endpoint();
    receiver.answer = () => 500;
    for (let job = 1; job <= 19; job++) await happen(`job_${job}`);
    await look();
    expect(await state(id)).toEqual({ status: 'active', failures: 19 });
    receiver.answer = () => 204;
    await happen('job_20');
    await look();
    expect(await state(id)).toEqual({ status: 'active', failures: 0 });
  });

  it('D140 a retry that falls due while disabled fails; enabled before that, it goes on', async () => {
    const id = await endpoint();
    receiver.answer = () => 500;
    await happen('job_1');
    await look();
    const off = () => sql`update webhook set status = 'disabled', disabled_at = now() where id = ${id}`.execute(db());
    const on = () => sql`update webhook set status = 'active', disabled_at = null where id = ${id}`.execute(db());
    await off();
    clock.advanceSeconds(59);
    await look();
    await on();
    clock.advanceSeconds(1);
    await look();
    expect(await read()).toMatchObject([{ status: 'retry_scheduled', attempts: 2 }]);
    await off();
    clock.advanceSeconds(600);
    await look();
    expect(await read()).toMatchObject([{ status: 'failed', attempts: 2, error: 'endpoint_disabled' }]);
    expect(receiver.received.length).toBe(2);
  });

  it('S235 what failed at first comes after what happened later', async () => {
    await endpoint();
    receiver.answer = () => 500;
    await happen('job_1');
    await look();
    receiver.answer = () => 204;
    clock.advanceSeconds(30);
    await happen('job_2');
    await look();
    clock.advanceSeconds(30);
    await look();
    expect(receiver.received.map(({ body }) => body.data.job.id)).toEqual(['job_1', 'job_2', 'job_1']);
    expect((await read()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['delivered', 2],
      ['delivered', 1],
    ]);
  });

  it('3.2 an attempt whose sender died is made again with its number; what the dead one says later is stale', async () => {
    await endpoint();
    await happen('job_1');
    const box = await secrets.forWriting(db());
    const dead = await claimDue(db(), clock);
    clock.advanceSeconds(29);
    expect(await claimDue(db(), clock)).toBeNull();
    clock.advanceSeconds(1);
    await look();
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1']);
    const failed: Outcome = { delivered: false, responseCode: 500, error: 'HTTP 500' };
    const late = await db()
      .transaction()
      .execute((trx) => recordOutcome(trx, clock, dead as NonNullable<typeof dead>, failed));
    expect(late).toBe('stale');
    expect(await read()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    await makeDeliver(settings)(box, dead as NonNullable<typeof dead>);
    const ids = receiver.received.map(({ headers }) => headers['x-service-delivery']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('3.2 a slow endpoint has four attempts at a time and does not keep the others waiting', async () => {
    const slow = await endpoint();
    for (let i = 0; i < 10; i++) await happen(`job_${i}`);
    const quick = await endpoint();
    await happen('job_last');
    const claimed = [];
    for (let one = await claimDue(db(), clock); one !== null; one = await claimDue(db(), clock)) claimed.push(one);
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([slow, slow, slow, slow, quick]);
  });

  it('H4 an organization has eight attempts at a time with all of its endpoints, and the delivery of another comes second', async () => {
    const endpoints = [await endpoint(), await endpoint(), await endpoint()];
    for (let i = 0; i < 10; i++) await happen(`job_${i}`);
    const bob = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com' });
    await sql`
      insert into webhook (organization_id, url, events, secret, created_by, created_at)
      select ${bob.spender.organizationId}, url, events, secret, ${bob.spender.userId}, created_at from webhook
      where id = ${endpoints[0]}`.execute(db());
    await recordEvent(db(), {
      organizationId: bob.spender.organizationId,
      userId: bob.spender.userId,
      type: 'job.failed',
      subject: 'job:of_bob:failed',
      data: { job: { id: 'of_bob' } as Job },
      createdAt: clock.instant(),
    });
    const claimed: NonNullable<Claim>[] = [];
    for (let one = await claimDue(db(), clock); one !== null; one = await claimDue(db(), clock)) claimed.push(one);
    const counts = endpoints.map((id) => claimed.filter(({ webhookId }) => webhookId === id).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(8);
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
    const ofBob = ({ organizationId }: NonNullable<Claim>) => organizationId === bob.spender.organizationId;
    expect(claimed.map(ofBob)).toEqual(claimed.map((_, turn) => turn === 1));
    // A lease that ends frees its place.
    clock.advanceSeconds(30);
    expect(await claimDue(db(), clock)).not.toBeNull();
  });

  it('C2 a fault of ours counts against nobody: the attempt is made again under its number', async () => {
    const id = await endpoint();
    await happen('job_1');
    const box = await secrets.forWriting(db());
    const broken = makeDeliver({
      ...settings,
      send: async () => {
        throw new OwnFault('as told');
      },
    });
    for (let attempt = 0; attempt < 25; attempt++) {
      await expect(broken(box, (await claimDue(db(), clock)) as NonNullable<Claim>)).rejects.toThrow(OwnFault);
      clock.advanceSeconds(30);
    }
    expect(await state(id)).toEqual({ status: 'active', failures: 0 });
    await look();
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1']);
    expect(await read()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('several workers at once deliver each event once', async () => {
    await endpoint();
    for (let i = 0; i < 40; i++) await happen(`job_${i}`);
    await Promise.all([look(), look(), look(), look()]);
    expect(receiver.received.length).toBe(40);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(40);
  });

  it('S232 D144 deliveries are listed for 30 days after their end, events go with the last of them', async () => {
    await endpoint();
    receiver.answer = () => 500;
    await happen('job_failed');
    await hours(1.3);
    const ended = clock.instant();
    receiver.answer = () => 204;
    await happen('job_done');
    await look();
    const days = async (count: number) => {
      clock.set(new Date(ended.getTime() + count * 86_400_000).toISOString());
      const remove = () => removeOldDeliveries(db(), clock, settings.log);
      await Promise.all([remove(), remove()]);
      return (await read()).map(({ status }) => status);
    };
    expect(await days(29)).toEqual(['failed', 'delivered']);
    expect(await days(30)).toEqual(['delivered']);
    expect(await days(31)).toEqual([]);
    const { rows } = await sql`select id from event`.execute(db());
    expect(rows).toEqual([]);
  });

  describe('proxies of the environment', () => {
    it('are not used', async () => {
      const names = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
      const before = names.map((name) => process.env[name]);
      for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : 'http://127.0.0.1:1';
      try {
        await endpoint();
        await happen('job_1');
        await look();
        expect(await read()).toMatchObject([{ status: 'delivered' }]);
      } finally {
        for (const [i, name] of names.entries()) {
          if (before[i] === undefined) delete process.env[name];
          else process.env[name] = before[i];
        }
      }
    });
  });
});
