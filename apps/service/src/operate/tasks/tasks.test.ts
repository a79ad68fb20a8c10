import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { openLog } from '../../kit/log.ts';
import { checkLedger } from '../../organizations/credits/check.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { drain } from '../../testing/drain.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { endExpiredShares } from '../../work/analyses/expiry.ts';
import { regularTasks } from './list.ts';
import { doTask, openTaskRunner, takeTask } from './runner.ts';
import type { RegularTask } from './task.ts';

describeOnBoth('regular tasks', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  const lines: string[] = [];
  const log = openLog({ level: 'debug', write: (line) => lines.push(line) });
  const look = (...tasks: RegularTask[]) =>
    drain(
      () => takeTask(db(), clock, tasks),
      (task) => doTask(db(), clock, log, task),
    );
  const counting = (name: string, run = async () => {}) => {
    const task = { name, everySeconds: 3600, times: 0, run: async () => {} };
    task.run = async () => {
      task.times++;
      await run();
    };
    return task satisfies RegularTask;
  };
  beforeEach(() => {
    clock.set('2026-11-21T10:00:00.000Z');
    lines.length = 0;
  });

  it('are done by one of several replicas, and again when their time has come', async () => {
    const task = counting('counting');
    const replicas = () => Promise.all(Array.from({ length: 6 }, () => look(task)));
    await replicas();
    clock.advanceSeconds(3599);
    await replicas();
    expect(task.times).toBe(1);
    clock.advanceSeconds(1);
    await replicas();
    expect(task.times).toBe(2);
  });

  it('a clock that jumps ahead and back: what was begun in the future is due again, once', async () => {
    const task = counting('counting');
    clock.advanceSeconds(40 * 86_400);
    await look(task);
    clock.set('2026-11-21T10:00:00.000Z');
    await Promise.all(Array.from({ length: 6 }, () => look(task)));
    expect(task.times).toBe(2);
    clock.advanceSeconds(3599);
    await look(task);
    expect(task.times).toBe(2);
  });

  it('that fail are logged, leave the others alone, and are repeated after ten minutes, or after their interval', async () => {
    let broken = true;
    const failing = counting('failing', async () => {
      if (broken) throw new Error('disk full');
    });
    const other = counting('other');
    await look(failing, other);
    expect([failing.times, other.times]).toEqual([1, 1]);
    expect(lines.join('')).toContain('disk full');
    broken = false;
    clock.advanceSeconds(599);
    await look(failing, other);
    expect([failing.times, other.times]).toEqual([1, 1]);
    clock.advanceSeconds(1);
    await look(failing, other);
    await look(failing, other);
    expect([failing.times, other.times]).toEqual([2, 1]);
  });

  it('all run on an empty database, each under a name of its own', async () => {
    const settings = {
      db: db(),
      clock,
      log,
      mailSender: { nudge() {} },
      operatorMail: undefined,
      house: false,
      tidyAssistant: async () => {},
      askAboutOpenOrders: async () => {},
      store: null,
    };
    await look(...regularTasks({ ...settings, holdLeaseSeconds: 60 }));
    const { rows } = await sql<{ name: string }>`select name from regular_task order by name`.execute(db());
    const names = [
      'assistant',
      'audit',
      'conversations',
      'deleted_datasets',
      'deleted_organizations',
      'deliveries',
      'deliveries_ahead',
      'holds',
      'ledger',
      'low_credits',
      'mail',
      'mail_ahead',
      'payments',
      'results',
      'shares',
      'storage',
      'uploads',
    ];
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(lines.join('')).toBe('');
  });

  it('run in the background: a slow one keeps no other waiting, and a stop waits for it', async () => {
    let finish: () => void = () => {};
    const slow = counting('slow', () => new Promise((done) => (finish = done)));
    const quick = counting('quick');
    const runner = openTaskRunner({ db: db(), clock, log, tasks: [slow, quick], everyMilliseconds: 3_600_000 });
    await until(() => slow.times === 1 && quick.times === 1);
    clock.advanceSeconds(3600);
    runner.nudge();
    await until(() => quick.times === 2);
    expect(slow.times).toBe(1);
    let stopped = false;
    const stopping = runner.stop().then(() => {
      stopped = true;
    });
    await new Promise((done) => setTimeout(done, 50));
    expect(stopped).toBe(false);
    finish();
    await stopping;
  });

  it('D123 links that have ended are taken back, others stay, and nothing else of the analysis moves', async () => {
    const { spender } = await makeAccount(db());
    const share = (name: string, days: number | null) => sql`
      insert into analysis (organization_id, user_id, code, name, state, share_anyone, anyone_expires_days,
        anyone_expires_at, created_at, updated_at)
      values (${spender.organizationId}, ${spender.userId}, ${name.padEnd(12, '0')}, ${name}, '{}', true, ${days}::integer,
        ${clock.instant()}::timestamptz + make_interval(days => ${days}::integer), ${clock.instant()}, ${clock.instant()})`;
    for (const [name, days] of [
      ['week', 7],
      ['month', 30],
      ['forever', null],
    ] as const) {
      await share(name, days).execute(db());
    }
    const open = async () => {
      await endExpiredShares(db(), clock, log);
      await endExpiredShares(db(), clock, log);
      const { rows } = await sql<{ name: string }>`
        select name from analysis where share_anyone and updated_at = created_at order by id`.execute(db());
      return rows.map(({ name }) => name);
    };
    expect(await open()).toEqual(['week', 'month', 'forever']);
    clock.advanceSeconds(7 * 86_400 - 1);
    expect(await open()).toEqual(['week', 'month', 'forever']);
    clock.advanceSeconds(1);
    expect(await open()).toEqual(['month', 'forever']);
    clock.advanceSeconds(23 * 86_400);
    expect(await open()).toEqual(['forever']);
  });

  it('2.5 a wrong ledger is an error in the log and a mail to the operator, who may be nobody; a right one is silent', async () => {
    const { spender } = await makeAccount(db(), { credits: 10 });
    const check = (operatorMail?: string) =>
      checkLedger({ db: db(), clock, log, mailSender: { nudge() {} }, operatorMail });
    const operator = 'operator@example.com';
    const mails = async () => (await sql<{ body: string }>`select recipient, body from mail_outbox`.execute(db())).rows;
    await check(operator);
    expect([lines.join(''), await mails()]).toEqual(['', []]);
    await sql`update credit_account set balance = balance + 1`.execute(db());
    await check();
    expect(lines.join('')).toContain('the ledger is wrong');
    expect(await mails()).toEqual([]);
    await check(operator);
    expect(await mails()).toMatchObject([{ recipient: 'operator@example.com' }]);
    expect((await mails())[0]?.body).toContain(`organization ${spender.organizationId}: `);
  });
});
