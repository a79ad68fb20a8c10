import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyWebhook } from '@hinterland/client/webhooks';
import { delivery as deliveryShape, EVENTS, eventEnvelope, webhook as webhookShape } from '@hinterland/contract';
import { sql } from 'kysely';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordEvent } from '../kit/events/record.ts';
import { openSecrets, WrongSecretsKey } from '../kit/secrets/box.ts';
import { analysesOf, startStoringService } from '../testing/analyses.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { failedJob } from '../testing/failedJob.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { scaled } from '../testing/scaled.ts';
import type { RequestOptions, TestService } from '../testing/service.ts';
import { type MadeAccount, makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';
import { secretContext } from './deliver.ts';
import { newSecret, signature } from './sign.ts';

const stripe = new Stripe('sk_test_of_nobody');
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

it('F the vector of the contract: the whole secret is the key', () => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  const body = '{"id":"evt_1","type":"ping","createdAt":"2023-11-14T22:13:20.000Z","data":{"message":"ping"}}';
  const header = 't=1700000000,v1=5236885799c18a015ed17d0890daaa168837088d485ac563b8a919eca59cf0a6';
  expect(signature(body, [secret], 1_700_000_000)).toBe(header);
  expect(stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: 1_700_000_000 })).toBe(header);
});

it('S236 secrets are whsec_ and 32 random bytes', () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
});

describeOnBoth('webhooks over HTTP', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let bob: MadeAccount;
  const db = () => database().db;
  const ask = (who: MadeAccount, method: string, path = '', options: RequestOptions = {}) =>
    service.request(method, `/api/v1/webhooks${path}`, { key: who.secret, ...options });
  const register = async (who = ann, events: readonly string[] = ['ping'], rest: object = {}) =>
    (await ask(who, 'POST', '', { body: { url: receiver.url, events, ...rest } })).body;
  const { make, run } = analysesOf(() => service);
  const deliveries = async (id: number, query = '') => (await ask(ann, 'GET', `/${id}/deliveries${query}`)).body.data;

  beforeAll(async () => {
    service = await startStoringService(database(), {
      webhookMilliseconds: 20,
      webhookWays: { ca: receiver.ca, timeoutMilliseconds: scaled(1500) },
      env: { HINTERLAND_WEBHOOK_NETWORKS: LOOPBACK.join(',') },
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    const scopes = ['read', 'run', 'manage'] as const;
    ann = await makeAccount(db(), { scopes, credits: 100 });
    bob = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com', scopes });
  });

  it('S195 S196 S197 S236 D130 are made with 201 and a secret that is shown there only, and kept encrypted', async () => {
    const body = { url: receiver.url, events: ['ping', 'ping', 'job.failed'], description: 'Grüße 𝒳', id: 99 };
    const made = await ask(ann, 'POST', '', { body });
    expect(made.status).toBe(201);
    const { secret, ...shown } = made.body;
    expect(secret).toMatch(/^whsec_/);
    expect(webhookShape.strict().parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ url: receiver.url, events: ['ping', 'job.failed'], description: 'Grüße 𝒳' });
    expect(shown).toMatchObject({ status: 'active', consecutiveFailures: 0, disabledAt: null });
    const listed = await ask(ann, 'GET');
    expect(listed.body.data).toEqual([shown]);
    const { rows } = await sql<{ all: string }>`select row_to_json(w)::text as all from webhook w`.execute(db());
    const digits = Buffer.from(secret).toString('hex');
    for (const text of [listed.text, rows[0]?.all ?? '', service.log.join('')]) {
      expect([text.includes(secret), text.includes(digits)]).toEqual([false, false]);
    }
    const key = join(database().settings.home, 'secrets.key');
    expect((await stat(key)).mode & 0o077).toBe(0);
    expect(Buffer.from(await readFile(key, 'utf8'), 'base64').length).toBe(32);
  });

  it('S198 D131 the list has all endpoints, oldest first, and the events that there are', async () => {
    const ids = [(await register()).id, (await register()).id];
    const { status, body } = await ask(ann, 'GET');
    expect([status, body.data.map((one: { id: number }) => one.id)]).toEqual([200, ids]);
    expect(body.availableEvents).toEqual(Object.entries(EVENTS).map(([type, description]) => ({ type, description })));
  });

  it('S199 D142 one that is deleted is gone with its deliveries', async () => {
    const { id } = await register();
    await ask(ann, 'POST', `/${id}/ping`);
    expect((await ask(ann, 'DELETE', `/${id}`)).body).toEqual({ id, deleted: true });
    for (const [method, path] of [
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/ping'],
      ['POST', '/enable'],
    ]) {
      expect((await ask(ann, method as string, `/${id}${path}`)).status).toBe(404);
    }
    const { rows } = await sql`select id from webhook_delivery`.execute(db());
    expect(rows).toEqual([]);
  });

  it('D133 D134 S206 S208 what is wrong with a new one is told with its place', async () => {
    const place = async (body: object) => {
      const answer = await ask(ann, 'POST', '', { body: { url: receiver.url, events: ['ping'], ...body } });
      expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
      return answer.body.errors[0].pointer;
    };
    expect(await place({ events: [] })).toBe('#/events');
    expect(await place({ events: undefined })).toBe('#/events');
    expect(await place({ events: ['ping', 'job.started'] })).toBe('#/events/1');
    expect(await place({ description: 7 })).toBe('#/description');
    expect(await place({ description: 'x'.repeat(501) })).toBe('#/description');
    for (const url of [undefined, 7, 'http://example.com/', 'https://10.0.0.1/', `https://x.org/${'a'.repeat(2048)}`]) {
      expect(await place({ url })).toBe('#/url');
    }
  });

  it('S205 all routes need manage, and another organization sees and changes nothing', async () => {
    const reader = await makeAccount(db(), { keyName: 'reader', scopes: ['read', 'run'] });
    const { id } = await register(ann, ['ping']);
    const before = (await ask(ann, 'GET')).text;
    const routes = [
      ['DELETE', ''],
      ['POST', '/enable'],
      ['POST', '/ping'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
    ];
    for (const [method, path] of routes as [string, string][]) {
      const refused = await ask(reader, method, `/${id}${path}`);
      expect([refused.status, refused.body.requiredScope]).toEqual([403, 'manage']);
      const foreign = await ask(bob, method, `/${id}${path}`);
      const nothing = await ask(bob, method, `/999999${path}`);
      expect([foreign.status, foreign.body.detail]).toEqual([404, nothing.body.detail]);
      for (const odd of ['0', '-1', '01', 'x', '1e3', '99999999999999999999']) {
        expect((await ask(ann, method, `/${odd}${path}`)).status).toBe(404);
      }
    }
    expect((await ask(reader, 'GET')).status).toBe(403);
    expect((await ask(bob, 'GET')).body.data).toEqual([]);
    expect((await ask(ann, 'GET')).text).toBe(before);
    expect(receiver.received).toEqual([]);
  });

  it('S210 D132 ten may be active, also when many are made at once; a disabled one does not count until enabled', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => ask(ann, 'POST', '', { body: { url: receiver.url, events: ['ping'] } })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array(10).fill(201),
      ...Array(4).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('webhook_limit_reached');
    const id = answers.find(({ status }) => status === 201)?.body.id;
    await sql`update webhook set status = 'disabled', disabled_at = now() where id = ${id}`.execute(db());
    expect((await ask(ann, 'POST', `/${id}/enable`)).status).toBe(200);
    await sql`update webhook set status = 'disabled', disabled_at = now() where id = ${id}`.execute(db());
    const another = await ask(ann, 'POST', '', { body: { url: receiver.url, events: ['ping'] } });
    expect(another.status).toBe(201);
    expect((await ask(ann, 'POST', `/${id}/enable`)).body.error).toBe('webhook_limit_reached');
    expect((await ask(bob, 'POST', '', { body: { url: receiver.url, events: ['ping'] } })).status).toBe(201);
    await ask(ann, 'DELETE', `/${another.body.id}`);
    expect((await ask(ann, 'POST', `/${id}/enable`)).body.status).toBe('active');
  });

  it('S203 S217 D137 D139 a ping is sent at once, and its delivery is the answer', async () => {
    const { id } = await register();
    const { status, body } = await ask(ann, 'POST', `/${id}/ping`);
    expect(status).toBe(200);
    expect(deliveryShape.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({ event: 'ping', status: 'delivered', attempts: 1, responseCode: 204, error: null });
    expect(body.payload.data).toEqual({ message: 'ping' });
    expect(receiver.received.length).toBe(1);

    receiver.answer = () => 500;
    const failed = await ask(ann, 'POST', `/${id}/ping`);
    expect(failed.status).toBe(200);
    expect(failed.body).toMatchObject({ status: 'retry_scheduled', attempts: 1, responseCode: 500, error: 'HTTP 500' });
    const { lastAttemptAt, nextAttemptAt } = failed.body;
    expect(Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)).toBe(60_000);
    expect((await ask(ann, 'GET')).body.data[0].consecutiveFailures).toBe(1);
    expect((await deliveries(id)).map((one: { status: string }) => one.status)).toEqual([
      'retry_scheduled',
      'delivered',
    ]);
  });

  it('H4 20 pings at once to a silent receiver take eight slots; the others are answered at once and sent later', async () => {
    const ids = await Promise.all([register(), register(), register()].map(async (made) => (await made).id));
    const waiting: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => waiting.push(() => resolve(204)));
    const answers: Promise<string>[] = Array.from({ length: 20 }, async (_, i) => {
      const { status, body } = await ask(ann, 'POST', `/${ids[i % 3]}/ping`);
      expect(status).toBe(200);
      return body.status;
    });
    // Twelve are answered while none of the eight has an answer.
    const early: string[] = [];
    for (const answer of answers) void answer.then((status) => early.push(status));
    await until(() => early.length >= 12 && waiting.length === 8);
    expect(early.slice(0, 12)).toEqual(Array(12).fill('pending'));
    receiver.answer = () => 204;
    for (const release of waiting) release();
    await Promise.all(answers);
    await until(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from webhook_delivery where status = 'delivered'`.execute(db());
      return rows[0]?.n === 20;
    });
  });

  it('S204 D138 a ping needs an endpoint that listens to it and is active', async () => {
    const { id } = await register(ann, ['job.failed']);
    const deaf = await ask(ann, 'POST', `/${id}/ping`);
    expect([deaf.status, deaf.body.error]).toEqual([409, 'event_not_subscribed']);
    const other = await register();
    await sql`update webhook set status = 'disabled', disabled_at = now() where id = ${other.id}`.execute(db());
    const off = await ask(ann, 'POST', `/${other.id}/ping`);
    expect([off.status, off.body.error]).toEqual([409, 'webhook_disabled']);
    expect(receiver.received).toEqual([]);
  });

  it('S7 S202 S211 S213 S216 S218 S219 S220 S221 S222 S223 S224 S225 S226 S227 a version is told over HTTPS as the contract says, and the stripe library verifies it', async () => {
    const { id, secret } = await register(ann, ['analysis.version.created']);
    const code = await make(ann);
    const { version } = (await run(ann, code)).body;
    await until(() => receiver.received.length === 1);
    const [one] = receiver.received as [Receiver['received'][number]];
    const { headers, raw, body } = one;
    expect([one.method, one.path]).toEqual(['POST', '/hook']);
    expect(eventEnvelope('analysis.version.created').strict().parse(body)).toEqual(body);
    expect(body.data).toEqual({ analysisCode: code, version });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'analysis.version.created',
      'x-service-delivery': body.id,
      'x-service-attempt': '1',
      'user-agent': `Hinterland-Webhooks/1.0 (+${service.url}/developers/webhooks)`,
    });
    expect(headers.authorization).toBeUndefined();
    const header = headers['x-service-signature'] as string;
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(Math.abs(Number(header.slice(2, 12)) - Date.now() / 1000)).toBeLessThan(60);
    expect(stripe.webhooks.constructEvent(raw, header, secret, 300)).toEqual(body);
    for (const [changed, by] of [
      [JSON.stringify(body, null, 1), secret],
      [raw, newSecret()],
    ] as const) {
      expect(() => stripe.webhooks.constructEvent(changed, header, by, 300)).toThrow('signature');
    }
    const standard = new StandardWebhook(secret);
    expect(standard.verify(raw, headers as Record<string, string>)).toEqual(body);
    await until(async () => (await deliveries(id))[0].status === 'delivered');
    const [listed] = await deliveries(id);
    expect(listed).toMatchObject({ event: body.type, eventId: body.id, attempts: 1, responseCode: 204, payload: body });
  });

  it('S7 S214 S171 a job that has finished is told as GET /jobs/{id} answers it', async () => {
    const { secret } = await register(ann, ['job.completed', 'job.failed']);
    const points = [{ id: 1, lat: 40.5, lng: 10.5, credits: 2 }];
    const { body: started } = await service.execute(ann.secret, 'test.batch', { points, quotedCredits: 2 });
    await until(() => receiver.received.length === 1);
    const [{ raw, headers }] = receiver.received as [Receiver['received'][number]];
    const event = verifyWebhook(raw, headers['x-service-signature'], secret);
    const { body: job } = await service.request('GET', `/api/v1/jobs/${started.result.jobId}`, { key: ann.secret });
    expect(job.result).toMatchObject({ done: 1, creditsCharged: 2 });
    expect([event.type, event.data]).toEqual(['job.completed', { job }]);
    expect(eventEnvelope('job.completed').strict().parse(event)).toEqual(event);
  });

  it('S216 the channel does not matter, isochrones and foreign analyses tell nothing, a replay tells nothing again', async () => {
    await register(ann, ['analysis.version.created']);
    const code = await make(ann);
    await run(ann, code, { idempotencyKey: 'k' });
    await run(ann, code, { idempotencyKey: 'k' });
    await run(ann, code, {}, 'test.unstored');
    await run(ann, await make(bob));
    const { rows } = await sql`select id from event`.execute(db());
    expect(rows.length).toBe(1);
    await until(() => receiver.received.length === 1);
  });

  it('S201 D136 deliveries: 50 by default, up to 200, newest first', async () => {
    const { id } = await register(ann, ['job.failed']);
    await db()
      .transaction()
      .execute(async (trx) => {
        for (let i = 0; i < 205; i++) {
          await recordEvent(trx, { ...failedJob(ann, `job_${i}`), createdAt: new Date('2099-01-01') });
        }
      });
    expect((await deliveries(id)).length).toBe(50);
    expect((await deliveries(id, '?limit=200')).length).toBe(200);
    const [first, second] = await deliveries(id, '?limit=2');
    expect([first.payload.data.job.id, second.payload.data.job.id]).toEqual(['job_204', 'job_203']);
    for (const limit of ['0', '-1', '201', '1.5', 'x', '', '1e2', '9999999999999']) {
      const { status, body } = await ask(ann, 'GET', `/${id}/deliveries?limit=${limit}`);
      expect([limit, status, body.error]).toEqual([limit, 400, 'validation_error']);
    }
  });

  it('S200 D141 enabling makes it active and counts failures anew, also where it was active', async () => {
    const { id } = await register();
    for (const status of ['disabled', 'active']) {
      await sql`
        update webhook set status = ${status}, consecutive_failures = 19,
          disabled_at = case ${status} when 'disabled' then now() end`.execute(db());
      const { status: code, body } = await ask(ann, 'POST', `/${id}/enable`);
      expect([code, body.status, body.consecutiveFailures, body.disabledAt]).toEqual([200, 'active', 0, null]);
    }
    expect((await ask(ann, 'POST', `/${id}/ping`)).body.status).toBe('delivered');
  });

  it('D145 after a rotation both secrets verify', async () => {
    const { id, secret: old } = await register();
    const rotated = await ask(ann, 'POST', `/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    const { secret } = rotated.body;
    expect(secret).not.toBe(old);
    await ask(ann, 'POST', `/${id}/ping`);
    await sql`update webhook set previous_secret_until = now()`.execute(db());
    await ask(ann, 'POST', `/${id}/ping`);
    const [during, after] = receiver.received as [Receiver['received'][number], Receiver['received'][number]];
    const verify = (one: typeof during, by: string) =>
      stripe.webhooks.constructEvent(one.raw, one.headers['x-service-signature'] as string, by, 300).id;
    for (const by of [secret, old]) {
      expect(verify(during, by)).toBe(during.body.id);
      new StandardWebhook(by).verify(during.raw, during.headers as Record<string, string>);
    }
    expect(verify(after, secret)).toBe(after.body.id);
    expect(() => verify(after, old)).toThrow('signature');
  });

  it('a replica with another key keeps no secrets, delivers nothing, and says what to do', async () => {
    const { id } = await register();
    await ask(ann, 'POST', `/${id}/ping`);
    const other = openSecrets({ secretsKey: Buffer.alloc(32, 7).toString('base64'), home: '/nowhere' });
    await expect(other.forReading(db())).rejects.toThrow(WrongSecretsKey);
    await expect(other.forWriting(db())).rejects.toThrow('HINTERLAND_SECRETS_KEY');
    const same = await openSecrets({ home: database().settings.home }).forWriting(db());
    const sealed = same.seal('whsec_x', secretContext(1));
    expect(same.open(sealed, secretContext(1))).toBe('whsec_x');
    expect(() => same.open(sealed, secretContext(2))).toThrow();
  });
});
