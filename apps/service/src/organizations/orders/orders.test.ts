import { sql } from 'kysely';

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { unavailable } from '../../kit/problem.ts';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { type Browser, CHEAP, Mailbox, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { until } from '../../testing/until.ts';
import { thousandthsOf } from '../credits/amounts.ts';
import { findViolations } from '../credits/invariants.ts';
import { confirmOrder, OrderError } from './confirm.ts';
import type { OrderRow } from './order.ts';
import type { PaymentProvider } from './payment.ts';

describeOnBoth('orders of credits', (database) => {
  let service: TestService;
  let mailbox: Mailbox;
  let buyer: Browser & { userId: number };
  let acme: number;
  let people = 0;
  /** Set by tests about providers. */
  let provider: PaymentProvider | null = null;
  const operator: PaymentProvider = {
    name: 'test',
    begin: async (order) => provider?.begin(order) ?? { paymentUrl: null },
  };
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      payment: operator,
      mailMilliseconds: 50,
    });
    mailbox = new Mailbox(database().settings.home);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    provider = null;
    buyer = await signedIn(service, db(), `buyer${++people}@example.com`);
    acme = (await buyer.send('POST', '/organizations', { name: 'Acme' })).body.id;
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const path = () => `/organizations/${acme}/orders`;
  const order = (credits: number, by: Browser = buyer, more: object = {}) =>
    by.send('POST', path(), { credits, ...more });
  const balance = async () => (await buyer.send('GET', `/organizations/${acme}/credits`)).body.balance;
  const confirm = (id: number) => confirmOrder(db(), databaseClock, id);
  const ledger = async () =>
    (await sql`select kind, amount, balance_after, operation, user_id from ledger_entry order by seq`.execute(db()))
      .rows;
  async function member(role: 'owner' | 'admin' | 'member', billing: boolean, email = `member${++people}@example.com`) {
    const browser = await signedIn(service, db(), email);
    await ensureMembership(db(), { organizationId: acme, userId: browser.userId, role, billing, teamId: null });
    return browser;
  }

  it('S194 a user with billing rights orders; the operator confirms; ledger, balance and invoice tell of it', async () => {
    const [billing, plain] = [`billing${++people}@example.com`, `plain${++people}@example.com`];
    await member('member', true, billing);
    await member('owner', false, plain);
    const placed = await order(250, buyer, { reference: ' PO 7 ' });
    expect(placed.status).toBe(201);
    const { id } = placed.body;
    expect(placed.body).toEqual({
      id: expect.any(Number),
      credits: 250,
      reference: 'PO 7',
      status: 'open',
      paymentUrl: null,
      price: null,
      returnedCredits: 0,
      hasReceipt: false,
      invoiceNumber: null,
      orderedBy: { id: buyer.userId, name: expect.stringMatching(/^buyer/) },
      createdAt: expect.stringMatching(/Z$/),
      endedAt: null,
    });
    expect([await balance(), await ledger()]).toEqual([0, []]);

    const { order: confirmed, again } = await confirm(id);
    const year = new Date().getUTCFullYear();
    expect([again, confirmed.invoice_number]).toEqual([false, `INV-${year}-000001`]);
    expect(await balance()).toBe(250);
    expect(await ledger()).toEqual([
      {
        kind: 'purchase',
        amount: thousandthsOf(250),
        balance_after: thousandthsOf(250),
        operation: `invoice INV-${year}-000001`,
        user_id: buyer.userId,
      },
    ]);
    const [listed] = (await buyer.send('GET', path())).body.data;
    expect(listed).toMatchObject({ id, status: 'confirmed', invoiceNumber: `INV-${year}-000001` });
    for (const address of [`buyer${people - 2}@example.com`, billing]) {
      const mail = await mailbox.next(address);
      expect(mail).toContain('250 credits were added for Acme');
      expect(mail).toContain(`INV-${year}-000001`);
    }
    expect(await mailbox.waiting(plain)).toBe(0);
  });

  it('S194 nobody without billing rights orders or cancels, whatever their role; plain members do not see orders', async () => {
    const { id } = (await order(5)).body;
    for (const role of ['owner', 'admin', 'member'] as const) {
      const without = await member(role, false);
      for (const reply of [await order(5, without), await without.send('DELETE', `${path()}/${id}`)]) {
        expect([role, reply.status, reply.body.error]).toEqual([role, 403, 'insufficient_role']);
      }
      expect([role, (await without.send('GET', path())).status]).toEqual([role, role === 'member' ? 403 : 200]);
    }
    const allowed = await member('member', true);
    expect([(await order(5, allowed)).status, (await allowed.send('GET', path())).body.data.length]).toEqual([201, 2]);
  });

  it('a right that was taken away counts with the next request', async () => {
    const second = await member('member', true);
    const users = `/organizations/${acme}/members/${second.userId}`;
    expect((await buyer.send('PUT', users, { billing: false })).status).toBe(200);
    expect((await order(5, second)).body.error).toBe('insufficient_role');
  });

  it('confirming again, also 8 times at once, adds credits once and mails once', async () => {
    const { id } = (await order(10)).body;
    const all = await Promise.all(Array.from({ length: 8 }, () => confirm(id)));
    expect(all.filter(({ again }) => !again).length).toBe(1);
    expect(new Set(all.map((one) => one.order.invoice_number)).size).toBe(1);
    expect((await confirm(id)).again).toBe(true);
    expect([await balance(), (await ledger()).length]).toEqual([10, 1]);
    const waiting = async () => (await sql`select 1 from mail_outbox`.execute(db())).rows.length;
    await until(async () => (await waiting()) === 0);
    expect(await mailbox.waiting(`buyer${people}@example.com`)).toBe(1);
  });

  it('invoice numbers have no gaps, over organizations and at once, and none is used by what fails', async () => {
    const other = (await buyer.send('POST', '/organizations', { name: 'Other' })).body.id;
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) {
      ids.push((await buyer.send('POST', `/organizations/${i % 2 ? acme : other}/orders`, { credits: 1 + i })).body.id);
    }
    const cancelled = ids[2] as number;
    expect((await buyer.send('DELETE', `/organizations/${other}/orders/${cancelled}`)).body.status).toBe('cancelled');
    const results = await Promise.allSettled([...ids, 999_999].map(confirm));
    const failed = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failed.map((error) => error instanceof OrderError)).toEqual([true, true]);
    const { rows } = await sql<{ invoice_number: string }>`
      select invoice_number from credit_order where status = 'confirmed' order by 1`.execute(db());
    const year = new Date().getUTCFullYear();
    expect(rows.map((row) => row.invoice_number)).toEqual([1, 2, 3, 4, 5].map((n) => `INV-${year}-00000${n}`));
  });

  it('an order is taken back while it is open; of a cancel and a confirmation at once, one wins', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = (await order(1)).body;
      const [cancelled, confirmed] = await Promise.allSettled([buyer.send('DELETE', `${path()}/${id}`), confirm(id)]);
      const cancelWon = cancelled.status === 'fulfilled' && cancelled.value.status === 200;
      expect([cancelWon, confirmed.status]).toEqual([cancelWon, cancelWon ? 'rejected' : 'fulfilled']);
      const again = await buyer.send('DELETE', `${path()}/${id}`);
      expect([again.status, again.body.error]).toEqual([409, 'order_not_open']);
    }
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from credit_order where status = 'confirmed'`.execute(db());
    expect(await balance()).toBe(rows[0]?.n);
  });

  it.each([
    [{}, '#/credits'],
    [{ credits: 0 }, '#/credits'],
    [{ credits: 1.5 }, '#/credits'],
    [{ credits: '5' }, '#/credits'],
    [{ credits: 1e9 }, '#/credits'],
    [{ credits: 5, reference: 'x'.repeat(81) }, '#/reference'],
  ])('%j is refused with its place', async (body, pointer) => {
    const reply = await buyer.send('POST', path(), body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    expect((await buyer.send('GET', path())).body.data).toEqual([]);
  });

  it('20 orders of an organization a day, then 429', async () => {
    for (let i = 0; i < 20; i++) expect((await order(1)).status).toBe(201);
    const refused = await order(1, await member('member', true));
    expect([refused.status, refused.body.policy]).toEqual([429, 'orders']);
    expect(refused.body.detail).toMatch(/20 orders in 24 hours. Pay an open order/);
  });

  it('30 orders at once are 20 of the day, and 10 refusals', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => order(1)));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(10).fill(429)]);
    expect((await buyer.send('GET', path())).body.data).toHaveLength(20);
  });

  it('orders that the payment provider did not take do not count', async () => {
    provider = {
      name: 'broken',
      begin: () => Promise.reject(unavailable('The payment provider does not answer.', 60)),
    };
    for (let i = 0; i < 21; i++) expect((await order(1)).status).toBe(503);
    provider = { name: 'mended', begin: async () => ({ paymentUrl: 'https://pay.example/1' }) };
    expect((await order(1)).status).toBe(201);
  });

  it('a payment provider is told of the order and says where the buyer pays, until the order has ended', async () => {
    const told: OrderRow[] = [];
    provider = {
      name: 'card',
      begin: async (placed) => {
        told.push(placed);
        return { paymentUrl: `https://pay.example.com/${placed.id}` };
      },
    };
    const { body } = await order(12);
    expect(told).toMatchObject([{ id: body.id, amount: 12_000, organization_name: 'Acme', status: 'open' }]);
    expect(body.paymentUrl).toBe(`https://pay.example.com/${body.id}`);
    await confirm(body.id);
    expect((await buyer.send('GET', path())).body.data[0].paymentUrl).toBeNull();
  });

  it('where the provider fails, the order is cancelled', async () => {
    provider = { name: 'card', begin: () => Promise.reject(new Error('away')) };
    expect((await order(12)).status).toBe(500);
    expect((await buyer.send('GET', path())).body.data[0]).toMatchObject({ status: 'cancelled', invoiceNumber: null });
  });
});

describeOnBoth('orders that the operator confirms', (database) => {
  it('S194 the operator is told by mail, with the command that confirms', async () => {
    const service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      env: { HINTERLAND_OPERATOR_MAIL: 'operator@example.com' },
    });
    try {
      const buyer = await signedIn(service, database().db, 'ann@example.com');
      const acme = (await buyer.send('POST', '/organizations', { name: 'Acme' })).body.id;
      const { id } = (await buyer.send('POST', `/organizations/${acme}/orders`, { credits: 70 })).body;
      const mail = await new Mailbox(database().settings.home).next('operator@example.com');
      expect(mail).toContain('70 credits for Acme');
      expect(mail).toContain('ann@example.com');
      expect(mail).toContain(`hinterland admin orders confirm ${id}`);
    } finally {
      await service.close();
    }
  });
});
