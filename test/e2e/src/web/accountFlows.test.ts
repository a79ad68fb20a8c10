import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseClock } from '../../../../apps/service/src/kit/db/database.ts';
import { confirmOrder } from '../../../../apps/service/src/organizations/orders/confirm.ts';
import { CHEAP, Mailbox, PASSWORD, tokenIn } from '../../../../apps/service/src/testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { type Receiver, startReceiver } from '../../../../apps/service/src/testing/receiver.ts';
import type { TestService } from '../../../../apps/service/src/testing/service.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { startCheckedService } from '../service/checkedService.ts';
import { App, launchOffline } from './driver.ts';

const STARTING_CREDITS = 200;

/** What people do on the account pages, each on a wide screen by keyboard alone and on a phone by pointing. */
describe.runIf(hasChromium)(`ways through the account pages (where ${CHROMIUM} is)`, () => {
  let database: TestDatabase;
  let service: TestService;
  let receiver: Receiver;
  let mailbox: Mailbox;
  let browser: Browser;

  beforeAll(async () => {
    [database, receiver] = await Promise.all([sharedDatabase(), startReceiver()]);
    service = await startCheckedService(database, {
      workers: 1,
      passwordCost: CHEAP,
      mailMilliseconds: 50,
      webhookMilliseconds: 50,
      webhookWays: { ca: receiver.ca },
      env: {
        HINTERLAND_STARTING_CREDITS: String(STARTING_CREDITS),
        HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
      },
    });
    mailbox = new Mailbox(database.settings.home);
    browser = await launchOffline();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await receiver?.close();
    await database?.close();
  });

  /** Verifies the address by the link of the mail, which signs in where one signed up. */
  async function verify(app: App, email: string): Promise<void> {
    await app.go(`/verify-email#token=${encodeURIComponent(tokenIn(await mailbox.next(email)))}`);
    await app.heading(/^Welcome/);
  }

  async function signUp(app: App, name: string, email: string): Promise<void> {
    await app.fill('Your name', name);
    await app.fill('E-mail address', email);
    await app.fill('Password', PASSWORD);
    await app.page.getByRole('button', { name: 'Sign up' }).waitFor();
    await app.press('Sign up');
    await app.page.getByText('We sent a link').waitFor();
  }

  describe.each([
    ['keyboard', 1440],
    ['pointer', 375],
  ] as const)('by %s at %i px', (hand, width) => {
    const email = `rosa-${width}@example.com`;
    const organization = `Forno ${width}`;
    let rosa: App;

    beforeAll(async () => {
      rosa = await App.open(browser, service.url, hand, width);
    });
    afterAll(() => rosa?.page.context().close());

    it('signs up by mail and begins with credits', async () => {
      await rosa.go('/sign-up');
      await signUp(rosa, 'Rosa', email);
      await verify(rosa, email);
      await rosa.fill('Name of the organization', organization);
      await rosa.press('Create organization');
      await rosa.page.locator(`[data-balance="${STARTING_CREDITS}"]`).waitFor();
    });

    it('makes a key, uses it up to its cap, finds the charges in the ledger, and revokes it', async () => {
      await rosa.visit('API');
      await rosa.press('New key');
      await rosa.fill('Name', 'Till import');
      await rosa.fill('Monthly cap in credits', '8');
      await rosa.pressInDialog('Create key');
      const secret = (await rosa.page.locator('[data-secret]').textContent()) as string;
      await rosa.pressInDialog('I have stored it');
      const call = () => service.execute(secret, 'test.charged', { credits: 4, quotedCredits: 4 });
      expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
      const refused = await call();
      expect([refused.status, refused.body.error]).toEqual([402, 'insufficient_credits']);

      await rosa.visit('Ledger');
      await rosa.page
        .getByRole('cell', { name: /test\.charged/ })
        .first()
        .waitFor();
      expect(await shownEntries(rosa)).toEqual(await storedEntries(organization));
      expect((await shownEntries(rosa)).slice(0, 2)).toEqual([
        { what: 'test.charged', key: 'Till import', credits: -4, balanceAfter: STARTING_CREDITS - 8 },
        { what: 'test.charged', key: 'Till import', credits: -4, balanceAfter: STARTING_CREDITS - 4 },
      ]);
      await rosa.page.locator(`[data-balance="${STARTING_CREDITS - 8}"]`).waitFor();

      await rosa.visit('API');
      await rosa.page.getByText('8 of 8').waitFor();
      await rosa.press('Revoke');
      await rosa.pressInDialog('Revoke');
      await rosa.page.getByText(/^Revoked /).waitFor();
      expect((await call()).status).toBe(401);
    });

    it('invites a colleague, changes their role, sets a limit, and they leave', async () => {
      const invited = `anders-${width}@example.com`;
      await rosa.visit('Members');
      await rosa.press('Invite');
      await rosa.fill('E-mail address', invited);
      await rosa.pressInDialog('Send invitation');
      await rosa.page.getByText(invited).waitFor();
      const link = `/invitation#token=${encodeURIComponent(tokenIn(await mailbox.next(invited)))}`;

      const anders = await App.open(browser, service.url, hand, width);
      await anders.go(link);
      await signUp(anders, 'Anders', invited);
      await verify(anders, invited);
      await anders.go(link);
      // The address is the same but for the token, so the page is loaded anew.
      await anders.page.reload();
      await anders.press('Accept the invitation');
      await anders.page.getByText(organization).first().waitFor();

      await rosa.visit('Members');
      await rosa.pressInMenu('Actions for Anders', 'Change role and team');
      await rosa.choose('Role', 'Admin');
      await rosa.pressInDialog('Save');
      await rosa.page
        .getByRole('row', { name: /Anders/ })
        .getByText('Admin')
        .waitFor();
      await rosa.pressInMenu('Actions for Anders', 'Set monthly limit');
      await rosa.fill('Credits a month', '50');
      await rosa.pressInDialog('Save');
      await rosa.page
        .getByRole('row', { name: /Anders/ })
        .getByText('50')
        .waitFor();

      await anders.visit('Members');
      await anders.pressInMenu('Actions for Anders', 'Leave');
      await anders.pressInDialog('Leave');
      await anders.page.getByLabel('Name of the organization').waitFor();
      await rosa.visit('Members');
      await rosa.page.getByText(email).waitFor();
      await expect.poll(() => rosa.page.getByText('Anders').count()).toBe(0);
      expect(anders.complaints).toEqual([]);
      await anders.page.context().close();
    });

    it('renames an analysis in place, shares it by link and takes that back, duplicates it, deletes and undoes', async () => {
      const made = await rosa.page.request.post(`${service.url}/web/v1${await pathOf(organization)}/analyses`, {
        headers: { Origin: service.url },
        data: { name: 'Sixth bakery' },
      });
      const { code } = (await made.json()) as { code: string };
      for (const text of ['first', 'second']) {
        await rosa.page.request.post(
          `${service.url}/web/v1${await pathOf(organization)}/actions/test.charged/execute`,
          {
            headers: { Origin: service.url, 'X-Analysis-Id': code },
            data: { text, credits: 1, quotedCredits: 1 },
          },
        );
      }
      await rosa.visit('Analyses');
      await rosa.press('Versions');
      await rosa.heading('Sixth bakery');
      await rosa.toggle('Compare version 1');
      await rosa.toggle('Compare version 2');
      await rosa.page.getByRole('heading', { name: 'From version 1 to 2' }).waitFor();
      await rosa.page.getByText(/^Everything that differs/).click();
      const asked = rosa.page.getByRole('table', { name: 'Question' }).getByRole('row');
      await expect
        .poll(async () => (await asked.last().getByRole('cell').allTextContents()).join('|'))
        .toBe('Text|first|second');
      await rosa.visit('Analyses');
      await rosa.pressInMenu('Actions for Sixth bakery', 'Rename');
      await rosa.fill('Name of the analysis', 'Harbour bakery');
      await rosa.page.keyboard.press('Enter');
      await rosa.page.getByRole('link', { name: 'Harbour bakery' }).waitFor();

      const visitor = await App.open(browser, service.url, hand, width);
      const isOpen = async () => (await visitor.page.goto(`${service.url}/a/${code}`))?.status();
      expect(await isOpen()).toBe(404);
      await rosa.pressInMenu('Actions for Harbour bakery', 'Share');
      await rosa.toggle('Anyone with the link');
      await rosa.choose('The link is valid', '7 days');
      await rosa.fill('E-mail address', `board-${width}@example.com`);
      await rosa.pressInDialog('Save');
      await rosa.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await mailbox.next(`board-${width}@example.com`)).toContain(code);
      expect(await isOpen()).toBe(200);
      await visitor.page.getByText('Harbour bakery').first().waitFor();
      await rosa.pressInMenu('Actions for Harbour bakery', 'Share');
      await rosa.page.getByText(/^Ends on /).waitFor();
      await rosa.toggle('Anyone with the link');
      await rosa.pressInDialog(`Remove board-${width}@example.com`);
      await rosa.pressInDialog('Save');
      await rosa.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await isOpen()).toBe(404);
      await visitor.page.context().close();

      const copy = rosa.page.getByRole('link', { name: 'Harbour bakery (copy)' });
      await rosa.pressInMenu('Actions for Harbour bakery', 'Duplicate');
      await copy.waitFor();
      await rosa.pressInMenu('Actions for Harbour bakery (copy)', 'Delete');
      await copy.waitFor({ state: 'detached' });
      await rosa.press('Undo');
      await copy.waitFor();
      await rosa.pressInMenu('Actions for Harbour bakery (copy)', 'Delete');
      await copy.waitFor({ state: 'detached' });
      // Leaving the page ends the time to undo.
      await rosa.visit('API');
      await expect.poll(() => namesOf(organization)).toEqual(['Harbour bakery']);
      expect(rosa.complaints).toEqual([]);
    });

    it('sees datasets suspended, orders credits, and uses them again once the operator has confirmed', async () => {
      const datasets = `${service.url}/web/v1${await pathOf(organization)}/datasets`;
      const upload = () =>
        rosa.page.request.post(`${datasets}?name=Shops`, {
          headers: { Origin: service.url, 'Content-Type': 'text/csv' },
          data: 'name,lat,lng\nBeach,40.25,10.5\n',
        });
      expect((await upload()).status()).toBe(202);
      await suspend(organization, 1000);
      await rosa.visit('Datasets');
      await rosa.page.locator('[data-suspended="1000"]').waitFor();
      await rosa.page.getByText('1,000 credits of storage are unpaid').waitFor();
      const [saved] = await Promise.all([rosa.page.waitForEvent('download'), rosa.press(/^Download/)]);
      expect(saved.suggestedFilename()).toBe('datasets.zip');
      expect((await readFile(await saved.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      expect((await upload()).status()).toBe(400);
      const balance = (await storedEntries(organization))[0]?.balanceAfter ?? 0;

      await rosa.press('Buy credits');
      await rosa.pressInDialog('Place order');
      await rosa.page.getByRole('dialog').waitFor({ state: 'detached' });
      // What happens next stands on top of the page.
      await rosa.page.locator('[data-order=open]').getByText('The operator sends an invoice').waitFor();
      const { rows } = await sql<{ id: number }>`select max(id) as id from credit_order`.execute(database.db);
      await rosa.visit('Datasets');
      await rosa.page.locator('[data-suspended]').waitFor();
      await confirmOrder(database.db, databaseClock, rows[0]?.id ?? 0);
      await rosa.visit('API');
      await rosa.visit('Datasets');
      await rosa.page.getByRole('heading', { name: 'Storage' }).waitFor();
      await expect.poll(() => rosa.page.locator('[data-suspended]').count()).toBe(0);
      expect((await storedEntries(organization)).slice(0, 2)).toMatchObject([
        { what: 'dataset.storage', credits: -1000, balanceAfter: balance },
        { credits: 1000, balanceAfter: balance + 1000 },
      ]);
      expect((await upload()).status()).toBe(202);
      expect(rosa.complaints).toEqual([]);
    });

    it('registers a webhook and sees a delivery fail, be retried and succeed', async () => {
      receiver.received.length = 0;
      receiver.answer = () => 503;
      await rosa.visit('Webhooks');
      await rosa.press('New webhook');
      await rosa.fill('Address', receiver.url);
      await rosa.pressInDialog('Create webhook');
      expect(await rosa.page.locator('[data-secret]').textContent()).toMatch(/^whsec_/);
      await rosa.pressInDialog('I have stored it');
      await rosa.press(receiver.url);
      await rosa.heading('Webhook');
      await rosa.press('Send a ping');
      await rosa.page.locator('[data-delivery="retry_scheduled"]').waitFor();
      await rosa.page.getByText('HTTP 503').waitFor();
      await rosa.page.getByText(/^Next attempt/).waitFor();

      receiver.answer = () => 204;
      // The minute until the next attempt is over.
      await sql`update webhook_delivery set due_at = now() where status = 'retry_scheduled'`.execute(database.db);
      await rosa.page.locator('[data-delivery="delivered"]').waitFor();
      await rosa.page.getByText('HTTP 204').waitFor();
      const ids = receiver.received.map(({ body }) => body.id);
      expect(ids).toEqual([ids[0], ids[0]]);
      await rosa.press(/^Details of/);
      await rosa.page.getByRole('dialog').getByText(ids[0]).waitFor();
      await rosa.pressInDialog('Close');
      expect(rosa.complaints).toEqual([]);
    });
  });

  /** As after a month whose storage costs this and was not covered. */
  async function suspend(organization: string, credits: number): Promise<void> {
    const id = Number((await pathOf(organization)).split('/').at(-1));
    const bytes = 50_000_000 * (credits + 1);
    await sql`
      insert into storage_month (organization_id, month, byte_hours, sampled_hour)
      values (${id}, '2026-01-01', ${bytes * 744}, now())`.execute(database.db);
    await sql`update organization set datasets_suspended_at = now() where id = ${id}`.execute(database.db);
  }

  async function pathOf(organization: string): Promise<string> {
    const { rows } = await sql<{ id: number }>`select id from organization where name = ${organization}`.execute(
      database.db,
    );
    return `/organizations/${rows[0]?.id}`;
  }

  async function namesOf(organization: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select a.name from analysis a join organization o on o.id = a.organization_id where o.name = ${organization}`.execute(
      database.db,
    );
    return rows.map(({ name }) => name);
  }

  /** Entries as the ledger's page shows them. */
  async function shownEntries({ page }: App) {
    const rows = await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .all();
    return Promise.all(
      rows.map(async (row) => {
        const textOf = async (column: string) => (await row.locator(`[data-label="${column}"]`).textContent()) ?? '';
        const numberIn = (text: string) => Number(text.replace(/[,+]/g, ''));
        const key = await textOf('Key');
        return {
          what: await textOf('What'),
          key: key === '–' ? null : key,
          credits: numberIn(await textOf('Credits')),
          balanceAfter: numberIn(await textOf('Balance after')),
        };
      }),
    );
  }

  /** The same from the rows of the ledger, newest first; the last balance is that of the account. */
  async function storedEntries(organization: string) {
    const { rows } = await sql<{ what: string; key: string | null; credits: number; balanceAfter: number }>`
      select case e.kind when 'grant' then 'Grant' else e.operation end as what, e.api_key_name as key, (e.amount / 1000.0)::float8 as credits,
        (sum(e.amount) over (order by e.seq) / 1000.0)::float8 as "balanceAfter"
      from ledger_entry e join organization o on o.id = e.organization_id
      where o.name = ${organization} order by e.seq desc`.execute(database.db);
    return rows;
  }
});
