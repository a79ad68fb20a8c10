import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ensureMembership } from '../../../operate/admin/ensure.ts';
import { signedIn } from '../../../testing/browser.ts';
import { cardPayments } from '../../../testing/cardPayments.ts';
import { describeOnBoth } from '../../../testing/databases.ts';
import type { FakeSession } from '../../../testing/fakeStripe.ts';
import { accountState } from '../../../testing/town.ts';
import { thousandthsOf } from '../../credits/amounts.ts';
import { holdCredits } from '../../credits/hold.ts';
import { findViolations } from '../../credits/invariants.ts';
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

  it('M2 the disputes of a payment add up, each by its name, also one that begins after another was won', async () => {
    const { id, session } = await paid();
    const dispute = (name: string, amount: number) => ({
      id: name,
      amount,
      currency: 'eur',
      payment_intent: session.payment_intent,
    });
    const withdrawn = async (name: string, amount: number) => {
      for (let i = 0; i < 2; i++) expect(await send('charge.dispute.funds_withdrawn', dispute(name, amount))).toBe(200);
      return balance();
    };
    const reinstated = async (name: string, amount: number) => {
      for (let i = 0; i < 2; i++)
        expect(await send('charge.dispute.funds_reinstated', dispute(name, amount))).toBe(200);
      return balance();
    };
    expect(await withdrawn('dp_a', 3000)).toBe(250);
    expect(await withdrawn('dp_b', 3000)).toBe(0);
    expect(await reinstated('dp_a', 3000)).toBe(250);
    expect(await withdrawn('dp_a', 3000)).toBe(250);
    expect(await withdrawn('dp_c', 1500)).toBe(125);
    expect(await reinstated('dp_b', 3000)).toBe(375);
    expect(await reinstated('dp_c', 1500)).toBe(500);
    expect((await orderOf(id)).returnedCredits).toBe(0);
    expect(await withdrawn('dp_d', 6000)).toBe(0);
    // More than was paid is the whole order, and no more.
    expect(await withdrawn('dp_e', 6000)).toBe(0);
    expect((await orderOf(id)).returnedCredits).toBe(500);
    expect(await findViolations(db())).toEqual([]);
  });

  it('M2 a dispute that the version before kept without its name goes on under it', async () => {
    const { id, session } = await paid();
    const dispute = { amount: 6000, currency: 'eur', payment_intent: session.payment_intent };
    expect(await send('charge.dispute.funds_withdrawn', { ...dispute, id: 'dp_old', created: 1 })).toBe(200);
    await sql`update order_dispute set id = ${`before ${id}`}, noted_at = now()`.execute(db());
    expect(await send('charge.dispute.funds_withdrawn', { ...dispute, id: 'dp_old', created: 1 })).toBe(200);
    expect(await balance()).toBe(0);
    expect(await send('charge.dispute.funds_reinstated', { ...dispute, id: 'dp_old', created: 1 })).toBe(200);
    expect(await balance()).toBe(500);
  });

  it('M2 a refund that fails gives its credits back once, as far as they were taken, and a later one counts anew', async () => {
    const { id, session } = await paid();
    const failed = (name: string, amount: number, more: object = {}) =>
      send('refund.failed', {
        id: name,
        amount,
        currency: 'eur',
        status: 'failed',
        payment_intent: session.payment_intent,
        ...more,
      });
    const at = Math.floor(Date.now() / 1000);
    const counted = (hundredths: number, created: number) =>
      send(
        'charge.refunded',
        {
          amount: session.amount_total,
          amount_refunded: hundredths,
          currency: 'eur',
          payment_intent: session.payment_intent,
        },
        { created },
      );
    expect(await counted(3000, at - 100)).toBe(200);
    expect(await balance()).toBe(250);
    for (let i = 0; i < 2; i++) expect(await failed('re_a', 3000)).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([500, 0]);
    // The notice of the refund comes once more; then that of the next one, which counts without the failed one.
    expect(await counted(3000, at - 100)).toBe(200);
    expect(await balance()).toBe(500);
    expect(await counted(1500, at + 100)).toBe(200);
    expect(await balance()).toBe(375);
    expect(
      await send('refund.updated', {
        id: 're_b',
        amount: 1500,
        currency: 'eur',
        status: 'succeeded',
        payment_intent: session.payment_intent,
      }),
    ).toBe(200);
    expect(await balance()).toBe(375);
    // Credits that were spent could not be taken, and do not come back.
    await sql`select post_credits(${suite.acme}, 'storage', ${-thousandthsOf(300)}, 'dataset.storage', null, null, null)`.execute(
      db(),
    );
    expect(await counted(6000, at + 200)).toBe(200);
    expect(await balance()).toBe(0);
    const canceled = {
      id: 're_c',
      amount: 4500,
      currency: 'eur',
      status: 'canceled',
      payment_intent: session.payment_intent,
    };
    expect(await send('charge.refund.updated', canceled, { created: at + 300 })).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([75, 125]);
    expect(await findViolations(db())).toEqual([]);
    expect((await told()).map(({ subject }) => subject)).toContain('250 credits were given back to Acme');
  });

  it('M2 money of a payment that did not pay its order takes no credits, and the operator hears of it', async () => {
    const { id, session } = await paid();
    const before = (await told()).length;
    session.payment_intent = 'pi_second';
    expect(await refunded(session, 6000)).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([500, 0]);
    expect((await told()).slice(before).map(({ body }) => body)).toContainEqual(
      expect.stringContaining(`for order ${id} moved that did not pay it`),
    );
    expect(
      await send('charge.dispute.funds_withdrawn', {
        id: 'dp_u',
        amount: 5,
        currency: 'usd',
        payment_intent: `pi_${session.id.slice(8)}`,
      }),
    ).toBe(200);
    expect(await balance()).toBe(500);
    expect((await told()).at(-1)?.body).toContain('is in usd and not in eur');
  });

  it.each([
    ['checkout.session.completed', {}],
    ['checkout.session.completed', null],
    ['checkout.session.expired', { id: 5, payment_status: 'paid' }],
    ['charge.refunded', { amount: 6000, amount_refunded: -5, currency: 'eur', payment_intent: 'pi_x' }],
    ['charge.refunded', { amount: '6000', amount_refunded: 5, currency: 'eur' }],
    ['refund.failed', { id: 're_x', amount: -1, currency: 'eur' }],
    ['refund.updated', []],
    ['charge.dispute.funds_withdrawn', { amount: 6000 }],
    ['charge.dispute.funds_reinstated', { id: 'dp_x', amount: 1.5 }],
    ['charge.dispute.funds_withdrawn', 'dp_x'],
  ])('Low a signed %s that does not fit is 400, and no fault of ours: %j', async (type, object) => {
    const before = suite.service.log.filter((line) => JSON.parse(line).level >= 50).length;
    expect(await send(type, object as object)).toBe(400);
    expect(await send(type, { amount: 1 }, { data: null })).toBe(400);
    expect(await send(type, { amount: 1 }, { livemode: 'no' })).toBe(400);
    expect(suite.service.log.filter((line) => JSON.parse(line).level >= 50).length).toBe(before);
    expect(await ledger()).toEqual([]);
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
