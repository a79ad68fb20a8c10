import { type EventType, eventEnvelope, type Job } from '@hinterland/contract';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { type NewEvent, recordEvent } from './record.ts';

const endedJob = (id: string): Job => ({
  id,
  type: 'enrich.points',
  status: 'succeeded',
  createdAt: '2026-11-21T09:58:00.000Z',
  startedAt: '2026-11-21T09:59:00.000Z',
  finishedAt: '2026-11-21T10:00:00.123Z',
  progress: { total: 2, done: 2, skipped: 0, failed: 0 },
  maxCredits: 8,
  analysisCode: null,
  result: { done: 2, skipped: 0, failed: 0, creditsCharged: 8, stopReason: null },
  error: null,
  resultsExpireAt: '2026-12-21T10:00:00.123Z',
});

describeOnBoth('events', (database) => {
  const db = () => database().db;
  let ann: MadeAccount;
  const endpoint = async (events: readonly EventType[], status = 'active', of = ann): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into webhook (organization_id, url, events, secret, status, disabled_at, created_by, created_at)
      values (${of.spender.organizationId}, 'https://example.com/', ${events}::text[], '\\x00', ${status},
        case ${status} when 'disabled' then now() end, ${of.spender.userId}, now())
      returning id`.execute(db());
    return rows[0]?.id as number;
  };
  const completed = (job: string): NewEvent<'job.completed'> => ({
    organizationId: ann.spender.organizationId,
    userId: ann.spender.userId,
    type: 'job.completed',
    subject: `job:${job}:completed`,
    data: { job: endedJob(job) },
    createdAt: new Date('2026-11-21T10:00:00.123Z'),
  });
  const record = (event: NewEvent<'job.completed'>) =>
    db()
      .transaction()
      .execute((trx) => recordEvent(trx, event));
  const deliveries = async () =>
    (
      await sql<{ webhook_id: number; event_id: string; body: string }>`
        select d.webhook_id, d.event_id, e.body from webhook_delivery d join event e on e.id = d.event_id
        where d.status = 'pending' and d.attempts = 0 and d.due_at = e.created_at order by d.id`.execute(db())
    ).rows;

  beforeEach(async () => {
    ann = await makeAccount(db());
  });

  it('S212 S234 go to the active endpoints of the organization that listen to the type, and to no other', async () => {
    const bob = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com' });
    const first = await endpoint(['job.completed']);
    const second = await endpoint(['ping', 'job.completed']);
    await endpoint(['job.failed', 'ping']);
    await endpoint(['job.completed'], 'disabled');
    await endpoint(['job.completed'], 'active', bob);
    expect(await record(completed('job_1'))).toBe(true);
    expect((await deliveries()).map((one) => one.webhook_id)).toEqual([first, second]);
  });

  it('S218 S219 S220 S221 one body for every endpoint: id, type, createdAt, data, in that order', async () => {
    await endpoint(['job.completed']);
    await endpoint(['job.completed']);
    await record(completed('job_1'));
    const [one, other] = await deliveries();
    expect(other?.body).toBe(one?.body);
    const envelope = JSON.parse(one?.body as string);
    expect(Object.keys(envelope)).toEqual(['id', 'type', 'createdAt', 'data']);
    expect(eventEnvelope('job.completed').parse(envelope)).toEqual(envelope);
    expect(envelope).toMatchObject({ id: one?.event_id, createdAt: '2026-11-21T10:00:00.123Z' });
    expect(envelope.data).toEqual(completed('job_1').data);
  });

  it('D143 are none of an organization that was deleted while its job ended', async () => {
    await endpoint(['job.completed']);
    await sql`update organization set deleted_at = now() where id = ${ann.spender.organizationId}`.execute(db());
    expect(await record(completed('job_1'))).toBe(false);
    expect((await sql`select 1 from event`.execute(db())).rows).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });

  it('3.2 are gone with a transaction that is rolled back, and told once by work that is done again', async () => {
    await endpoint(['job.completed']);
    const failing = db()
      .transaction()
      .execute(async (trx) => {
        await recordEvent(trx, completed('job_1'));
        throw new Error('rolled back');
      });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await deliveries()).toEqual([]);
    expect([await record(completed('job_1')), await record(completed('job_1'))]).toEqual([true, false]);
    expect((await deliveries()).length).toBe(1);
  });

  it('an endpoint that is deleted at the same moment does not break the transaction', async () => {
    const kept = await endpoint(['job.completed']);
    const gone = await endpoint(['job.completed']);
    const work = Array.from({ length: 20 }, (_, i) => record(completed(`job_${i}`)));
    const deleting = sql`delete from webhook where id = ${gone}`.execute(db());
    expect(await Promise.all(work)).toEqual(work.map(() => true));
    await deleting;
    expect((await deliveries()).filter(({ webhook_id }) => webhook_id === kept).length).toBe(20);
  });
});
