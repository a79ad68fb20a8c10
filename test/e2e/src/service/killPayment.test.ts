import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../../apps/service/src/kit/db/database.ts';
import { ensureUser } from '../../../../apps/service/src/operate/admin/ensure.ts';
import { findViolations } from '../../../../apps/service/src/organizations/credits/invariants.ts';
import { ensurePassword } from '../../../../apps/service/src/organizations/signIn/credentials.ts';
import { Browser, CHEAP, PASSWORD } from '../../../../apps/service/src/testing/browser.ts';
import { embeddedTemplate, openTestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { FakeStripe } from '../../../../apps/service/src/testing/fakeStripe.ts';
import { copyFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { callsTo, type TestService } from '../../../../apps/service/src/testing/service.ts';
import { ALL_TESTS } from '../extent.ts';
import { type ServiceProcess, type ServiceSettings, startServiceProcess } from './serviceProcess.ts';

const CREDITS = 500;
const PRICES = { currency: 'eur', tax: 'none', minimumCredits: 1, packs: [{ credits: CREDITS, price: 50 }] };
const BUYER = 'buyer@example.com';

describe.runIf(ALL_TESTS)('S194 a payment whose service is killed between any two steps', () => {
  const random = new SeededRandom(20);

  /** Kills the service at each step of an order, and lets Stripe repeat its events; returns how many orders were paid. */
  async function storm(settings: ServiceSettings): Promise<number> {
    const folder = await mkdtemp(join(tmpdir(), 'hinterland-prices-'));
    await writeFile(join(folder, 'prices.json'), JSON.stringify(PRICES));
    const stripe = await new FakeStripe().start();
    const env = { ...stripe.settings(join(folder, 'prices.json')), HINTERLAND_STARTING_CREDITS: '0' };
    let service!: ServiceProcess;
    let browser!: Browser;
    let cookie = '';
    const start = async () => {
      service = await startServiceProcess({ ...settings, env });
      stripe.endpoint = service.url;
      browser = new Browser({ url: service.url, ...callsTo(service.url) } as TestService);
      if (cookie === '')
        expect((await browser.send('POST', '/sign-in', { email: BUYER, password: PASSWORD })).status).toBe(200);
      else browser.cookie = cookie;
      cookie = browser.cookie;
    };
    const restart = async () => {
      await service.kill();
      await start();
    };
    await start();
    const acme = (await browser.send('POST', '/organizations', { name: 'Acme' })).body.id;
    const place = () => browser.send('POST', `/organizations/${acme}/orders`, { credits: CREDITS });
    const newest = () => [...stripe.sessions.values()].at(-1)!;
    const sendEvent = () => stripe.send(stripe.event('checkout.session.completed', newest()));
    /** As Stripe does, until it is answered with 200. */
    const repeat = async () => {
      for (let i = 0; i < 2; i++) expect(await sendEvent()).toBe(200);
    };

    // The order is stored, and the process ends before Stripe has the checkout: nobody can pay it.
    stripe.beforeAnswer = async () => {
      stripe.beforeAnswer = () => {};
      await service.kill();
      throw new Error('cut off');
    };
    await expect(place()).rejects.toThrow();
    await start();
    expect(stripe.sessions.size).toBe(0);

    // Stripe has the checkout, and the process ends before it hears so.
    stripe.beforeAnswer = async () => {
      stripe.beforeAnswer = () => {};
      await service.kill();
    };
    await expect(place()).rejects.toThrow();
    await start();
    stripe.pay(newest());
    await repeat();

    // Placed, paid; the event meets nobody, then comes again.
    expect((await place()).status).toBe(201);
    await service.kill();
    stripe.pay(newest());
    await expect(sendEvent()).rejects.toThrow();
    await start();
    await repeat();

    // In the middle of the event, at several moments.
    for (const milliseconds of [0, 8]) {
      expect((await place()).status).toBe(201);
      stripe.pay(newest());
      const events = [sendEvent(), sendEvent()].map((one) => one.catch(() => null));
      await sleep(milliseconds + random.int(4));
      await restart();
      await Promise.all(events);
      await repeat();
    }

    // Right behind the answer.
    expect((await place()).status).toBe(201);
    stripe.pay(newest());
    expect(await sendEvent()).toBe(200);
    await restart();
    await repeat();

    const { data } = (await browser.send('GET', `/organizations/${acme}/orders`)).body;
    const statuses = data.map(({ status }: { status: string }) => status).reverse();
    expect(statuses).toEqual(['open', ...Array(5).fill('confirmed')]);
    expect(await service.stop()).toBe(0);
    await stripe.close();
    await rm(folder, { recursive: true });
    return statuses.length - 1;
  }

  async function expectOnce(db: Db, paid: number): Promise<void> {
    const { rows } = await sql`select kind, amount from ledger_entry order by seq`.execute(db);
    expect(rows).toEqual(Array(paid).fill({ kind: 'purchase', amount: CREDITS * 1000 }));
    const { rows: numbers } = await sql<{ invoice_number: string }>`
      select invoice_number from credit_order where status = 'confirmed' order by 1`.execute(db);
    const year = new Date().getUTCFullYear();
    expect(numbers.map((one) => one.invoice_number)).toEqual(
      Array.from({ length: paid }, (_, i) => `INV-${year}-${String(i + 1).padStart(6, '0')}`),
    );
    expect(await findViolations(db)).toEqual([]);
  }

  const withBuyer = async (db: Db) => ensurePassword(db, (await ensureUser(db, BUYER, 'Buyer')).id, PASSWORD, CHEAP);

  it('embedded database: credits exactly once', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hinterland-kill-'));
    copyFolder(await embeddedTemplate(), home);
    const before = await openDatabase({ home });
    await withBuyer(before.db);
    await before.close();
    const paid = await storm({ home });
    const after = await openDatabase({ home });
    await expectOnce(after.db, paid);
    await after.close();
    await rm(home, { recursive: true });
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    'PostgreSQL (where TEST_DATABASE_URL names one): credits exactly once',
    async () => {
      const database = await openTestDatabase('postgresql');
      await withBuyer(database.db);
      await expectOnce(database.db, await storm(database.settings));
      await database.close();
    },
  );
});
