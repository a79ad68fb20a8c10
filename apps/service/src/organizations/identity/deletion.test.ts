import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { type Browser, CHEAP, Mailbox, signedIn, tokenIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { seen, startTestService, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { removeDeletedDatasets } from '../../work/datasets/remove.ts';
import { insertDataset } from '../../work/datasets/store.ts';
import { jobsOfDeleted } from '../../work/jobs/ofOrganization.ts';
import { thousandthsOf } from '../credits/amounts.ts';
import { findViolations } from '../credits/invariants.ts';
import { confirmOrder } from '../orders/confirm.ts';
import { deleteForOperator } from './deleteOrganization.ts';
import { emptyAllDeleted } from './emptyDeleted.ts';

describeOnBoth('deletion', (database) => {
  /** Two replicas on one database: what one does counts for the other with the next request. */
  let service: TestService;
  let replica: TestService;
  let mailbox: Mailbox;
  let ann: MadeAccount;
  let owner: Browser & { userId: number };
  let path: string;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    const settings = { passwordCost: CHEAP, workers: 2, runSeconds: 30, jobMilliseconds: 100, jobLeaseSeconds: 2 };
    service = await startTestService(database(), { ...settings, mailMilliseconds: 50 });
    replica = await startTestService(database(), settings);
    mailbox = new Mailbox(database().settings.home);
  });
  afterAll(async () => {
    await replica?.close();
    await service?.close();
  });
  beforeEach(async () => {
    const email = `ann${++people}@example.com`;
    ann = await makeAccount(db(), { email, credits: 1000, scopes: ['read', 'run', 'manage'] });
    owner = await signedIn(service, db(), email);
    path = `/organizations/${ann.spender.organizationId}`;
  });
  afterEach(async () => {
    await until(async () => (await accountState(db(), ann.spender.organizationId)).reserved === 0);
    expect(await findViolations(db())).toEqual([]);
  });

  const organizationId = () => ann.spender.organizationId;
  const remove = (by: Browser = owner, name = 'Acme') => by.send('POST', `${path}/delete`, { name });
  const whoami = async (key = ann.secret, at = service) => seen(await at.request('GET', '/api/v1/me', { key }));
  const run = (input: object = {}, at = service, headers = {}) =>
    at.execute(ann.secret, 'test.charged', { credits: 4, quotedCredits: 4, ...input }, headers);
  const count = async (table: string, condition = sql`organization_id = ${organizationId()}`) =>
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(db())).rows[0]
      ?.n;
  const heldNow = () => count('credit_hold', sql`state = 'held' and job_id is null`);
  async function member(role: 'owner' | 'admin' | 'member', teamId: number | null = null) {
    const browser = await signedIn(service, db(), `member${++people}@example.com`);
    const { userId } = browser;
    await ensureMembership(db(), { organizationId: organizationId(), userId, role, billing: false, teamId });
    return browser;
  }
  async function batch(points: readonly object[], at = service): Promise<string> {
    const input = { points: points.map((point, i) => ({ id: `p${i}`, lat: 40.1, lng: 10.5, credits: 4, ...point })) };
    const { quotedCredits } = (await at.quote(ann.secret, 'test.batch', input)).body;
    const { status, body, text } = await at.execute(ann.secret, 'test.batch', { ...input, quotedCredits });
    expect(status, text).toBe(200);
    return body.result.jobId;
  }
  const jobRow = async (id: string) =>
    (
      await sql<{ status: string; stop_reason: string; done: number; skipped: number; credits_charged: number }>`
        select status, stop_reason, done, skipped, credits_charged from job where id = ${id}`.execute(db())
    ).rows[0];

  it('D143 an owner who types its name deletes the organization: it is gone for its people, keys and links', async () => {
    const mate = await member('owner');
    const guest = await signedIn(service, db(), `guest${++people}@example.com`);
    await owner.send('POST', `${path}/invitations`, { email: `guest${people}@example.com` });
    const invitation = tokenIn(await mailbox.next(`guest${people}@example.com`));
    await owner.send('PUT', '/session/organization', { organizationId: organizationId() });
    const order = (await owner.send('POST', `${path}/orders`, { credits: 5 })).body.id;
    const { userId } = ann.spender;
    const shops = { organizationId: organizationId(), userId, name: 'Shops', territoryId: 'town', encoding: null };
    await insertDataset(db(), databaseClock, shops);
    const code = (await service.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'Sites' } })).body
      .id;
    await run({}, service, { 'X-Analysis-Id': code });
    await service.request('PUT', `/api/v1/analyses/${code}/shares`, { key: ann.secret, body: { anyone: true } });
    const stranger = await makeAccount(db(), { organization: 'Other', email: 'stranger@example.com' });
    const foreign = () => service.request('GET', `/api/v1/analyses/${code}`, { key: stranger.secret });
    expect([(await service.request('GET', `/a/${code}`)).status, (await foreign()).status]).toEqual([200, 200]);
    const ledger = await sql`select e::text from ledger_entry e order by seq`.execute(db());

    const reply = await remove();
    expect([reply.status, reply.body]).toEqual([200, { id: organizationId(), deleted: true }]);

    for (const at of [replica, service]) expect(await whoami(ann.secret, at)).toBe('401 invalid_api_key');
    expect([(await service.request('GET', `/a/${code}`)).status, seen(await foreign())]).toEqual([
      404,
      '404 not_found',
    ]);
    for (const browser of [owner, mate]) {
      for (const below of ['/members', '/teams', '/keys', '/credits', '/orders', '/invitations']) {
        expect(seen(await browser.send('GET', `${path}${below}`))).toBe('404 not_found');
      }
      expect(seen(await remove(browser))).toBe('404 not_found');
      expect((await browser.send('GET', '/session')).body).toMatchObject({
        activeOrganization: null,
        organizations: [],
      });
    }
    expect(seen(await guest.send('POST', '/invitations/accept', { token: invitation }))).toBe('410 link_not_valid');
    await expect(confirmOrder(db(), databaseClock, order)).rejects.toThrow('was cancelled');
    for (const table of ['membership', 'invitation', 'analysis', 'analysis_run', 'webhook', 'event', 'dataset']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
    expect((await sql`select e::text from ledger_entry e order by seq`.execute(db())).rows).toEqual(ledger.rows);
    expect(await mailbox.next(`ann${people - 2}@example.com`)).toContain('Acme');
    expect(await mailbox.next(`member${people - 1}@example.com`)).toContain('deleted');

    await expect(insertDataset(db(), databaseClock, shops)).rejects.toMatchObject({ code: 'not_found' });

    // Its people go on: the name is free again, for an organization that has nothing of the one before.
    const again = await mate.send('POST', '/organizations', { name: 'Acme' });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(organizationId());
    expect((await mate.send('GET', `/organizations/${again.body.id}/credits`)).body).toMatchObject({ balance: 0 });
    expect(await whoami(stranger.secret)).toBe('200');
  });

  it('D143 only an owner deletes it, and nothing happens without its name, or to another organization', async () => {
    const [admin, plain] = [await member('admin'), await member('member')];
    for (const browser of [admin, plain]) expect(seen(await remove(browser))).toBe('403 insufficient_role');
    for (const name of ['', 'acme', 'Acme & Sons', 'Other']) {
      const reply = await remove(owner, name);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '#/name']);
    }
    expect(seen(await owner.send('POST', `${path}/delete`, {}))).toBe('400 validation_error');
    const outsider = await signedIn(service, db(), `outsider${++people}@example.com`);
    expect(seen(await remove(outsider))).toBe('404 not_found');
    await owner.send('PUT', `${path}/members/${admin.userId}`, { role: 'owner' });
    await admin.send('PUT', `${path}/members/${owner.userId}`, { role: 'admin' });
    expect(seen(await remove())).toBe('403 insufficient_role');
    expect(await whoami()).toBe('200');
    expect(seen(await remove(admin))).toBe('200');
  });

  it('D90 D143 a run under way finishes and is charged; a batch stops at once, its hold is free, and no event is sent', async () => {
    await sql`
      insert into webhook (organization_id, url, events, secret, created_by, created_at)
      values (${organizationId()}, 'https://example.com/', '{job.completed,job.failed,analysis.version.created}', '\\x00',
        ${owner.userId}, clock_timestamp())`.execute(db());
    const code = (await service.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'Sites' } })).body
      .id;
    const job = await batch([{}, {}, { waitMilliseconds: 20_000 }, {}], replica);
    await until(async () => (await jobRow(job))?.done === 2);
    const running = run({ waitMilliseconds: 4000, text: 'under way' }, service, { 'X-Analysis-Id': code });
    await until(async () => (await heldNow()) === 1);

    expect(seen(await remove())).toBe('200');
    expect(await jobRow(job)).toEqual({
      status: 'stopped',
      stop_reason: 'organization_deleted',
      done: 2,
      skipped: 2,
      credits_charged: 8000,
    });
    expect(await accountState(db(), organizationId())).toEqual({ balance: 992, reserved: 4 });
    const { status, body } = await running;
    expect([status, body.result?.text, body.result?.creditsCharged, body.version]).toEqual([
      200,
      'under way',
      4,
      undefined,
    ]);
    expect(await accountState(db(), organizationId())).toEqual({ balance: 988, reserved: 0 });
    for (const table of ['event', 'webhook', 'analysis']) expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count('job_item', sql`job_id = ${job}`)).toBe(0);
    expect(seen(await run())).toBe('401 invalid_api_key');
  });

  it('D90 D143 deleted while 20 runs and two batches go on, on two replicas: every answer is a charge, or a refusal', async () => {
    const jobs = [
      await batch(Array.from({ length: 40 }, () => ({ waitMilliseconds: 20 }))),
      await batch([{}, {}], replica),
    ];
    const attempts = Array.from({ length: 20 }, (_, i) =>
      run({ waitMilliseconds: 10 + 15 * i }, i % 2 === 0 ? service : replica),
    );
    const analyses = Array.from({ length: 10 }, () =>
      replica.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'late' } }),
    );
    await until(async () => ((await heldNow()) ?? 0) > 0);
    const deleted = remove();
    const answers = (await Promise.all(attempts)).map(seen);
    expect(seen(await deleted)).toBe('200');
    expect(new Set(answers)).toEqual(
      new Set(answers.includes('401 invalid_api_key') ? ['200', '401 invalid_api_key'] : ['200']),
    );
    // 404 where the organization went after its key was found.
    const possible = ['201', '401 invalid_api_key', '404 not_found'];
    for (const reply of await Promise.all(analyses)) expect(possible).toContain(seen(reply));
    expect(await count('analysis')).toBe(0);
    const rows = await Promise.all(jobs.map(jobRow));
    for (const row of rows)
      expect(['stopped organization_deleted', 'succeeded null']).toContain(`${row?.status} ${row?.stop_reason}`);
    const charged = rows.reduce((sum, row) => sum + (row?.credits_charged ?? 0) / 1000, 0);
    const runs = answers.filter((answer) => answer === '200').length;
    expect(await accountState(db(), organizationId())).toEqual({ balance: 1000 - 4 * runs - charged, reserved: 0 });
    await new Promise((resume) => setTimeout(resume, 200));
    expect((await Promise.all(jobs.map(jobRow))).map((row) => row?.credits_charged)).toEqual(
      rows.map((row) => row?.credits_charged),
    );
  });

  it('M5 an organization of any size is deleted in batches: none of more rows than the database takes in time', async () => {
    const id = organizationId();
    const { userId } = ann.spender;
    // Stands for the limit on a statement: removing more than 40 rows takes too long.
    const tables = ['analysis_run', 'job_item', 'webhook_delivery', 'event', 'analysis', 'dataset_row'];
    await sql`
      create function too_slow() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 40 then raise exception 'too many rows' using errcode = '57014'; end if;
        return null;
      end $$`.execute(db());
    for (const table of tables) {
      await sql`
        create trigger too_slow after delete on ${sql.table(table)} referencing old table as gone
        for each statement execute function too_slow()`.execute(db());
    }
    try {
      await sql`
        insert into webhook (organization_id, url, events, secret, created_by, created_at)
        values (${id}, 'https://example.com/', '{job.completed}', '\\x00', ${userId}, clock_timestamp())`.execute(db());
      await sql`
        insert into event (id, organization_id, type, subject, body, created_at)
        select 'evt_' || lpad(n::text, 32, '0'), ${id}, 'job.completed', n::text, '{}', clock_timestamp()
        from generate_series(1, 300) n`.execute(db());
      await sql`
        insert into webhook_delivery (webhook_id, event_id, due_at, created_at)
        select w.id, e.id, 'infinity', clock_timestamp() from webhook w, event e`.execute(db());
      await sql`
        insert into analysis (organization_id, user_id, code, name, state, share_anyone, created_at, updated_at)
        select ${id}, ${userId}, lpad(n::text, 12, '0'), 'Sites', '{}', true, clock_timestamp(), clock_timestamp()
        from generate_series(1, 120) n`.execute(db());
      await sql`
        insert into analysis_run (organization_id, analysis_id, user_id, action_id, credits_charged, territory_id,
          data_version, input, state, results, created_at)
        select a.organization_id, a.id, a.user_id, 'test.charged', 0, 'town', '{}', '{}', '{}', '{}', clock_timestamp()
        from analysis a, generate_series(1, 3)`.execute(db());
      await sql`
        insert into job (id, organization_id, user_id, action_id, input, territory_id, data_version, quote, max_credits,
          total, created_at)
        select 'job_' || lpad(n::text, 26, '0'), ${id}, ${userId}, 'test.batch', '{"points":[]}', 'town', '{}', '{}', 0, 10,
          clock_timestamp() + interval '1 day'
        from generate_series(1, 45) n`.execute(db());
      const key = await insertDataset(db(), databaseClock, {
        organizationId: id,
        userId,
        name: 'Shops',
        territoryId: 'town',
        encoding: null,
      });
      await sql`
        insert into dataset_row (dataset_id, index, cells, reason)
        select ${key.id}, n, '[]', 'given' from generate_series(1, 200) n`.execute(db());

      expect(seen(await remove())).toBe('200');
      const emptied = sql`id = ${id} and emptied_at is not null`;
      // What a request does not get done in its time is left to the regular task.
      if ((await count('organization', emptied)) === 0)
        await emptyAllDeleted(db(), databaseClock, jobsOfDeleted(databaseClock));
      expect(await count('organization', emptied)).toBe(1);
      for (const table of ['webhook', 'event', 'analysis', 'analysis_run', 'dataset']) {
        expect([table, await count(table)]).toEqual([table, 0]);
      }
      for (const table of ['webhook_delivery', 'job_item'])
        expect([table, await count(table, sql`true`)]).toEqual([table, 0]);
      expect(await count('job', sql`status = 'stopped' and skipped = 10 and input::text = '{}'`)).toBe(45);
      expect(await count('dataset_row', sql`true`)).toBe(200);
      await removeDeletedDatasets(db());
      for (const table of ['dataset', 'dataset_row'])
        expect([table, await count(table, sql`true`)]).toEqual([table, 0]);
    } finally {
      await sql`drop function too_slow() cascade`.execute(db());
    }
  });

  it('M5 a deletion that was broken off is completed later, and nobody reads what is left until then', async () => {
    const code = (await service.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'Sites' } })).body
      .id;
    await service.request('PUT', `/api/v1/analyses/${code}/shares`, { key: ann.secret, body: { anyone: true } });
    const stranger = await makeAccount(db(), { organization: 'Other', email: 'stranger@example.com' });
    const read = async () => [
      (await service.request('GET', `/a/${code}`)).status,
      (await service.request('GET', `/api/v1/analyses/${code}`, { key: stranger.secret })).status,
    ];
    expect(await read()).toEqual([200, 200]);
    const id = organizationId();
    await sql`update organization set deleted_at = clock_timestamp() where id = ${id}`.execute(db());
    expect([await read(), await count('analysis')]).toEqual([[404, 404], 1]);
    const jobs = jobsOfDeleted(databaseClock);
    expect([await emptyAllDeleted(db(), databaseClock, jobs), await count('analysis')]).toEqual([1, 0]);
    expect(await emptyAllDeleted(db(), databaseClock, jobs)).toBe(0);
  });

  it('D143 the operator deletes by number and name', async () => {
    const jobs = jobsOfDeleted(databaseClock);
    const remove = (id: number, name: string) => deleteForOperator(db(), databaseClock, jobs, id, name);
    expect([await remove(999_999, 'Acme'), await remove(organizationId(), 'acme')]).toEqual(['unknown', 'other name']);
    expect(await whoami()).toBe('200');
    const outcomes = await Promise.all([remove(organizationId(), 'Acme'), remove(organizationId(), 'Acme')]);
    expect(outcomes.sort()).toEqual(['deleted', 'unknown']);
    expect(await whoami()).toBe('401 invalid_api_key');
    expect(await mailbox.next(`ann${people}@example.com`)).toContain('The operator deleted the organization Acme');
  });

  it('of two owners who delete at once, one does', async () => {
    const mate = await member('owner');
    const replies = await Promise.all([remove(), remove(mate), remove(), remove(mate)]);
    expect(replies.map(seen).sort()).toEqual(['200', '404 not_found', '404 not_found', '404 not_found']);
  });

  it('a team is deleted: members stay without one, its limit and shares end, keys go on, what it spent stays counted', async () => {
    const teamId = ann.spender.teamId as number;
    const mate = await makeAccount(db(), { email: `mate${++people}@example.com`, role: 'member' });
    await owner.send('POST', `${path}/invitations`, { email: `guest${++people}@example.com`, teamId });
    const invitation = tokenIn(await mailbox.next(`guest${people}@example.com`));
    const code = (await service.request('POST', '/api/v1/analyses', { key: ann.secret, body: { name: 'Sites' } })).body
      .id;
    await service.request('PUT', `/api/v1/analyses/${code}/shares`, { key: ann.secret, body: { team: true } });
    const read = () => service.request('GET', `/api/v1/analyses/${code}`, { key: mate.secret });
    expect((await read()).status).toBe(200);
    await owner.send('PUT', `${path}/teams/${teamId}/limit`, { monthlyLimit: 6 });
    expect(seen(await run())).toBe('200');
    expect((await run()).body.blockedBy).toBe('team_limit');

    const admin = await member('admin');
    const plain = await member('member');
    expect(seen(await plain.send('DELETE', `${path}/teams/${teamId}`))).toBe('403 insufficient_role');
    const reply = await admin.send('DELETE', `${path}/teams/${teamId}`);
    expect([reply.status, reply.body]).toEqual([200, { id: teamId, deleted: true }]);
    expect(seen(await admin.send('DELETE', `${path}/teams/${teamId}`))).toBe('404 not_found');

    expect((await owner.send('GET', `${path}/teams`)).body.data).toEqual([]);
    const members = (await owner.send('GET', `${path}/members`)).body.data;
    expect(members.map((one: { team: unknown }) => one.team)).toEqual([null, null, null, null]);
    for (const [method, below, body] of [
      ['PUT', '', { name: 'Back' }],
      ['PUT', '/limit', { monthlyLimit: 1 }],
    ] as const) {
      expect(seen(await owner.send(method, `${path}/teams/${teamId}${below}`, body))).toBe('404 not_found');
    }
    expect(seen(await owner.send('PUT', `${path}/members/${owner.userId}`, { teamId }))).toBe('404 not_found');
    expect(seen(await owner.send('POST', `${path}/invitations`, { email: 'x@example.com', teamId }))).toBe(
      '404 not_found',
    );
    expect(seen(await read())).toBe('404 not_found');
    expect((await replica.request('GET', '/api/v1/me', { key: ann.secret })).body.team ?? null).toBeNull();
    expect(seen(await run())).toBe('200');
    const { rows } = await sql<{ committed: number }>`
      select committed from spend_counter where scope = 'team' and scope_id = ${teamId}`.execute(db());
    expect(rows).toEqual([{ committed: thousandthsOf(4) }]);

    const guest = await signedIn(service, db(), `guest${people - 2}@example.com`);
    expect(seen(await guest.send('POST', '/invitations/accept', { token: invitation }))).toBe('200');
    expect((await guest.send('GET', '/session')).body.activeOrganization.team).toBeNull();
    expect((await owner.send('POST', `${path}/teams`, { name: 'Retail' })).status).toBe(201);
  });

  it('a team deleted while its runs and a batch go on: they end as they would have, and count', async () => {
    const teamId = ann.spender.teamId as number;
    const job = await batch(
      Array.from({ length: 12 }, () => ({ waitMilliseconds: 20 })),
      replica,
    );
    const attempts = Array.from({ length: 20 }, (_, i) => run({ waitMilliseconds: 5 * i }, i % 2 ? service : replica));
    await until(async () => ((await heldNow()) ?? 0) > 0);
    expect(seen(await owner.send('DELETE', `${path}/teams/${teamId}`))).toBe('200');
    expect(new Set((await Promise.all(attempts)).map(seen))).toEqual(new Set(['200']));
    await until(async () => (await jobRow(job))?.status === 'succeeded');
    expect((await accountState(db(), organizationId())).balance).toBe(1000 - 4 * 32);
    const { rows } = await sql<{ spent: number }>`
      select sum(amount) filter (where team_id = ${teamId}) as spent from ledger_entry where kind = 'charge'`.execute(
      db(),
    );
    expect(Number(rows[0]?.spent)).toBeLessThanOrEqual(-48_000);
  });
});
