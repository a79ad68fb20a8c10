import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordEvent } from '../kit/events/record.ts';
import type { SecretBox } from '../kit/secrets/box.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { failedJob } from '../testing/failedJob.ts';
import { type MadeAccount, makeAccount, TestClock } from '../testing/town.ts';
import { makeDeliver } from './deliver.ts';
import { type Claimed, claimDue } from './deliveries.ts';
import { recordOutcome } from './retry.ts';
import { openWebhookSender } from './sender.ts';

const UNUSED: SecretBox = { seal: () => Buffer.alloc(0), open: () => '' };

describeOnBoth('turns of organizations whose attempts end at once', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-21T10:00:00.000Z');
  let ann: MadeAccount;
  let bob: MadeAccount;
  const endpoint = async ({ spender: { organizationId, userId } }: MadeAccount): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into webhook (organization_id, url, events, secret, created_by, created_at)
      values (${organizationId}, 'https://example.com/', '{job.failed}', ${Buffer.alloc(8)}, ${userId}, ${clock.instant()})
      returning id`.execute(db());
    return rows[0]?.id as number;
  };
  const happen = async (who: MadeAccount, count: number) => {
    for (let i = 0; i < count; i++) {
      await recordEvent(db(), {
        ...failedJob(who, `job_${who.spender.organizationId}_${i}`),
        createdAt: clock.instant(),
      });
    }
  };
  const disable = (id: number) =>
    sql`update webhook set status = 'disabled', disabled_at = ${clock.instant()} where id = ${id}`.execute(db());
  const read = async (id: number) =>
    (
      await sql<{ status: string; error: string | null }>`
        select status, error from webhook_delivery where webhook_id = ${id} order by id`.execute(db())
    ).rows.map(({ status, error }) => `${status} ${error}`);

  beforeEach(async () => {
    clock.set('2026-11-21T10:00:00.000Z');
    ann = await makeAccount(db(), { role: 'owner' });
    bob = await makeAccount(db(), { organization: 'Other', email: 'bob@example.com', role: 'owner' });
  });

  it('H4 the delivery of another organization comes second, however many are due for longer', async () => {
    await endpoint(ann);
    await endpoint(bob);
    await happen(ann, 6);
    clock.advanceSeconds(5);
    await happen(bob, 2);
    const order: number[] = [];
    let ending: Promise<unknown> = Promise.resolve();
    const sender = openWebhookSender({
      db: db(),
      clock,
      log: { warn() {}, error() {} } as never,
      deliver: async (_box, claimed) => {
        order.push(claimed.organizationId);
        const outcome = { delivered: false, responseCode: null, error: 'connect_error' } as const;
        ending = recordOutcome(db(), clock, claimed, outcome);
        await ending;
      },
      // Each attempt ends before the next claim, as one does that a receiver refuses.
      secrets: {
        async forReading() {
          await ending;
          return UNUSED;
        },
        forWriting: async () => UNUSED,
      },
      baseUrl: () => 'https://geo.example.com',
      everyMilliseconds: 60_000,
    });
    await expect.poll(() => order.length).toBe(8);
    await sender.stop();
    const [a, b] = [ann.spender.organizationId, bob.spender.organizationId];
    expect(order).toEqual([a, b, a, b, a, a, a, a]);
  });

  describe('disabled endpoints', () => {
    const deliver = () =>
      makeDeliver({
        db: db(),
        clock,
        log: { debug() {}, warn() {} } as never,
        baseUrl: () => 'https://geo.example.com',
        mailSender: { nudge() {} },
        send: () => Promise.reject(new Error('nothing is sent')),
        traces: null,
      });

    it('D140 H4 have all that is due fail with the first claim, and nothing that is due later or of others', async () => {
      const [off, on] = [await endpoint(ann), await endpoint(bob)];
      await happen(ann, 4);
      await happen(bob, 1);
      const early = (await claimDue(db(), clock)) as Claimed;
      await recordOutcome(db(), clock, early, { delivered: false, responseCode: 500, error: 'HTTP 500' });
      await disable(off);
      const claimed = (await claimDue(db(), clock, { served: [bob.spender.organizationId] })) as Claimed;
      expect([early.webhookId, claimed.webhookId, claimed.silent]).toEqual([off, off, true]);
      await deliver()(UNUSED, claimed);
      expect((await read(off)).toSorted()).toEqual([
        ...Array(3).fill('failed endpoint_disabled'),
        'retry_scheduled HTTP 500',
      ]);
      expect(await read(on)).toEqual(['pending null']);
      expect((await claimDue(db(), clock))?.webhookId).toBe(on);
      expect(await claimDue(db(), clock)).toBeNull();
    });

    it('leave what was claimed to its lease where they were enabled meanwhile', async () => {
      const id = await endpoint(ann);
      await happen(ann, 2);
      await disable(id);
      const claimed = (await claimDue(db(), clock)) as Claimed;
      await sql`update webhook set status = 'active', disabled_at = null where id = ${id}`.execute(db());
      await deliver()(UNUSED, claimed);
      expect(await read(id)).toEqual(['pending null', 'pending null']);
    });
  });
});
