import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countWork } from '../kit/countWork.ts';
import { openAdmin } from '../operate/admin/open.ts';
import { findViolations } from '../organizations/credits/invariants.ts';
import { describeOnBoth, embeddedTemplate } from '../testing/databases.ts';
import { copyFolder } from '../testing/keptFolder.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';
import { readConfig } from './config.ts';
import { startService } from './service.ts';
import type { TestReplacements } from './testReplacements.ts';

describeOnBoth('a service that stops', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;
  const start = async (stopGraceMilliseconds: number, replaced: TestReplacements = {}) => {
    service = await startTestService(database(), { workers: 1, stopGraceMilliseconds, ...replaced });
  };
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 100 });
  });
  afterEach(async () => {
    await service.close();
    expect(await findViolations(db())).toEqual([]);
  });
  const run = (waitMilliseconds: number) =>
    service.execute(ann.secret, 'test.charged', { credits: 4, waitMilliseconds, quotedCredits: 4 });
  const state = () => accountState(db(), ann.spender.organizationId);

  it('lets runs end that end in time, and takes no new ones', async () => {
    await start(5000);
    const running = run(400);
    await until(async () => (await state()).reserved === 4);
    const closed = service.close();
    expect((await running).status).toBe(200);
    await closed;
    expect(await state()).toEqual({ balance: 96, reserved: 0 });
    await expect(run(0)).rejects.toThrow('fetch failed');
  });

  it('S182 gives up runs that take too long: 503, released, before the database is closed', async () => {
    await start(100);
    const running = run(20_000);
    await until(async () => (await state()).reserved === 4);
    const worked = countWork();
    await service.close();
    expect(worked()).toBeLessThan(15_000);
    const { status, body, headers } = await running;
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
  });

  it('D91 releases what a killed one held, once the lease has ended', async () => {
    await sql`update credit_account set reserved = 7000`.execute(db());
    await sql`insert into spend_counter (organization_id, scope, scope_id, month, reserved)
      values (${ann.spender.organizationId}, 'user', ${ann.spender.userId}, '2026-11-01', 7000)`.execute(db());
    await sql`insert into credit_hold (organization_id, user_id, action_id, month, amount, lease_until, created_at)
      values (${ann.spender.organizationId}, ${ann.spender.userId}, 'test.charged', '2026-11-01', 7000,
        now() - interval '1 second', now())`.execute(db());
    await start(100, { holdLeaseSeconds: 1, taskMilliseconds: 50 });
    await until(async () => (await state()).reserved === 0);
    expect(service.log.join('')).toContain('holds of lost runs released');
  });

  it('S53 writes no key and no header into its log, whatever comes in', async () => {
    await start(100);
    const random = ann.secret.slice(17);
    await service.request('GET', `/api/v1/me?key=${ann.secret}`, { key: ann.secret });
    await service.request('GET', `/api/v1/${ann.secret}`);
    await service.execute(ann.secret, 'test.charged', {
      text: ann.secret,
      credits: 4,
      behave: 'throw',
      quotedCredits: 4,
    });
    await service.execute(ann.secret, 'test.charged', `{"a": ${ann.secret}`);
    const text = service.log.join('');
    expect(text).toContain('action failed');
    expect(text).not.toContain(random);
    expect(text).not.toMatch(/bearer (?!\[redacted\])/i);
    for (const line of service.log) JSON.parse(line);
    expect(service.log.filter((line) => line.includes('"msg":"request"')).length).toBe(4);
  });
});

describe('the process', () => {
  let home: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'hinterland-process-'));
    copyFolder(await embeddedTemplate(), home);
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const launch = (environment: Record<string, string> = {}) => {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        HINTERLAND_HOME: home,
        HOST: '127.0.0.1',
        PORT: '0',
        HINTERLAND_WORKERS: '1',
        ...environment,
      },
    });
    running.push(child);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    return {
      child,
      stderr: () => stderr,
      ended: once(child, 'close').then(([code]) => code as number | null),
      url: async () => {
        await until(() => /"url":"[^"]+"/.test(stderr));
        return /"url":"([^"]+)"/.exec(stderr)?.[1] as string;
      },
    };
  };

  it('ends with code 0 at SIGTERM, and lets a second one in only then', async () => {
    const first = launch();
    const url = await first.url();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { status: 'not ready', database: 'ok', territories: [] },
    ]);
    const second = launch();
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toContain(`in use by process ${first.child.pid}`);
    const reached = await openAdmin(readConfig({ HINTERLAND_HOME: home })); // through the socket of the first
    expect(await reached.listOrganizations()).toEqual([]);
    await reached.close();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const admin = await openAdmin(readConfig({ HINTERLAND_HOME: home }));
    const applied = await admin.apply({
      organizations: [
        { name: 'Acme', credits: 5, users: [{ email: 'a@b.co' }], keys: [{ name: 'k', user: 'a@b.co' }] },
      ],
    });
    const [organization] = applied.organizations;
    expect(await admin.grantCredits(organization!.id, 2.5)).toBe(7.5);
    await expect(admin.grantCredits(99, 1)).rejects.toThrow('no organization');
    await admin.revokeKey(organization!.keys[0]!.id);
    await expect(admin.revokeKey(99)).rejects.toThrow('no key');
    expect(await admin.checkLedger()).toEqual([]);
    await admin.close();
  });

  it('a start that is told to stop, or killed, leaves nothing that the next one takes for whole', async () => {
    for (const [signal, milliseconds] of [
      ['SIGTERM', 0],
      ['SIGKILL', 200],
      ['SIGTERM', 600],
      ['SIGKILL', 1_000],
    ] as const) {
      const folder = await mkdtemp(join(tmpdir(), 'hinterland-begin-'));
      try {
        const first = launch({ HINTERLAND_HOME: folder });
        await until(() => existsSync(join(folder, 'database', 'making')));
        await sleep(milliseconds);
        first.child.kill(signal);
        expect([signal, await first.ended]).toEqual([signal, signal === 'SIGTERM' ? 0 : null]);
        const next = launch({ HINTERLAND_HOME: folder });
        expect((await fetch(`${await next.url()}/healthz`)).status).toBe(200);
        next.child.kill('SIGTERM');
        expect(await next.ended).toBe(0);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
  });

  it('a database whose making was broken off is made anew, and one that is there is not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hinterland-making-'));
    try {
      await mkdir(join(folder, 'database', 'data'), { recursive: true });
      await writeFile(join(folder, 'database', 'data', 'PG_VERSION'), '17\n');
      await writeFile(join(folder, 'database', 'making'), '');
      const settings = readConfig({ HINTERLAND_HOME: folder });
      const made = await openAdmin(settings);
      await made.apply({ organizations: [{ name: 'Acme' }] });
      await made.close();
      const again = await openAdmin(settings);
      expect(await again.listOrganizations()).toHaveLength(1);
      await again.close();
      expect((await stat(join(folder, 'database'))).mode & 0o077).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('comes back after kill -9 with what it had acknowledged', async () => {
    const first = launch();
    await first.url();
    first.child.kill('SIGKILL');
    await first.ended;
    const admin = await openAdmin(readConfig({ HINTERLAND_HOME: home }));
    const { organizations } = await admin.apply({ organizations: [{ name: 'Acme' }] });
    expect(organizations[0]).toMatchObject({ created: false, balance: 7.5 });
    await admin.close();
  });

  it('says in one sentence why it cannot start', async () => {
    const wrong = launch({ PORT: 'http', DATABASE_URL: 'mysql://x' });
    expect(await wrong.ended).toBe(1);
    expect(wrong.stderr()).toMatch(/^Some settings cannot be used:\n {2}DATABASE_URL .*\n {2}PORT .*\n$/);
    const unreachable = launch({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' });
    expect(await unreachable.ended).toBe(1);
    expect(unreachable.stderr()).toMatch(/ECONNREFUSED/);
    const first = await startService(readConfig({ HINTERLAND_HOME: home, PORT: '0', HINTERLAND_LOG_LEVEL: 'silent' }), {
      handleSignals: false,
    });
    try {
      const { port } = new URL(first.url);
      const { port: _, ...config } = readConfig({ HINTERLAND_HOME: `${home}/second`, HINTERLAND_LOG_LEVEL: 'silent' });
      await expect(startService({ ...config, port: Number(port) }, { handleSignals: false })).rejects.toThrow(
        'EADDRINUSE',
      );
    } finally {
      await first.close();
    }
  });
});
