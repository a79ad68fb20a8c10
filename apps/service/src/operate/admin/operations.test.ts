import { readFile, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordEvent } from '../../kit/events/record.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { readConfig } from '../../start/config.ts';
import { CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import type { Admin } from './admin.ts';
import { openAdmin } from './open.ts';
import { reachAdmin, serveAdmin, socketPath } from './socket.ts';

describeOnBoth('operations while the service runs', (database) => {
  let service: TestService;
  let admin: Admin;
  let ann: MadeAccount;
  let organizationId: number;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), { runSeconds: 30, jobMilliseconds: 100, passwordCost: CHEAP });
    const { home, databaseUrl } = database().settings;
    admin = await openAdmin(readConfig({ HINTERLAND_HOME: home, DATABASE_URL: databaseUrl }));
  });
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 100, scopes: ['read', 'run', 'manage'] });
    organizationId = ann.spender.organizationId;
  });
  afterEach(async () => {
    expect(await admin.checkLedger()).toEqual([]);
    expect(await findViolations(db())).toEqual([]);
  });
  afterAll(async () => {
    await admin?.close();
    await service?.close();
  });

  const me = () => service.request('GET', '/api/v1/me', { key: ann.secret });
  /** Starts a job of four points of 4 credits each, and answers its id. */
  const startBatch = async (waitMilliseconds: number): Promise<string> => {
    const points = [0, 1, 2, 3].map((i) => ({
      id: `p${i}`,
      lat: 40.1 + i / 1000,
      lng: 10.5,
      credits: 4,
      waitMilliseconds,
    }));
    const { quotedCredits } = (await service.quote(ann.secret, 'test.batch', { points })).body;
    return (await service.execute(ann.secret, 'test.batch', { points, quotedCredits })).body.result.jobId;
  };
  const job = async (id: string) => (await service.request('GET', `/api/v1/jobs/${id}`, { key: ann.secret })).body;

  it('lists organizations with balances and counts, and shows one', async () => {
    await makeAccount(db(), { organization: 'Other', email: 'bob@example.com', credits: 2.5 });
    expect(await admin.listOrganizations()).toMatchObject([
      { id: organizationId, name: 'Acme', suspended: false, credits: 100, reserved: 0, members: 1, keys: 1, jobs: 0 },
      { name: 'Other', credits: 2.5 },
    ]);
    const shown = await admin.showOrganization(organizationId);
    expect(shown).toMatchObject({
      name: 'Acme',
      memberList: [{ email: 'ann@example.com', role: 'owner' }],
      keyList: [{ id: ann.keyId, user: 'ann@example.com', scopes: 'read run manage', revoked: false }],
      endpointList: [],
    });
    expect(JSON.stringify(shown)).not.toContain(ann.secret);
    await expect(admin.showOrganization(999)).rejects.toThrow('There is no organization with the number 999.');
  });

  it('a suspended organization: keys are refused, members read and change nothing, until it is resumed', async () => {
    const browser = await signedIn(service, db(), 'ann@example.com');
    const rename = (name: string) => browser.send('PUT', `/organizations/${organizationId}`, { name });
    await admin.suspendOrganization(organizationId);
    await admin.suspendOrganization(organizationId); // a repeat changes nothing
    expect(await me()).toMatchObject({ status: 401, body: { error: 'invalid_api_key' } });
    expect((await me()).body.detail).toContain('has suspended the organization');
    expect((await browser.send('GET', `/organizations/${organizationId}/teams`)).status).toBe(200);
    expect(await rename('New')).toMatchObject({ status: 403, body: { error: 'insufficient_role' } });
    const other = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com' });
    expect((await service.request('GET', '/api/v1/me', { key: other.secret })).status).toBe(200);
    await admin.resumeOrganization(organizationId);
    expect([(await me()).status, (await rename('New')).status]).toEqual([200, 200]);
    await expect(admin.suspendOrganization(999)).rejects.toThrow('no organization with the number 999');
  });

  it('a job of a suspended organization stops before its next point', async () => {
    const id = await startBatch(300);
    await until(async () => (await job(id)).status === 'running');
    await admin.suspendOrganization(organizationId);
    const ended = async () =>
      (
        await sql<{ status: string; stop_reason: string | null; done: number }>`
        select status, stop_reason, done from job where finished_at is not null`.execute(db())
      ).rows[0];
    await until(async () => (await ended()) !== undefined);
    expect(await ended()).toMatchObject({ status: 'stopped', stop_reason: 'organization_suspended' });
    expect((await ended())?.done).toBeLessThan(4);
    await admin.resumeOrganization(organizationId);
  });

  it('revokes a key by its number, its beginning and the whole of it', async () => {
    const [byNumber, byPrefix, byKey] = await Promise.all(
      ['a', 'b', 'c'].map((keyName) => makeAccount(db(), { keyName })),
    );
    const prefix = byPrefix?.secret.slice(0, 16) as string;
    expect(await admin.revokeKey(byNumber?.keyId as number)).toBe(byNumber?.keyId);
    expect(await admin.revokeKey(prefix)).toBe(byPrefix?.keyId);
    expect(await admin.revokeKey(byKey?.secret as string)).toBe(byKey?.keyId);
    const listed = await admin.listKeys(organizationId);
    expect(listed.map(({ revoked }) => revoked)).toEqual([false, true, true, true]);
    expect(await admin.listKeys(null)).toEqual(listed);
    expect((await me()).status).toBe(200);
    expect((await admin.listAudit(organizationId)).slice(0, 3)).toMatchObject(
      ['c', 'b', 'a'].map((subject) => ({ deed: 'key.revoked', user: null, subject, address: null })),
    );
    await expect(admin.revokeKey('hl_live_00000000')).rejects.toThrow(
      'no key with the number or beginning hl_live_00000000',
    );
  });

  it('turns off a second factor that was lost, and ends the sessions of its user', async () => {
    const { spender } = await makeAccount(db(), { email: 'lost@example.com' });
    await expect(admin.removeSecondFactor('lost@example.com')).rejects.toThrow('has a second factor');
    await sql`update app_user set second_factor = true where id = ${spender.userId}`.execute(db());
    await sql`
      insert into web_second_factor (user_id, secret, recovery_codes) values (${spender.userId}, 's', 'r')`.execute(
      db(),
    );
    await admin.removeSecondFactor(' Lost@example.com');
    const { rows } = await sql`
      select u.second_factor, f.id from app_user u left join web_second_factor f on f.user_id = u.id
      where u.email = 'lost@example.com'`.execute(db());
    expect(rows).toEqual([{ second_factor: false, id: null }]);
  });

  it('lists and stops jobs, and lists their holds; what was charged stays', async () => {
    const id = await startBatch(20_000);
    await until(async () => (await job(id)).status === 'running');
    const line = { id, organization: organizationId, action: 'test.batch', done: 0, total: 4, credits: 0 };
    expect(await admin.listJobs(organizationId, false)).toMatchObject([{ ...line, status: 'running' }]);
    expect(await admin.listHolds(null)).toMatchObject([{ organization: organizationId, credits: 16, job: id }]);
    await admin.stopJob(id);
    expect(await job(id)).toMatchObject({ status: 'stopped' });
    expect([await admin.listJobs(null, false), await admin.listHolds(organizationId)]).toEqual([[], []]);
    expect(await admin.listJobs(null, true)).toMatchObject([
      { ...line, status: 'stopped', stop_reason: 'stopped_by_operator' },
    ]);
    await expect(admin.stopJob(id)).rejects.toThrow('has ended');
    await expect(admin.stopJob('job_x')).rejects.toThrow('There is no job job_x.');
  });

  it('sends a delivery again once it has ended, while its webhook is active', async () => {
    const { userId } = ann.spender;
    await sql`insert into webhook (organization_id, url, events, secret, created_by, created_at)
      values (${organizationId}, 'https://a.example/', '{ping}', 'x', ${userId}, now())`.execute(db());
    const at = new Date();
    await db()
      .transaction()
      .execute((trx) =>
        recordEvent(trx, { organizationId, userId, type: 'ping', subject: 'p', data: { message: 'm' }, createdAt: at }),
      );
    // Far from now, so that nothing sends it meanwhile.
    await sql`update webhook_delivery set due_at = now() + interval '1 day'`.execute(db());
    const [waiting] = await admin.listDeliveries(organizationId, false);
    expect(waiting).toMatchObject({ organization: organizationId, event: 'ping', status: 'pending', attempts: 0 });
    const id = waiting?.id as number;
    await expect(admin.resendDelivery(id)).rejects.toThrow('has not ended');
    await sql`update webhook set status = 'disabled', disabled_at = now()`.execute(db());
    await sql`update webhook_delivery set status = 'failed', attempts = 4, ended_at = now(), due_at = null,
      error = 'timeout'`.execute(db());
    await expect(admin.resendDelivery(id)).rejects.toThrow('is disabled');
    await sql`update webhook set status = 'active', disabled_at = null`.execute(db());
    const attemptsOf = async () =>
      (
        await sql<{ attempts: number; due: boolean }>`
        select attempts, due_at is not null or last_attempt_at is not null as due
        from webhook_delivery`.execute(db())
      ).rows[0];
    await admin.resendDelivery(id);
    expect(await attemptsOf()).toMatchObject({ due: true });
    expect((await attemptsOf())?.attempts).toBeLessThan(2);
    await expect(admin.resendDelivery(999)).rejects.toThrow('There is no delivery with the number 999.');
  });
});

describeOnBoth('the socket of commands', (database) => {
  it('is of its user alone, says what it does not know, and is gone with the service', async () => {
    const { home } = database().settings;
    expect(await reachAdmin(home)).toBeNull();
    const served = await serveAdmin(home, {
      listOrganizations: async () => [],
      checkLedger: async () => {
        throw new Error('as told');
      },
    } as unknown as Admin);
    expect((await stat(socketPath(home))).mode & 0o777).toBe(0o600);
    const admin = (await reachAdmin(home)) as Admin;
    expect(await admin.listOrganizations()).toEqual([]);
    await expect(admin.checkLedger()).rejects.toThrow('as told');
    await expect(admin.stopJob('x')).rejects.toThrow('does not know the operation stopJob: it is of another version');
    // As a killed process leaves it: the next one takes its place.
    const again = await serveAdmin(home, { listOrganizations: async () => [] } as unknown as Admin);
    expect(await admin.listOrganizations()).toEqual([]);
    await Promise.all([served.close(), again.close()]);
    expect(await reachAdmin(home)).toBeNull();
    await expect(readFile(socketPath(home))).rejects.toThrow();
    await expect(serveAdmin(`${home}/${'x'.repeat(100)}`, admin)).rejects.toThrow('too long for a socket');
  });
});
