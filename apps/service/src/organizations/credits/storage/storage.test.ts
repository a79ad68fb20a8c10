import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../kit/log.ts';
import { CHEAP, signedIn } from '../../../testing/browser.ts';
import { describeOnBoth } from '../../../testing/databases.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount, TestClock } from '../../../testing/town.ts';
import { insertDataset } from '../../../work/datasets/store.ts';
import { endDatasetJobs } from '../../../work/jobs/ofOrganization.ts';
import { thousandthsOf } from '../amounts.ts';
import { commitHold } from '../commit.ts';
import { grantCredits } from '../grant.ts';
import { type Hold, holdCredits } from '../hold.ts';
import { findViolations } from '../invariants.ts';
import { releaseHold } from '../release.ts';
import { settleStorage } from './settle.ts';
import { requireDatasets } from './suspension.ts';
import { keepStorage } from './task.ts';
import { hoursOf, partsOf, storageCredits } from './terms.ts';

const MB = 1_000_000;

describe('the price of storage', () => {
  it.each([
    [0, 0],
    [50, 0],
    [50.000001, 1],
    [100, 1],
    [100.000001, 2],
    [150, 2],
    [250, 4],
    [1050, 20],
    [10_050, 200],
  ])('S249 D94 an average of %d MB costs %d credits a month', (megabytes, credits) => {
    for (const hours of [672, 720, 744])
      expect(storageCredits(Math.round(megabytes * MB) * hours, hours)).toBe(credits);
  });

  it('D94 is what exact fractions give, for any samples, and never falls with more', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2e9), { minLength: 1, maxLength: 744 }), (samples) => {
        const byteHours = samples.reduce((sum, bytes) => sum + bytes, 0);
        const credits = storageCredits(byteHours, 744);
        // 2 x (average - 50) / 100, as whole numbers on both sides.
        const due = byteHours - 50 * MB * 744;
        expect(credits * 50 * MB * 744).toBeGreaterThanOrEqual(due);
        if (credits > 0) expect((credits - 1) * 50 * MB * 744).toBeLessThan(due);
        expect(storageCredits(byteHours + 1, 744)).toBeGreaterThanOrEqual(credits);
      }),
      { seed: 20261121 },
    );
  });

  it('parts of a charge are those of the bytes, to the thousandth, and add up', () => {
    expect(partsOf(6, [250, 100])).toEqual([4.286, 1.714]);
    expect(partsOf(1, [1, 1, 1])).toEqual([0.334, 0.333, 0.333]);
    expect(partsOf(5, [])).toEqual([]);
    expect(partsOf(0, [0, 0])).toEqual([0, 0]);
    fc.assert(
      fc.property(fc.nat(10_000), fc.array(fc.nat(2e9), { minLength: 1 }), (credits, bytes) => {
        const total = bytes.reduce((sum, one) => sum + one, 0);
        const parts = partsOf(credits, bytes);
        if (total === 0) return;
        expect(parts.reduce((sum, part) => sum + Math.round(part * 1000), 0)).toBe(credits * 1000);
        for (const [i, part] of parts.entries())
          expect(Math.abs(part - (credits * bytes[i]!) / total)).toBeLessThanOrEqual(0.001 + 1e-9);
      }),
      { seed: 20261122 },
    );
  });

  it('months have their hours', () => {
    expect(['2026-11-01', '2026-12-01', '2026-02-01', '2028-02-01'].map(hoursOf)).toEqual([720, 744, 672, 696]);
  });
});

describeOnBoth('storage of datasets', (database) => {
  const clock = new TestClock('2026-11-01T00:05:00.000Z');
  const log = openLog({ level: 'silent', write: () => {} });
  let service: TestService;
  let ann: MadeAccount;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    // Mails stay where they are.
    service = await startTestService(database(), {
      clock,
      workers: 1,
      passwordCost: CHEAP,
      mailMilliseconds: 3_600_000,
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    clock.set('2026-11-01T00:05:00.000Z');
    ann = await makeAccount(db(), { email: `ann${++people}@example.com` }, clock);
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const keep = () => keepStorage(db(), clock, log, { mailSender: { nudge() {} }, house: false }, endDatasetJobs);
  const id = () => ann.spender.organizationId;
  const state = () => accountState(db(), id());
  const grant = (credits: number) => grantCredits(db(), clock, id(), thousandthsOf(credits));
  async function store(megabytes: number, account = ann): Promise<string> {
    const { organizationId, userId } = account.spender;
    const dataset = { organizationId, userId, name: 'Shops', territoryId: 'town', encoding: null };
    const key = await insertDataset(db(), clock, dataset);
    await sql`update dataset set bytes = ${megabytes * MB}, status = 'ready', columns = '[]' where id = ${key.id}`.execute(
      db(),
    );
    return key.id;
  }
  /** Every hour of a span of days, as if the task had run in each. */
  async function hours(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await keep();
      clock.advanceSeconds(3600);
    }
  }
  /** As if the month's hours had been sampled. */
  const stored = (month: string, megabytes: number, organization = id()) =>
    sql`
    insert into storage_month (organization_id, month, byte_hours, sampled_hour)
    values (${organization}, ${month}, ${megabytes * MB * hoursOf(month)}, ${`${month}T00:00:00Z`})`.execute(db());
  const entries = async () =>
    (
      await sql<{ kind: string; amount: number; operation: string; month: string }>`
        select kind, amount, operation, month, user_id, team_id, api_key_id, hold_id from ledger_entry
        where kind = 'storage' order by organization_id, seq`.execute(db())
    ).rows;
  /** Mails about what has happened; the warnings before it are followed in months.test.ts. */
  const mails = async () =>
    (
      await sql<{ recipient: string; subject: string; body: string }>`
      select recipient, subject, body from mail_outbox where subject like 'Datasets of %' order by id`.execute(db())
    ).rows;
  const datasets = async () =>
    (await sql<{ n: number }>`select count(*) as n from dataset where organization_id is not null`.execute(db()))
      .rows[0]?.n;
  const usable = () =>
    requireDatasets(db(), clock, id(), '#/stores').then(
      () => true,
      (error) => error.fields.errors[0],
    );
  const summary = async () => {
    const browser = await signedIn(service, db(), `ann${people}@example.com`);
    return (await browser.send('GET', `/organizations/${id()}/storage`)).body;
  };

  it('S249 D94 samples are hourly, one an hour whoever takes it and how often, and the average counts the whole month', async () => {
    await store(100);
    for (let i = 0; i < 10; i++) {
      await Promise.all([keep(), keep(), keep()]);
      clock.advanceSeconds(1200);
    }
    // Minutes 5, 25, 45, … 185: hours 0 to 3.
    const { rows } = await sql`select month, byte_hours from storage_month`.execute(db());
    expect(rows).toEqual([{ month: '2026-11-01', byte_hours: 400 * MB }]);
    await store(250);
    await hours(2);
    expect(await summary()).toMatchObject({ month: '2026-11', bytes: 350 * MB, datasets: 2, freeBytes: 50 * MB });
    // 03:25: hour 3 was sampled before; 04:25: 350 MB; 05:25 is begun: (400 + 350) MB over 6 hours, then 350 MB to the end.
    const average = 750 / 6;
    const month = (750 + 350 * (720 - 6)) / 720;
    expect(await summary()).toMatchObject({
      averageBytes: average * MB,
      expectedBytes: Math.round(month * MB),
      expectedCredits: Math.ceil((2 * (month - 50)) / 100),
      price: { credits: 2, bytes: 100 * MB },
      chargedAt: '2026-12-01T00:00:00.000Z',
      // makeAccount gives no credits.
      covered: false,
      parts: [
        { bytes: 250 * MB, credits: 4.286 },
        { bytes: 100 * MB, credits: 1.714 },
      ],
      owedCredits: 0,
      suspendedSince: null,
      toBeDeletedAt: null,
    });
  });

  it('S250 D94 charged on the 1st, once, as dataset.storage, whatever the limits of team, user and key', async () => {
    const limited = await makeAccount(
      db(),
      { email: `ann${people}@example.com`, keyName: 'second', teamLimit: 0, userLimit: 0, keyCap: 0, credits: 100 },
      clock,
    );
    expect(limited.spender.organizationId).toBe(id());
    await store(100);
    await stored('2026-11-01', 275);
    clock.set('2026-11-30T23:59:59.999Z');
    await keep();
    expect(await entries()).toEqual([]);
    clock.set('2026-12-01T00:00:00.000Z');
    await Promise.all([keep(), keep(), keep()]);
    clock.set('2026-12-20T00:00:00.000Z');
    await keep();
    const nobody = { user_id: null, team_id: null, api_key_id: null, hold_id: null };
    // 2 x (275 - 50) / 100 = 4.5; the sample of the last hour of November makes no difference.
    expect(await entries()).toEqual([
      { kind: 'storage', amount: -5000, operation: 'dataset.storage', month: '2026-11-01', ...nobody },
    ]);
    expect(await state()).toEqual({ balance: 95, reserved: 0 });
    expect(await mails()).toEqual([]);
    // Nothing but the free 50 MB in December.
    await sql`update storage_month set byte_hours = ${50 * MB * 744} where month = '2026-12-01'`.execute(db());
    clock.set('2027-01-01T00:10:00.000Z');
    await keep();
    expect((await entries()).length).toBe(1);
    // A second entry for a month cannot be.
    const again = sql`
      insert into ledger_entry (organization_id, seq, kind, amount, balance_after, operation, month, created_at)
      values (${id()}, 99, 'storage', -1, 1, 'dataset.storage', '2026-11-01', now())`;
    await expect(again.execute(db())).rejects.toMatchObject({ code: '23505' });
  });

  it('S251 S252 D94 not covered by the available balance: suspended, told once; what is owed is charged at the next request that can pay', async () => {
    await makeAccount(db(), { email: `billing${people}@example.com`, role: 'member' }, clock);
    await store(100);
    await stored('2026-11-01', 250);
    await grant(10);
    const hold = (await holdCredits(db(), clock, {
      spender: ann.spender,
      actionId: 'test',
      amount: thousandthsOf(7),
      idempotency: null,
      leaseSeconds: 9e6,
    })) as Hold;
    clock.set('2026-12-01T00:05:00.000Z');
    await keep();
    await hours(3);
    expect(await entries()).toEqual([]);
    expect(await datasets()).toBe(1);
    const told = await mails();
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([
      `ann${people}@example.com`,
      `billing${people}@example.com`,
    ]);
    expect(told[0]).toMatchObject({
      subject: 'Datasets of Acme are suspended',
      body: expect.stringContaining('4 credits in 2026-11'),
    });
    expect(await usable()).toEqual({
      pointer: '#/stores',
      detail: expect.stringMatching(
        /suspended for unpaid storage: 4 credits are owed.*Buy credits.*deleted on 2027-03-01/,
      ),
    });
    expect(await summary()).toMatchObject({
      suspendedSince: '2026-12-01T00:05:00.000Z',
      toBeDeletedAt: '2027-03-01T00:05:00.000Z',
      owedCredits: 4,
      expectedCredits: 0,
    });
    // Suspended hours are not counted.
    expect((await sql`select 1 from storage_month where month = '2026-12-01'`.execute(db())).rows).toEqual([]);
    await grant(0.5);
    expect(await usable()).toMatchObject({ pointer: '#/stores' });
    await grant(0.5);
    expect(await Promise.all([usable(), usable(), usable()])).toEqual([true, true, true]);
    expect(await entries()).toMatchObject([{ amount: -4000, month: '2026-11-01' }]);
    expect(await state()).toEqual({ balance: 7, reserved: 7 });
    expect(await summary()).toMatchObject({ suspendedSince: null, owedCredits: 0 });
    await commitHold(db(), clock, hold, thousandthsOf(7));
    await keep();
    expect((await mails()).length).toBe(2);
  });

  it('S252 credits that other runs set free pay as well, and a charge never takes what is held', async () => {
    await store(100);
    await stored('2026-11-01', 150);
    await grant(2);
    const request = { spender: ann.spender, actionId: 'test', idempotency: null, leaseSeconds: 9e6 };
    const hold = (await holdCredits(db(), clock, { ...request, amount: 1 })) as Hold;
    clock.set('2026-12-01T00:05:00.000Z');
    await keep();
    expect(await usable()).not.toBe(true);
    await releaseHold(db(), clock, hold);
    await keep();
    expect(await entries()).toMatchObject([{ amount: -2000 }]);
    expect(await usable()).toBe(true);
  });

  it('S253 a week before 90 days of suspension people are told, then everything is deleted, and nothing is owed any more', async () => {
    await store(100);
    const other = await makeAccount(db(), { organization: 'Other', email: 'other@example.com', credits: 50 }, clock);
    await store(500, other);
    await stored('2026-11-01', 150);
    clock.set('2026-12-01T00:05:00.000Z');
    await keep();
    const subjects = async () => (await mails()).map(({ subject }) => subject);
    const [suspended, notice, gone] = [
      'Datasets of Acme are suspended',
      'Datasets of Acme will be deleted on 2027-03-01',
      'Datasets of Acme were deleted',
    ];
    for (const [at, left, expected] of [
      ['2027-02-22T00:04:59.000Z', 2, [suspended]],
      ['2027-02-22T00:05:00.000Z', 2, [suspended, notice]],
      ['2027-03-01T00:04:59.000Z', 2, [suspended, notice]],
      ['2027-03-01T00:05:00.000Z', 1, [suspended, notice, gone]],
      ['2027-06-01T00:05:00.000Z', 1, [suspended, notice, gone]],
    ] as const) {
      clock.set(at);
      await keep();
      await keep();
      expect([at, await datasets(), await subjects()]).toEqual([at, left, expected]);
    }
    expect(await usable()).toBe(true);
    expect(await summary()).toMatchObject({ datasets: 0, bytes: 0, owedCredits: 0, suspendedSince: null });
    await grant(10);
    expect((await state()).balance).toBe(10);
  });

  it('S253 the week counts from the notice: a service that was down for long deletes nothing at once', async () => {
    await store(100);
    await stored('2026-11-01', 150);
    clock.set('2026-12-01T00:05:00.000Z');
    await keep();
    clock.set('2027-05-01T00:00:00.000Z');
    await keep();
    expect((await mails()).map(({ subject }) => subject)).toContain('Datasets of Acme will be deleted on 2027-05-08');
    clock.set('2027-05-07T23:59:59.000Z');
    await keep();
    expect(await datasets()).toBe(1);
    // Credits that came in the meantime save them, without any request.
    await grant(2);
    clock.set('2027-05-08T00:00:00.000Z');
    await keep();
    expect([await datasets(), await usable(), (await state()).balance]).toEqual([1, true, 0]);
  });

  it('D94 many settle at once, beside runs: one charge a month, and the balance never passes below what is held', async () => {
    await store(100);
    await stored('2026-11-01', 1050);
    await grant(60);
    clock.set('2026-12-01T00:05:00.000Z');
    const request = { spender: ann.spender, actionId: 'test', idempotency: null, leaseSeconds: 9e6 };
    const run = async () => {
      const hold = (await holdCredits(db(), clock, { ...request, amount: thousandthsOf(3) }).catch(
        () => null,
      )) as Hold | null;
      if (hold !== null) await commitHold(db(), clock, hold, thousandthsOf(3));
      return hold === null ? 0 : 3;
    };
    const [spent] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, run)),
      Promise.all(Array.from({ length: 8 }, () => settleStorage(db(), clock, id()))),
    ]);
    const paid = (await entries()).length * 20;
    expect(await state()).toEqual({
      balance: 60 - paid - spent.reduce<number>((sum, one) => sum + one, 0),
      reserved: 0,
    });
    await grant(20);
    expect(await settleStorage(db(), clock, id())).toBe(true);
    expect((await entries()).map(({ amount }) => amount)).toEqual([-20_000]);
  });

  it('a deleted organization is neither sampled nor charged', async () => {
    await store(100);
    await stored('2026-11-01', 150);
    await grant(10);
    await sql`update organization set deleted_at = ${clock.instant()} where id = ${id()}`.execute(db());
    clock.set('2026-12-01T00:05:00.000Z');
    await keep();
    expect([await entries(), (await state()).balance]).toEqual([[], 10]);
  });
});
