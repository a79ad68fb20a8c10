import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { endExpiredShares } from '../analyses/expiry.ts';
import { checkLedger } from '../credits/check.ts';
import { openLog } from '../log.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { makeAccount, TestClock } from '../testing/town.ts';
import { tasks } from './list.ts';
import { runTasks } from './runner.ts';
import type { RegularTask, TaskParts } from './task.ts';

describeOnBoth('regular tasks', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  const lines: string[] = [];
  const log = openLog({ level: 'debug', write: (line) => lines.push(line) });
  const parts = (more: Partial<TaskParts> = {}): TaskParts => ({
    db: db(),
    clock,
    log,
    postman: { nudge() {} },
    operatorMail: undefined,
    ...more,
  });
  const counting = (name: string, run = async () => {}) => {
    const task = { name, everyHours: 1, times: 0, run: async () => {} };
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
    const look = () => Promise.all(Array.from({ length: 6 }, () => runTasks(parts(), [task])));
    await look();
    clock.advanceSeconds(3599);
    await look();
    expect(task.times).toBe(1);
    clock.advanceSeconds(1);
    await look();
    expect(task.times).toBe(2);
  });

  it('that fail are told, leave the others alone, and are tried again at the next look', async () => {
    let broken = true;
    const failing = counting('failing', async () => {
      if (broken) throw new Error('disk full');
    });
    const other = counting('other');
    await runTasks(parts(), [failing, other]);
    expect([failing.times, other.times]).toEqual([1, 1]);
    expect(lines.join('')).toContain('disk full');
    broken = false;
    await runTasks(parts(), [failing, other]);
    await runTasks(parts(), [failing, other]);
    expect([failing.times, other.times]).toEqual([2, 1]);
  });

  it('all run on an empty database, have names of their own, and stop when asked', async () => {
    await runTasks(parts(), tasks, () => true);
    expect((await sql`select name from regular_task`.execute(db())).rows).toEqual([]);
    await runTasks(parts(), tasks);
    const { rows } = await sql<{ name: string }>`select name from regular_task order by name`.execute(db());
    expect(rows.map(({ name }) => name)).toEqual(['deliveries', 'ledger', 'results', 'shares', 'storage', 'uploads']);
    expect(lines.join('')).toBe('');
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
      await endExpiredShares(parts());
      await endExpiredShares(parts());
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
    const operator = parts({ operatorMail: 'operator@example.com' });
    const mails = async () => (await sql<{ body: string }>`select recipient, body from mail_outbox`.execute(db())).rows;
    await checkLedger(operator);
    expect([lines.join(''), await mails()]).toEqual(['', []]);
    await sql`update credit_account set balance = balance + 1`.execute(db());
    await checkLedger(parts());
    expect(lines.join('')).toContain('the ledger is wrong');
    expect(await mails()).toEqual([]);
    await checkLedger(operator);
    expect(await mails()).toMatchObject([{ recipient: 'operator@example.com' }]);
    expect((await mails())[0]?.body).toContain(`organization ${spender.organizationId}: `);
  });
});
