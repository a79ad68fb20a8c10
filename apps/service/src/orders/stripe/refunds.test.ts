import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ensureMembership } from '../../admin/ensure.ts';
import { thousandthsOf } from '../../credits/amounts.ts';
import { holdCredits } from '../../credits/hold.ts';
import { signedIn } from '../../testing/browser.ts';
import { cardPayments } from '../../testing/cardPayments.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import type { FakeSession } from '../../testing/fakeStripe.ts';
import { accountState } from '../../testing/town.ts';
import type { Order } from '../order.ts';

describeOnBoth('S194 money that goes back, and receipts', (database) => {
  const suite = cardPayments(database);
  const { clock, db, path, placed, orderOf, statusOf, balance, ledger, mails, told, send, completed, paid } = suite;

  const refunded = (session: FakeSession, hundredths: number) =>
    send('charge.refunded', {
      object: 'charge',
      amount: session.amount_total,
      amount_refunded: hundredths,
      currency: session.currency,
      payment_intent: session.payment_intent,
    });

  it('a refund takes its share of the credits, each part once, and never what is held', async () => {
    const { id, session } = await paid();
    expect(session.amount_total).toBe(6000);
    for (const hundredths of [1500, 1500, 600]) expect(await refunded(session, hundredths)).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([375, 125]);
    await holdCredits(db(), clock, {
      spender: { organizationId: suite.acme, userId: suite.buyer.userId, teamId: null, apiKeyId: null },
      actionId: 'test',
      amount: thousandthsOf(300),
      idempotency: null,
      leaseSeconds: 9e6,
    });
    expect(await refunded(session, 6000)).toBe(200);
    expect(await accountState(db(), suite.acme)).toEqual({ balance: 300, reserved: 300 });
    expect((await orderOf(id)).returnedCredits).toBe(500);
    expect((await told()).at(-1)?.body).toContain('300 credits of the refund were spent or are held for runs');
    expect(await refunded(session, 6000)).toBe(200);
    expect((await ledger()).map(({ kind, amount }) => [kind, amount / 1000])).toEqual([
      ['purchase', 500],
      ['refund', -125],
      ['refund', -75],
    ]);
    expect((await mails(`${suite.buyerName}@example.com`)).map(({ subject }) => subject)).toEqual([
      '500 credits were added for Acme',
      '125 credits were taken from Acme',
      '75 credits were taken from Acme',
    ]);
  });

  it('a refund that comes before the event of its payment settles the order first', async () => {
    const { id, session } = await placed();
    suite.stripe.pay(session);
    expect(await refunded(session, 3000)).toBe(200);
    expect(await completed(session)).toBe(200);
    expect([await statusOf(id), await balance(), (await ledger()).length]).toEqual(['confirmed', 250, 2]);
  });

  it('a dispute takes credits that were spent: runs are refused until it is won or bought up', async () => {
    const { id, session } = await paid();
    const dispute = { id: 'dp_1', amount: 6000, currency: 'eur', payment_intent: session.payment_intent };
    await sql`select post_credits(${suite.acme}, 'storage', ${-thousandthsOf(400)}, 'dataset.storage', null, null, null)`.execute(
      db(),
    );
    for (let i = 0; i < 2; i++) expect(await send('charge.dispute.funds_withdrawn', dispute)).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([-400, 500]);
    const run = await suite.buyer.send('POST', `/organizations/${suite.acme}/actions/test.charged/execute`, {
      quotedCredits: 4,
    });
    expect([run.status, run.body.blockedBy, run.body.availableCredits]).toEqual([402, 'organization_balance', -400]);
    const shown = (await suite.buyer.send('GET', `/organizations/${suite.acme}/credits`)).body;
    expect([shown.balance, shown.available]).toEqual([-400, -400]);
    for (const recipient of [`${suite.buyerName}@example.com`, 'operator@example.com']) {
      expect((await mails(recipient)).at(-1)).toMatchObject({
        subject: '500 credits were taken from Acme',
        body: expect.stringContaining('Balance now: -400'),
      });
    }
    const { session: second } = await paid(450);
    expect(second.status).toBe('complete');
    expect(await balance()).toBe(50);
    for (let i = 0; i < 2; i++) expect(await send('charge.dispute.funds_reinstated', dispute)).toBe(200);
    expect(await send('charge.dispute.funds_withdrawn', dispute)).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([550, 0]);
    const account = sql<{
      disputed: number;
    }>`select disputed from credit_account where organization_id = ${suite.acme}`;
    expect((await account.execute(db())).rows).toEqual([{ disputed: 0 }]);
  });

  it('receipts lead to the provider, the list of a month is a file, and both are for billing rights alone', async () => {
    const { id, session } = await paid();
    await placed(600);
    clock.set('2026-12-01T00:00:00.000Z');
    await paid(700);
    const receipt = await suite.buyer.send('GET', `${path()}/${id}/receipt`);
    expect([receipt.status, receipt.headers.get('location')]).toEqual([
      303,
      `${suite.stripe.url}/receipts/${session.payment_intent}`,
    ]);
    const csv = (await suite.buyer.send('GET', `/organizations/${suite.acme}/orders.csv?month=2026-11`)).text;
    expect(csv.trim().split(/\r?\n/)).toEqual([
      'invoice,time,ordered by,reference,credits,credits returned,price,paid with taxes,currency',
      `INV-2026-000001,2026-11-10T10:00:00.000Z,${suite.buyerName},,500,0,50.00,60.00,EUR`,
    ]);
    const admin = await signedIn(suite.service, db(), `admin-of-${suite.buyerName}@example.com`);
    await ensureMembership(db(), {
      organizationId: suite.acme,
      userId: admin.userId,
      role: 'admin',
      billing: false,
      teamId: null,
    });
    for (const one of [
      `${path()}/${id}/receipt`,
      `/organizations/${suite.acme}/orders.csv`,
      `/organizations/${suite.acme}/offer`,
    ]) {
      const { status, body } = await admin.send('GET', one);
      expect([one, status, body.error]).toEqual([one, 403, 'insufficient_role']);
    }
    const { data } = (await admin.send('GET', path())).body;
    expect(data.map(({ price, paymentUrl, hasReceipt }: Order) => [price, paymentUrl, hasReceipt])).toEqual(
      Array(3).fill([null, null, false]),
    );
    expect((await admin.send('GET', `/organizations/${suite.acme}/buyers`)).body.data).toEqual([
      { id: suite.buyer.userId, name: suite.buyerName },
    ]);
  });

  it('the log has no secret, no checkout and no card', () => {
    suite.expectNoSecretInLog();
  });
});
