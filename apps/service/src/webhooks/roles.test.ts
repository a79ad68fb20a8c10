import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordEvent } from '../kit/events/record.ts';
import { ensureMembership } from '../operate/admin/ensure.ts';
import { analysesOf, startStoringService } from '../testing/analyses.ts';
import { CHEAP, type SignedIn, signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { failedJob } from '../testing/failedJob.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { scaled } from '../testing/scaled.ts';
import { seen, type TestService } from '../testing/service.ts';
import { type MadeAccount, makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';

const ROUTES = [
  ['GET', ''],
  ['POST', ''],
  ['POST', '/:id/enable'],
  ['POST', '/:id/rotate-secret'],
  ['GET', '/:id/deliveries'],
  ['POST', '/:id/ping'],
  ['DELETE', '/:id'],
] as const;

describeOnBoth('webhooks by role', (database) => {
  let service: TestService;
  let receiver: Receiver;
  let accounts: Record<Role | 'mate', MadeAccount>;
  let browsers: Record<'owner' | 'admin' | 'member', SignedIn>;
  const db = () => database().db;
  const organization = () => accounts.owner.spender.organizationId;
  type Who = keyof typeof accounts;

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startStoringService(database(), {
      webhookMilliseconds: 20,
      passwordCost: CHEAP,
      webhookWays: { ca: receiver.ca, timeoutMilliseconds: scaled(1500) },
      env: { HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8' },
    });
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
  });

  beforeEach(async () => {
    receiver.received.length = 0;
    const account = (name: string, role: Role) =>
      makeAccount(db(), { email: `${name}@example.com`, role, scopes: ['read', 'run', 'manage'], credits: 100 });
    accounts = {
      owner: await account('owner', 'owner'),
      admin: await account('admin', 'admin'),
      member: await account('member', 'member'),
      mate: await account('mate', 'member'),
    };
    const browser = async (name: 'owner' | 'admin' | 'member') => {
      const one = await signedIn(service, db(), `${name}-web@example.com`);
      const rights = { organizationId: organization(), userId: one.userId, role: name, billing: false, teamId: null };
      await ensureMembership(db(), rights);
      return one;
    };
    browsers = { owner: await browser('owner'), admin: await browser('admin'), member: await browser('member') };
  });

  const ask = (who: Who, method: string, path = '', body?: object) =>
    service.request(method, `/api/v1/webhooks${path}`, { key: accounts[who].secret, body });
  const make = async (who: Who): Promise<number> =>
    (await ask(who, 'POST', '', { url: receiver.url, events: ['ping', 'job.failed', 'analysis.version.created'] })).body
      .id;
  const setOpen = async (openToMembers: boolean, who: keyof typeof browsers = 'owner') =>
    seen(await browsers[who].send('PUT', `/organizations/${organization()}/webhook-access`, { openToMembers }));
  const setRole = (who: Who, role: Role) =>
    sql`update membership set role = ${role} where user_id = ${accounts[who].spender.userId}`.execute(db());
  /** A job of theirs fails. */
  const fail = (who: Who, id: string) =>
    db()
      .transaction()
      .execute((trx) => recordEvent(trx, failedJob(accounts[who], id)));
  const heard = () => receiver.received.map(({ body }) => body.data.job.id as string);

  it('H1 a plain member neither reads nor changes webhooks, by key or in the web app, and no webhook hears for them', async () => {
    const id = await make('owner');
    const before = (await sql`select w::text from webhook w`.execute(db())).rows;
    for (const [method, path] of ROUTES) {
      const filled = path.replace(':id', String(id));
      const body = method === 'POST' && path === '' ? { url: receiver.url, events: ['ping'] } : undefined;
      expect([path, seen(await ask('member', method, filled, body))]).toEqual([path, '403 insufficient_role']);
      const inWeb = await browsers.member.send(method, `/organizations/${organization()}/webhooks${filled}`, body);
      expect([path, seen(inWeb)]).toEqual([path, '403 insufficient_role']);
    }
    expect((await sql`select w::text from webhook w`.execute(db())).rows).toEqual(before);
    for (const [method, path] of ROUTES.filter(([one]) => one === 'GET')) {
      expect(seen(await ask('admin', method, path.replace(':id', String(id))))).toBe('200');
    }
    // One that a member made before the rule, in the database of the version before.
    await sql`update webhook set created_by = ${accounts.member.spender.userId}`.execute(db());
    await fail('mate', 'job_1');
    expect((await sql`select from webhook_delivery`.execute(db())).rows).toEqual([]);
    expect((await ask('owner', 'GET')).body.data).toMatchObject([{ id, hears: 'nothing' }]);
  });

  it('H1 where the owner opens them, a member has their own, which hear of their own jobs and versions alone', async () => {
    expect(await setOpen(true, 'member')).toBe('403 insufficient_role');
    expect(await setOpen(true, 'admin')).toBe('403 insufficient_role');
    expect(await setOpen(true)).toBe('200');
    const theirs = await make('owner');
    const own = await make('member');
    expect((await ask('member', 'GET')).body.data).toMatchObject([{ id: own, hears: 'own' }]);
    expect((await ask('owner', 'GET')).body.data).toMatchObject([{ id: theirs, hears: 'all' }, { id: own }]);
    for (const [method, path] of ROUTES.filter(([, one]) => one !== '')) {
      expect([path, seen(await ask('member', method, path.replace(':id', String(theirs))))]).toEqual([
        path,
        '404 not_found',
      ]);
    }
    const { make: makeAnalysis, run } = analysesOf(() => service);
    for (const who of ['member', 'mate'] as const) {
      const code = await makeAnalysis(accounts[who]);
      await run(accounts[who], code);
      await fail(who, `job_${who}`);
    }
    const counts = async (who: Who, id: number) =>
      (await ask(who, 'GET', `/${id}/deliveries`)).body.data.map(({ event, payload }: never) => [
        event,
        (payload as { data: { job?: { id: string } } }).data.job?.id,
      ]);
    expect(await counts('member', own)).toEqual([
      ['job.failed', 'job_member'],
      ['analysis.version.created', undefined],
    ]);
    expect((await counts('owner', theirs)).length).toBe(4);
    expect((await ask('member', 'POST', `/${own}/ping`)).status).toBe(200);
    await until(async () => receiver.received.length === 7);
    // Closed again, it is silent at once.
    expect(await setOpen(false)).toBe('200');
    await fail('member', 'job_later');
    expect((await counts('owner', own)).length).toBe(3);
    expect(seen(await ask('member', 'GET'))).toBe('403 insufficient_role');
  });

  it('H1 a webhook acts as its maker: one that left or lost the role hears no more, retries included, until it is taken over', async () => {
    const id = await make('admin');
    receiver.answer = () => 500;
    await fail('mate', 'job_before');
    await until(async () => receiver.received.length === 1);
    receiver.answer = () => 204;
    await setRole('admin', 'member');
    await sql`update webhook_delivery set due_at = now()`.execute(db());
    await until(async () => (await ask('owner', 'GET', `/${id}/deliveries`)).body.data[0].status === 'failed');
    await fail('mate', 'job_after');
    expect((await ask('owner', 'GET', `/${id}/deliveries`)).body.data).toMatchObject([
      { attempts: 1, error: 'endpoint_disabled' },
    ]);
    // What it was sent as an admin's is not read as a member.
    await setOpen(true);
    expect((await ask('admin', 'GET', `/${id}/deliveries`)).body.data).toEqual([]);
    await setOpen(false);
    await sql`delete from membership where user_id = ${accounts.admin.spender.userId}`.execute(db());
    await fail('mate', 'job_gone');
    expect(heard()).toEqual(['job_before']);
    expect(seen(await ask('owner', 'POST', `/${id}/ping`))).toBe('409 webhook_disabled');
    expect((await ask('owner', 'POST', `/${id}/enable`)).body.hears).toBe('all');
    await fail('mate', 'job_taken');
    await until(async () => receiver.received.length === 2);
    expect(heard()).toEqual(['job_before', 'job_taken']);
  });
});
