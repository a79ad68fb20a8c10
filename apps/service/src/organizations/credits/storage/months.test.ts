import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLog } from '../../../kit/log.ts';
import { type Browser, CHEAP, signedIn } from '../../../testing/browser.ts';
import { describeOnBoth } from '../../../testing/databases.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';
import { type MadeAccount, makeAccount, TestClock } from '../../../testing/town.ts';
import { until } from '../../../testing/until.ts';
import { endDatasetJobs } from '../../../work/jobs/ofOrganization.ts';
import { confirmOrder } from '../../orders/confirm.ts';
import { warnOfLowCredits } from '../../orders/lowCredits.ts';
import { thousandthsOf } from '../amounts.ts';
import { grantCredits } from '../grant.ts';
import { findViolations } from '../invariants.ts';
import { keepStorage } from './task.ts';

const MB = 1_000_000;

describeOnBoth('months of an organization with datasets', (database) => {
  const clock = new TestClock('2026-11-01T00:05:00.000Z');
  const log = openLog({ level: 'silent', write: () => {} });
  let service: TestService;
  const db = () => database().db;

  beforeAll(async () => {
    // Mails stay where they are: nobody takes them.
    const env = { SMTP_URL: 'smtp://127.0.0.1:9' };
    service = await startTestService(database(), { clock, workers: 1, passwordCost: CHEAP, jobMilliseconds: 50, env });
  });
  afterAll(() => service?.close());

  const keep = () => keepStorage(db(), clock, log, { mailSender: { nudge() {} }, house: false }, endDatasetJobs);
  const subjects = async () =>
    (await sql<{ subject: string }>`select subject from mail_outbox order by id`.execute(db())).rows.map(
      ({ subject }) => subject,
    );
  const last = async () =>
    (await sql<{ body: string }>`select body from mail_outbox order by id desc limit 1`.execute(db())).rows[0]?.body;

  it('S249-S253 warned, charged, not covered, suspended, bought, released, announced and deleted; an action that reads a dataset all along', async () => {
    const ann: MadeAccount = await makeAccount(db(), { email: 'ann@example.com', credits: 2 }, clock);
    const id = ann.spender.organizationId;
    const datasets = `/organizations/${id}/datasets`;
    const browser: Browser = await signedIn(service, db(), 'ann@example.com');
    const csv = 'id,name,lat,lng\n7,Beach,40.25,10.5\n8,Hill,40.5,10.75\n';
    const { body } = await browser.send('POST', `${datasets}?name=Shops`, csv, { 'Content-Type': 'text/csv' });
    await until(async () => (await browser.send('GET', `${datasets}/${body.id}`)).body.job === null);
    const resize = (megabytes: number) => sql`update dataset set bytes = ${megabytes * MB}`.execute(db());
    /** As if every hour of the month up to now had been sampled, but for the present one. */
    const sampled = (month: string, hours: number) =>
      sql`update storage_month set byte_hours = ${300 * MB * hours} where month = ${month}::date`.execute(db());
    const action = async () => {
      const { status, body: answer } = await service.quote(ann.secret, 'test.charged', {
        credits: 4,
        stores: { dataset: body.id },
      });
      return status === 200 ? 200 : `${status} ${answer.error}: ${answer.detail}`;
    };
    const balance = async () => {
      const { rows } = await sql<{
        balance: number;
      }>`select balance from credit_account where organization_id = ${id}`.execute(db());
      return (rows[0]?.balance ?? 0) / 1000;
    };
    const suspended = (day: string) =>
      `400 validation_error: The datasets of the organization are suspended for unpaid storage: 5 credits are owed. Buy credits, or ask someone with billing rights: once the available balance covers that, repeat the request. Else datasets are deleted on ${day}.`;
    let told: string[] = [];
    /** Keeps storage twice at a time, and compares the new mails, the answer of the action and the balance. */
    const at = async (time: string, mails: readonly string[], answer: unknown, credits: number) => {
      clock.set(time);
      await keep();
      await keep();
      const all = await subjects();
      expect([time, all.slice(told.length), await action(), await balance()]).toEqual([time, mails, answer, credits]);
      told = all;
    };

    // 80% of the free storage: once, and again after it was less.
    const full = 'The free storage of Acme is nearly used';
    await resize(39.9);
    await at('2026-11-01T01:05:00.000Z', [], 200, 2);
    await resize(40);
    await at('2026-11-01T02:05:00.000Z', [full], 200, 2);
    expect(await last()).toMatch(/take up 40\.0 of 50 MB.*\n2 credits a month per 100 MB/);
    await at('2026-11-01T03:05:00.000Z', [], 200, 2);
    await resize(10);
    await at('2026-11-01T04:05:00.000Z', [], 200, 2);
    await resize(300);
    await at('2026-11-01T05:05:00.000Z', [full], 200, 2);

    // Five days before the 1st: 2 x (300 - 50) / 100 = 5 credits, and 2 are there.
    await sampled('2026-11-01', 599);
    await at('2026-11-25T23:59:59.000Z', [], 200, 2);
    const notCovered = (day: string) => `The credits of Acme will not cover its storage on ${day}`;
    await at('2026-11-26T00:00:00.000Z', [notCovered('2026-12-01')], 200, 2);
    expect(await last()).toContain('will be charged: 5 credits');
    await at('2026-11-28T00:00:00.000Z', [], 200, 2);

    // The charge is not covered: suspended, until credits are bought; released without anything further.
    await sampled('2026-11-01', 720);
    const stopped = 'Datasets of Acme are suspended';
    await at('2026-12-01T00:05:00.000Z', [stopped], suspended('2027-03-01'), 2);
    await at('2026-12-02T00:05:00.000Z', [], suspended('2027-03-01'), 2);
    const buyer = await signedIn(service, db(), 'ann@example.com');
    const order = await buyer.send('POST', `/organizations/${id}/orders`, { credits: 10 });
    await confirmOrder(db(), clock, order.body.id);
    expect([await action(), await balance()]).toEqual([200, 7]);
    told = await subjects();
    expect((await buyer.send('GET', `/organizations/${id}/storage`)).body.suspendedSince).toBeNull();

    // December is covered: no warning, one charge.
    await at('2026-12-02T01:05:00.000Z', [], 200, 7);
    await sampled('2026-12-01', 743);
    await at('2026-12-31T23:05:00.000Z', [], 200, 7);
    await at('2027-01-01T00:05:00.000Z', [], 200, 2);

    // January is not: warned, suspended, announced on the 83rd day, deleted on the 90th.
    await sampled('2027-01-01', 740);
    await at('2027-01-31T20:05:00.000Z', [notCovered('2027-02-01')], 200, 2);
    await sampled('2027-01-01', 744);
    await at('2027-02-01T00:05:00.000Z', [stopped], suspended('2027-05-02'), 2);
    await at('2027-04-25T00:04:59.000Z', [], suspended('2027-05-02'), 2);
    await at(
      '2027-04-25T00:05:00.000Z',
      ['Datasets of Acme will be deleted on 2027-05-02'],
      suspended('2027-05-02'),
      2,
    );
    await at('2027-05-02T00:04:59.000Z', [], suspended('2027-05-02'), 2);
    await at(
      '2027-05-02T00:05:00.000Z',
      ['Datasets of Acme were deleted'],
      expect.stringMatching(/^400 validation_error: .*no dataset/),
      2,
    );
    expect(await findViolations(db())).toEqual([]);
  });

  it('a mail comes once when available credits fall below the mark that was set, and again after they were there', async () => {
    clock.set('2026-11-01T00:05:00.000Z');
    const ann = await makeAccount(db(), { email: 'ann@example.com', credits: 100 }, clock);
    const id = ann.spender.organizationId;
    const path = `/organizations/${id}/low-credits`;
    const browser = await signedIn(service, db(), 'ann@example.com');
    expect((await browser.send('GET', path)).body).toEqual({ credits: null });
    const warn = async () => {
      await Promise.all([warnOfLowCredits(db(), clock, { nudge() {} }), warnOfLowCredits(db(), clock, { nudge() {} })]);
      return subjects();
    };
    const move = (credits: number) =>
      sql`select post_credits(${id}, 'adjustment', ${thousandthsOf(credits)}, 'test', null, null, null)`.execute(db());
    expect(await warn()).toEqual([]);
    expect((await browser.send('PUT', path, { credits: 50 })).body).toEqual({ credits: 50 });
    await move(-50);
    expect(await warn()).toEqual([]);
    await move(-1);
    expect(await warn()).toEqual(['Acme has 49 credits left']);
    await move(-10);
    expect((await warn()).length).toBe(1);
    await grantCredits(db(), clock, id, thousandthsOf(11));
    expect((await warn()).length).toBe(1);
    await move(-20);
    expect(await warn()).toEqual(['Acme has 49 credits left', 'Acme has 30 credits left']);
    await browser.send('PUT', path, { credits: null });
    await move(-20);
    expect((await warn()).length).toBe(2);
    expect(await findViolations(db())).toEqual([]);
  });
});
