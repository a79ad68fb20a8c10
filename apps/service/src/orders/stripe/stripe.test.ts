import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { thousandthsOf } from '../../credits/amounts.ts';
import { holdCredits } from '../../credits/hold.ts';
import { findViolations } from '../../credits/invariants.ts';
import { ensureMembership } from '../../identity/ensure.ts';
import { type Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { FAKE_KEY, FAKE_WEBHOOK_SECRET, type FakeSession, FakeStripe } from '../../testing/fakeStripe.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { accountState, TestClock } from '../../testing/town.ts';
import type { Order } from '../order.ts';
import { openStripe } from './interface.ts';
import { askAboutOpenOrders } from './openOrders.ts';

const PRICES = {
  currency: 'eur',
  tax: 'exclusive',
  minimumCredits: 100,
  packs: [
    { credits: 500, price: 50 },
    { credits: 2000, price: 180 },
  ],
};

describeOnBoth('S194 credits paid by card', (database) => {
  const clock = new TestClock('2026-11-10T10:00:00.000Z');
  let folder: string;
  let stripe: FakeStripe;
  let service: TestService;
  let buyer: Browser & { userId: number };
  let acme: number;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-prices-'));
    await writeFile(join(folder, 'prices.json'), JSON.stringify(PRICES));
    stripe = await new FakeStripe().start();
    service = await startTestService(database(), {
      clock,
      workers: 1,
      passwordCost: CHEAP,
      // Nobody takes mails there, so they stay in the outbox.
      env: {
        ...stripe.settings(join(folder, 'prices.json')),
        HINTERLAND_OPERATOR_MAIL: 'operator@example.com',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    });
    stripe.endpoint = service.url;
  });
  afterAll(async () => {
    await service?.close();
    await stripe?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    stripe.beforeAnswer = () => {};
    clock.set('2026-11-10T10:00:00.000Z');
    buyer = await signedIn(service, db(), `buyer${++people}@example.com`);
    acme = (await buyer.send('POST', '/organizations', { name: 'Acme' })).body.id;
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const path = () => `/organizations/${acme}/orders`;
  async function placed(credits = 500): Promise<{ id: number; session: FakeSession }> {
    const { status, body } = await buyer.send('POST', path(), { credits });
    expect([status, body.status]).toEqual([201, 'open']);
    return { id: body.id, session: stripe.sessionOf(body.id) };
  }
  const orderOf = async (id: number): Promise<Order> =>
    (await buyer.send('GET', path())).body.data.find((order: Order) => order.id === id);
  const statusOf = async (id: number) => (await orderOf(id)).status;
  const balance = async () => (await accountState(db(), acme)).balance;
  const ledger = async () =>
    (
      await sql<{ kind: string; amount: number }>`
      select kind, amount from ledger_entry where organization_id = ${acme} order by seq`.execute(db())
    ).rows;
  const mails = async (recipient: string) =>
    (
      await sql<{ subject: string; body: string }>`
      select subject, body from mail_outbox where recipient = ${recipient} order by id`.execute(db())
    ).rows;
  const told = () => mails('operator@example.com');
  const send = (type: string, object: object, more: object = {}) => stripe.send(stripe.event(type, object, more));
  const completed = (session: FakeSession) => send('checkout.session.completed', session);
  async function paid(credits = 500): Promise<{ id: number; session: FakeSession }> {
    const order = await placed(credits);
    stripe.pay(order.session);
    expect(await completed(order.session)).toBe(200);
    return order;
  }
  const ask = () => {
    const config = readConfig(stripe.settings(join(folder, 'prices.json')));
    const { log, ...rest } = {
      log: { info() {}, error() {}, warn() {} } as never,
      db: db(),
      clock,
      mailSender: { nudge() {} },
    };
    const open = { config: config.stripe!, prices: config.prices!, baseUrl: () => service.url, log };
    return askAboutOpenOrders({ ...rest, log, operatorMail: 'operator@example.com', stripe: openStripe(open) });
  };

  it('an order leads to a checkout with its price, and the signed event puts the credits on the balance', async () => {
    const { body } = await buyer.send('GET', `/organizations/${acme}/offer?credits=1000`);
    expect(body).toEqual({
      paysOnline: true,
      list: {
        tax: 'exclusive',
        minimumCredits: 100,
        packs: [
          { credits: 500, price: { amount: 50, currency: 'EUR' } },
          { credits: 2000, price: { amount: 180, currency: 'EUR' } },
        ],
        asked: { credits: 1000, price: { amount: 100, currency: 'EUR' } },
      },
    });
    const { id, session } = await placed(2500);
    expect(session).toMatchObject({
      client_reference_id: String(id),
      currency: 'eur',
      amount_subtotal: 22_500,
      amount_total: 27_000,
      success_url: `${service.url}/account/credits?order=${id}`,
    });
    expect(await orderOf(id)).toMatchObject({
      paymentUrl: session.url,
      price: { amount: 225, currency: 'EUR' },
      hasReceipt: false,
    });
    expect(await balance()).toBe(0);
    stripe.pay(session);
    expect(await completed(session)).toBe(200);
    expect(await orderOf(id)).toMatchObject({ status: 'confirmed', paymentUrl: null, hasReceipt: true });
    expect([await balance(), await ledger()]).toEqual([2500, [{ kind: 'purchase', amount: thousandthsOf(2500) }]]);
    expect((await mails(`buyer${people}@example.com`)).map(({ subject }) => subject)).toEqual([
      '2500 credits were added for Acme',
    ]);
    expect(await told()).toEqual([]);
  });

  it('money that comes later: completed unpaid changes nothing, its arrival confirms, its failure closes', async () => {
    const [late, failed] = [await placed(), await placed(600)];
    for (const { session } of [late, failed]) {
      stripe.pay(session, 'transfer');
      expect(await completed(session)).toBe(200);
    }
    expect([await statusOf(late.id), await statusOf(failed.id), await balance()]).toEqual(['open', 'open', 0]);
    late.session.payment_status = 'paid';
    expect(await send('checkout.session.async_payment_succeeded', late.session)).toBe(200);
    expect(await send('checkout.session.async_payment_failed', failed.session)).toBe(200);
    expect([await statusOf(late.id), await statusOf(failed.id), await balance()]).toEqual([
      'confirmed',
      'cancelled',
      500,
    ]);
  });

  it('events in the wrong order, twice and about the past change nothing once the money is there', async () => {
    const { id, session } = await placed();
    const before = structuredClone(session);
    stripe.pay(session);
    expect(await completed(session)).toBe(200);
    for (const [type, object] of [
      ['checkout.session.completed', session],
      ['checkout.session.completed', { ...session, payment_status: 'unpaid' }],
      ['checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' }],
      ['checkout.session.expired', { ...before, status: 'expired' }],
      ['checkout.session.async_payment_succeeded', session],
    ] as const) {
      expect([type, await send(type, object)]).toEqual([type, 200]);
    }
    expect([await statusOf(id), await balance(), (await ledger()).length]).toEqual(['confirmed', 500, 1]);
    // Closed first, paid all the same: the money is there, and so are the credits.
    const late = await placed(700);
    expect(await send('checkout.session.expired', { ...late.session, status: 'expired' })).toBe(200);
    expect(await statusOf(late.id)).toBe('cancelled');
    stripe.pay(late.session);
    expect(await completed(late.session)).toBe(200);
    expect([await statusOf(late.id), await balance(), (await ledger()).length]).toEqual(['confirmed', 1200, 2]);
    expect(await told()).toEqual([]);
  });

  it('50 events at once, of every kind, are one entry and one mail', async () => {
    const { session } = await placed();
    const unpaid = structuredClone({ ...session, status: 'expired' as const });
    stripe.pay(session);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 5 === 4 ? send('checkout.session.expired', unpaid) : completed(session),
      ),
    );
    expect(new Set(all)).toEqual(new Set([200]));
    expect([await balance(), (await ledger()).length]).toEqual([500, 1]);
    expect((await mails(`buyer${people}@example.com`)).length).toBe(1);
  });

  it('an event that is not signed, or not lately, is refused before anything else', async () => {
    const { id, session } = await placed();
    stripe.pay(session);
    const body = stripe.event('checkout.session.completed', session);
    const now = Math.floor(Date.now() / 1000);
    for (const signature of [
      stripe.signature(body, { secret: 'whsec_other' }),
      stripe.signature(body, { at: now - 330 }),
      stripe.signature(`${body} `),
      `t=${now},v1=${'0'.repeat(64)}`,
      `t=${now}`,
      'nonsense',
    ]) {
      expect([signature, await stripe.send(body, signature)]).toEqual([signature, 400]);
    }
    const post = (text: string, headers: Record<string, string>) =>
      service.request('POST', '/payments/stripe/events', { body: text, headers });
    const unsigned = await post(body, {});
    expect([unsigned.status, unsigned.body.error]).toEqual([400, 'validation_error']);
    const large = 'x'.repeat(300_000);
    expect((await post(large, { 'Stripe-Signature': stripe.signature(large) })).status).toBe(413);
    expect([await statusOf(id), await balance()]).toEqual(['open', 0]);
    expect(await stripe.send(body, stripe.signature(body, { at: now - 270 }))).toBe(200);
    expect(await balance()).toBe(500);
  });

  it.each([
    ['another amount', { amount_subtotal: 4999, amount_total: 4999 }, 'and not with its price of 50.00'],
    ['less in all', { amount_total: 4000 }, 'which is not its price with taxes'],
    ['another currency', { currency: 'usd' }, 'in usd and not in eur'],
    ['the number of another order', { client_reference_id: '99999' }, 'number 99999'],
    ['no number', { client_reference_id: null }, 'without a number'],
    ['another checkout', { id: 'cs_test_other' }, 'not placed here like that'],
    ['the mark of another installation', { metadata: { hinterland_order: '1-1' } }, 'not placed here like that'],
  ])('a payment with %s changes nothing, and the operator hears of it', async (_, other, sentence) => {
    const { id, session } = await placed();
    stripe.pay(session);
    expect(await completed({ ...session, ...other } as FakeSession)).toBe(200);
    expect([await statusOf(id), await balance(), await ledger()]).toEqual(['open', 0, []]);
    expect((await told()).map(({ body }) => body)).toEqual([expect.stringContaining(sentence)]);
  });

  it('an event of the live mode changes nothing, and those of other uses of the account are left alone', async () => {
    const { id, session } = await placed();
    stripe.pay(session);
    expect(await send('checkout.session.completed', { ...session, livemode: true }, { livemode: true })).toBe(200);
    expect([await statusOf(id), await balance()]).toEqual(['open', 0]);
    expect((await told()).map(({ body }) => body)).toEqual([expect.stringContaining('of the live mode')]);
    expect(await completed({ ...session, metadata: {} })).toBe(200);
    expect(await send('customer.created', { id: 'cus_1' })).toBe(200);
    expect(
      await send('charge.refunded', { amount: 5, amount_refunded: 5, currency: 'eur', payment_intent: 'pi_x' }),
    ).toBe(200);
    expect([(await told()).length, await statusOf(id)]).toEqual([1, 'open']);
  });

  it('orders whose event was lost are asked about after an hour; those that nobody was sent to pay are closed', async () => {
    const [lost, left, expired, unsent, unknown] = [
      await placed(501),
      await placed(502),
      await placed(503),
      await placed(504),
      await placed(505),
    ];
    stripe.pay(lost.session);
    expired.session.status = 'expired';
    await sql`update credit_order set checkout = null where id = ${unsent.id}`.execute(db());
    stripe.sessions.delete(unknown.session.id);
    clock.advanceSeconds(3590);
    await ask();
    expect(await balance()).toBe(0);
    clock.advanceSeconds(20);
    await Promise.all([ask(), ask()]);
    const all = await Promise.all([lost, left, expired, unsent, unknown].map(({ id }) => statusOf(id)));
    expect(all).toEqual(['confirmed', 'open', 'cancelled', 'cancelled', 'open']);
    expect([await balance(), (await ledger()).length]).toEqual([501, 1]);
    expect((await told())[0]?.body).toContain(
      `Order ${unknown.id} has a checkout that the payment provider does not know`,
    );
    // Asked about again every quarter of an hour, it is reported once.
    await ask();
    expect(await told()).toHaveLength(1);
    // The event comes all the same, a day later.
    expect(await completed(lost.session)).toBe(200);
    expect([await balance(), (await ledger()).length]).toEqual([501, 1]);
  });

  it('the event may come before the answer of the checkout was stored, and after the process ended in between', async () => {
    const { id, session } = await placed();
    await sql`update credit_order set checkout = null, payment_url = null where id = ${id}`.execute(db());
    stripe.pay(session);
    expect(await completed(session)).toBe(200);
    expect([await statusOf(id), await balance()]).toEqual(['confirmed', 500]);
  });

  it('taking an order back ends its checkout; one that is being paid stays', async () => {
    const [one, other] = [await placed(), await placed(600)];
    expect((await buyer.send('DELETE', `${path()}/${one.id}`)).body.status).toBe('cancelled');
    expect(one.session.status).toBe('expired');
    stripe.pay(other.session);
    const refused = await buyer.send('DELETE', `${path()}/${other.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'order_not_open']);
    expect(await completed(other.session)).toBe(200);
    expect(await balance()).toBe(600);
  });

  it('while the provider is away no order is placed or taken back', async () => {
    const { id } = await placed();
    stripe.beforeAnswer = () => Promise.reject(new Error('away'));
    const refused = [await buyer.send('POST', path(), { credits: 500 }), await buyer.send('DELETE', `${path()}/${id}`)];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([503, 'service_unavailable']),
    );
    const { data } = (await buyer.send('GET', path())).body;
    expect(data.map(({ status }: Order) => status)).toEqual(['cancelled', 'open']);
  });

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
      spender: { organizationId: acme, userId: buyer.userId, teamId: null, apiKeyId: null },
      actionId: 'test',
      amount: thousandthsOf(300),
      idempotency: null,
      leaseSeconds: 9e6,
    });
    expect(await refunded(session, 6000)).toBe(200);
    expect(await accountState(db(), acme)).toEqual({ balance: 300, reserved: 300 });
    expect((await orderOf(id)).returnedCredits).toBe(500);
    expect((await told()).at(-1)?.body).toContain('300 credits of the refund were spent or are held for runs');
    expect(await refunded(session, 6000)).toBe(200);
    expect((await ledger()).map(({ kind, amount }) => [kind, amount / 1000])).toEqual([
      ['purchase', 500],
      ['refund', -125],
      ['refund', -75],
    ]);
    expect((await mails(`buyer${people}@example.com`)).map(({ subject }) => subject)).toEqual([
      '500 credits were added for Acme',
      '125 credits were taken from Acme',
      '75 credits were taken from Acme',
    ]);
  });

  it('a refund that comes before the event of its payment settles the order first', async () => {
    const { id, session } = await placed();
    stripe.pay(session);
    expect(await refunded(session, 3000)).toBe(200);
    expect(await completed(session)).toBe(200);
    expect([await statusOf(id), await balance(), (await ledger()).length]).toEqual(['confirmed', 250, 2]);
  });

  it('a dispute takes credits that were spent: runs are refused until it is won or bought up', async () => {
    const { id, session } = await paid();
    const dispute = { id: 'dp_1', amount: 6000, currency: 'eur', payment_intent: session.payment_intent };
    await sql`select post_credits(${acme}, 'storage', ${-thousandthsOf(400)}, 'dataset.storage', null, null, null)`.execute(
      db(),
    );
    for (let i = 0; i < 2; i++) expect(await send('charge.dispute.funds_withdrawn', dispute)).toBe(200);
    expect([await balance(), (await orderOf(id)).returnedCredits]).toEqual([-400, 500]);
    const run = await buyer.send('POST', `/organizations/${acme}/actions/test.charged/execute`, { quotedCredits: 4 });
    expect([run.status, run.body.blockedBy, run.body.availableCredits]).toEqual([402, 'organization_balance', -400]);
    const shown = (await buyer.send('GET', `/organizations/${acme}/credits`)).body;
    expect([shown.balance, shown.available]).toEqual([-400, -400]);
    for (const recipient of [`buyer${people}@example.com`, 'operator@example.com']) {
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
    const account = sql<{ disputed: number }>`select disputed from credit_account where organization_id = ${acme}`;
    expect((await account.execute(db())).rows).toEqual([{ disputed: 0 }]);
  });

  it('receipts lead to the provider, the list of a month is a file, and both are for billing rights alone', async () => {
    const { id, session } = await paid();
    await placed(600);
    clock.set('2026-12-01T00:00:00.000Z');
    await paid(700);
    const receipt = await buyer.send('GET', `${path()}/${id}/receipt`);
    expect([receipt.status, receipt.headers.get('location')]).toEqual([
      303,
      `${stripe.url}/receipts/${session.payment_intent}`,
    ]);
    const csv = (await buyer.send('GET', `/organizations/${acme}/orders.csv?month=2026-11`)).text;
    expect(csv.trim().split(/\r?\n/)).toEqual([
      'invoice,time,ordered by,reference,credits,credits returned,price,paid with taxes,currency',
      `INV-2026-000001,2026-11-10T10:00:00.000Z,buyer${people},,500,0,50.00,60.00,EUR`,
    ]);
    const admin = await signedIn(service, db(), `admin${people}@example.com`);
    await ensureMembership(db(), {
      organizationId: acme,
      userId: admin.userId,
      role: 'admin',
      billing: false,
      teamId: null,
    });
    for (const one of [
      `${path()}/${id}/receipt`,
      `/organizations/${acme}/orders.csv`,
      `/organizations/${acme}/offer`,
    ]) {
      const { status, body } = await admin.send('GET', one);
      expect([one, status, body.error]).toEqual([one, 403, 'insufficient_role']);
    }
    const { data } = (await admin.send('GET', path())).body;
    expect(data.map(({ price, paymentUrl, hasReceipt }: Order) => [price, paymentUrl, hasReceipt])).toEqual(
      Array(3).fill([null, null, false]),
    );
    expect((await admin.send('GET', `/organizations/${acme}/buyers`)).body.data).toEqual([
      { id: buyer.userId, name: `buyer${people}` },
    ]);
  });

  it('no fewer credits than the minimum are sold', async () => {
    const { status, body } = await buyer.send('POST', path(), { credits: 99 });
    expect([status, body.errors[0].pointer]).toEqual([400, '#/credits']);
    expect((await buyer.send('GET', path())).body.data).toEqual([]);
  });

  it('the log has no secret, no checkout and no card', async () => {
    const log = service.log.join('\n');
    expect(log).toContain('payment event');
    for (const secret of [FAKE_KEY, FAKE_WEBHOOK_SECRET, ...stripe.sessions.keys()]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/cs_test_|sk_test_|card_number|cvc/);
  });
});
