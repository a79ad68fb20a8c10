import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readConfig } from '../../../start/config.ts';
import { cardPayments } from '../../../testing/cardPayments.ts';
import { describeOnBoth } from '../../../testing/databases.ts';
import type { FakeSession } from '../../../testing/fakeStripe.ts';
import { thousandthsOf } from '../../credits/amounts.ts';
import type { Order } from '../order.ts';
import { openStripe } from './interface.ts';
import { askAboutOpenOrders } from './openOrders.ts';

describeOnBoth('S194 credits paid by card', (database) => {
  const suite = cardPayments(database);
  const { clock, db, path, placed, orderOf, statusOf, balance, ledger, mails, told, send, completed } = suite;

  const ask = () => {
    const config = readConfig(suite.stripe.settings(suite.pricesFile));
    const { log, ...rest } = {
      log: { info() {}, error() {}, warn() {} } as never,
      db: db(),
      clock,
      mailSender: { nudge() {} },
    };
    const open = { config: config.stripe!, prices: config.prices!, baseUrl: () => suite.service.url, log };
    return askAboutOpenOrders({ ...rest, log, operatorMail: 'operator@example.com', stripe: openStripe(open) });
  };

  it('an order leads to a checkout with its price, and the signed event puts the credits on the balance', async () => {
    const { body } = await suite.buyer.send('GET', `/organizations/${suite.acme}/offer?credits=1000`);
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
      success_url: `${suite.service.url}/account/credits?order=${id}`,
    });
    expect(await orderOf(id)).toMatchObject({
      paymentUrl: session.url,
      price: { amount: 225, currency: 'EUR' },
      hasReceipt: false,
    });
    expect(await balance()).toBe(0);
    suite.stripe.pay(session);
    expect(await completed(session)).toBe(200);
    expect(await orderOf(id)).toMatchObject({ status: 'confirmed', paymentUrl: null, hasReceipt: true });
    expect([await balance(), await ledger()]).toEqual([2500, [{ kind: 'purchase', amount: thousandthsOf(2500) }]]);
    expect((await mails(`${suite.buyerName}@example.com`)).map(({ subject }) => subject)).toEqual([
      '2500 credits were added for Acme',
    ]);
    expect(await told()).toEqual([]);
  });

  it('money that comes later: completed unpaid changes nothing, its arrival confirms, its failure closes', async () => {
    const [late, failed] = [await placed(), await placed(600)];
    for (const { session } of [late, failed]) {
      suite.stripe.pay(session, 'transfer');
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
    suite.stripe.pay(session);
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
    suite.stripe.pay(late.session);
    expect(await completed(late.session)).toBe(200);
    expect([await statusOf(late.id), await balance(), (await ledger()).length]).toEqual(['confirmed', 1200, 2]);
    expect(await told()).toEqual([]);
  });

  it('50 events at once, of every kind, are one entry and one mail', async () => {
    const { session } = await placed();
    const unpaid = structuredClone({ ...session, status: 'expired' as const });
    suite.stripe.pay(session);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 5 === 4 ? send('checkout.session.expired', unpaid) : completed(session),
      ),
    );
    expect(new Set(all)).toEqual(new Set([200]));
    expect([await balance(), (await ledger()).length]).toEqual([500, 1]);
    expect((await mails(`${suite.buyerName}@example.com`)).length).toBe(1);
  });

  it('an event that is not signed, or not lately, is refused before anything else', async () => {
    const { id, session } = await placed();
    suite.stripe.pay(session);
    const body = suite.stripe.event('checkout.session.completed', session);
    const now = Math.floor(Date.now() / 1000);
    for (const signature of [
      suite.stripe.signature(body, { secret: 'whsec_other' }),
      suite.stripe.signature(body, { at: now - 330 }),
      suite.stripe.signature(`${body} `),
      `t=${now},v1=${'0'.repeat(64)}`,
      `t=${now}`,
      'nonsense',
    ]) {
      expect([signature, await suite.stripe.send(body, signature)]).toEqual([signature, 400]);
    }
    const post = (text: string, headers: Record<string, string>) =>
      suite.service.request('POST', '/payments/stripe/events', { body: text, headers });
    const unsigned = await post(body, {});
    expect([unsigned.status, unsigned.body.error]).toEqual([400, 'validation_error']);
    const large = 'x'.repeat(300_000);
    expect((await post(large, { 'Stripe-Signature': suite.stripe.signature(large) })).status).toBe(413);
    expect([await statusOf(id), await balance()]).toEqual(['open', 0]);
    expect(await suite.stripe.send(body, suite.stripe.signature(body, { at: now - 270 }))).toBe(200);
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
    suite.stripe.pay(session);
    expect(await completed({ ...session, ...other } as FakeSession)).toBe(200);
    expect([await statusOf(id), await balance(), await ledger()]).toEqual(['open', 0, []]);
    expect((await told()).map(({ body }) => body)).toEqual([expect.stringContaining(sentence)]);
  });

  it('an event of the live mode changes nothing, and those of other uses of the account are left alone', async () => {
    const { id, session } = await placed();
    suite.stripe.pay(session);
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
    suite.stripe.pay(lost.session);
    expired.session.status = 'expired';
    await sql`update credit_order set checkout = null where id = ${unsent.id}`.execute(db());
    suite.stripe.sessions.delete(unknown.session.id);
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
    suite.stripe.pay(session);
    expect(await completed(session)).toBe(200);
    expect([await statusOf(id), await balance()]).toEqual(['confirmed', 500]);
  });

  it('taking an order back ends its checkout; one that is being paid stays', async () => {
    const [one, other] = [await placed(), await placed(600)];
    expect((await suite.buyer.send('DELETE', `${path()}/${one.id}`)).body.status).toBe('cancelled');
    expect(one.session.status).toBe('expired');
    suite.stripe.pay(other.session);
    const refused = await suite.buyer.send('DELETE', `${path()}/${other.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'order_not_open']);
    expect(await completed(other.session)).toBe(200);
    expect(await balance()).toBe(600);
  });

  it('while the provider is away no order is placed or taken back', async () => {
    const { id } = await placed();
    suite.stripe.beforeAnswer = () => Promise.reject(new Error('away'));
    const refused = [
      await suite.buyer.send('POST', path(), { credits: 500 }),
      await suite.buyer.send('DELETE', `${path()}/${id}`),
    ];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([503, 'service_unavailable']),
    );
    const { data } = (await suite.buyer.send('GET', path())).body;
    expect(data.map(({ status }: Order) => status)).toEqual(['cancelled', 'open']);
  });

  it('no fewer credits than the minimum are sold', async () => {
    const { status, body } = await suite.buyer.send('POST', path(), { credits: 99 });
    expect([status, body.errors[0].pointer]).toEqual([400, '#/credits']);
    expect((await suite.buyer.send('GET', path())).body.data).toEqual([]);
  });

  it('the log has no secret, no checkout and no card', () => {
    suite.expectNoSecretInLog();
  });
});
