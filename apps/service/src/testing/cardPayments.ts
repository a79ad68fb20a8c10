import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findViolations } from '../organizations/credits/invariants.ts';
import type { Order } from '../organizations/orders/order.ts';
import { CHEAP, type SignedIn, signedIn } from './browser.ts';
import type { TestDatabase } from './databases.ts';
import { FAKE_KEY, FAKE_WEBHOOK_SECRET, type FakeSession, FakeStripe } from './fakeStripe.ts';
import { startTestService, type TestService } from './service.ts';
import { accountState, TestClock } from './town.ts';

const PRICES = {
  currency: 'eur',
  tax: 'exclusive',
  minimumCredits: 100,
  packs: [
    { credits: 500, price: 50 },
    { credits: 2000, price: 180 },
  ],
};

/**
 * One service and one Stripe for a suite about credits paid by card. Before each test it is 10 November 2026, 10:00, and a
 * new buyer owns Acme, which has no credits; after each test the books are right.
 */
export function cardPayments(database: () => TestDatabase) {
  const suite = {} as {
    stripe: FakeStripe;
    service: TestService;
    buyer: SignedIn;
    /** Name of the buyer, before the @ of the address. */
    buyerName: string;
    acme: number;
    /** Where the prices stand. */
    pricesFile: string;
  };
  const clock = new TestClock('2026-11-10T10:00:00.000Z');
  let folder: string;
  let people = 0;
  const db = () => database().db;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-prices-'));
    suite.pricesFile = join(folder, 'prices.json');
    await writeFile(suite.pricesFile, JSON.stringify(PRICES));
    suite.stripe = await new FakeStripe().start();
    suite.service = await startTestService(database(), {
      clock,
      workers: 1,
      passwordCost: CHEAP,
      // Nobody takes mails there, so they stay in the outbox.
      env: {
        ...suite.stripe.settings(suite.pricesFile),
        HINTERLAND_OPERATOR_MAIL: 'operator@example.com',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    });
    suite.stripe.endpoint = suite.service.url;
  });
  afterAll(async () => {
    await suite.service?.close();
    await suite.stripe?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    suite.stripe.beforeAnswer = () => {};
    clock.set('2026-11-10T10:00:00.000Z');
    suite.buyerName = `buyer${++people}`;
    suite.buyer = await signedIn(suite.service, db(), `${suite.buyerName}@example.com`);
    suite.acme = (await suite.buyer.send('POST', '/organizations', { name: 'Acme' })).body.id;
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const path = () => `/organizations/${suite.acme}/orders`;
  const mails = async (recipient: string) =>
    (
      await sql<{ subject: string; body: string }>`
      select subject, body from mail_outbox where recipient = ${recipient} order by id`.execute(db())
    ).rows;
  const orderOf = async (id: number): Promise<Order> =>
    (await suite.buyer.send('GET', path())).body.data.find((order: Order) => order.id === id);
  const send = (type: string, object: object, more: object = {}) =>
    suite.stripe.send(suite.stripe.event(type, object, more));
  const completed = (session: FakeSession) => send('checkout.session.completed', session);
  async function placed(credits = 500): Promise<{ id: number; session: FakeSession }> {
    const { status, body } = await suite.buyer.send('POST', path(), { credits });
    expect([status, body.status]).toEqual([201, 'open']);
    return { id: body.id, session: suite.stripe.sessionOf(body.id) };
  }

  return Object.assign(suite, {
    clock,
    db,
    path,
    mails,
    orderOf,
    /** Sends a signed event of Stripe, and returns the status of the answer. */
    send,
    completed,
    /** Places an order, and returns it with its checkout. */
    placed,
    /** Places an order and pays it. */
    paid: async (credits = 500): Promise<{ id: number; session: FakeSession }> => {
      const order = await placed(credits);
      suite.stripe.pay(order.session);
      expect(await completed(order.session)).toBe(200);
      return order;
    },
    statusOf: async (id: number) => (await orderOf(id)).status,
    balance: async () => (await accountState(db(), suite.acme)).balance,
    ledger: async () =>
      (
        await sql<{ kind: string; amount: number }>`
        select kind, amount from ledger_entry where organization_id = ${suite.acme} order by seq`.execute(db())
      ).rows,
    /** Mails to the operator. */
    told: () => mails('operator@example.com'),
    /** Fails where the log has a secret, a checkout or a card. */
    expectNoSecretInLog: () => {
      const log = suite.service.log.join('\n');
      expect(log).toContain('payment event');
      for (const secret of [FAKE_KEY, FAKE_WEBHOOK_SECRET, ...suite.stripe.sessions.keys()])
        expect(log).not.toContain(secret);
      expect(log).not.toMatch(/cs_test_|sk_test_|card_number|cvc/);
    },
  });
}
