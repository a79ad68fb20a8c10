import { sql } from 'kysely';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHEAP, Mailbox, PASSWORD, signedIn } from '../../../../apps/service/src/testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import type { TestService } from '../../../../apps/service/src/testing/service.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, launchChromium, overflowPixels } from '../developers/browser.ts';
import { startCheckedService } from '../service/checkedService.ts';

describe.runIf(hasChromium)(`pages of links in mails (where ${CHROMIUM} is)`, () => {
  let database: TestDatabase;
  let service: TestService;
  let mailbox: Mailbox;
  let browser: Chromium;
  let page: Page;
  /** What the page complained of. */
  let complaints: string[];
  let people = 0;

  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startCheckedService(database, { workers: 1, passwordCost: CHEAP, mailMilliseconds: 50 });
    mailbox = new Mailbox(database.settings.home);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await database?.close();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
    page = await context.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
  });

  const newAddress = () => `reader${++people}@example.com`;
  const linkOf = async (email: string) => /http\S+#token=\S+/.exec(await mailbox.next(email))?.[0] as string;
  const says = async (text: string) => {
    await page.getByRole('status').filter({ hasText: text }).waitFor();
    expect(complaints).toEqual([]);
  };
  const warns = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  const shows = (text: string) => page.getByText(text).waitFor();
  /** Seen on a phone and on a wide screen, in both themes. */
  async function looksRight(name: string): Promise<void> {
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([name, width, await overflowPixels(page)]).toEqual([name, width, 0]);
      expect(await accessibilityFaults(page)).toEqual([]);
      const folder = process.env.SCREENSHOT_FOLDER;
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png` });
    }
  }
  const signUp = (email: string) =>
    service.request('POST', '/web/v1/sign-up', {
      body: { name: 'Ann', email, password: PASSWORD },
      headers: { Origin: service.url },
    });

  it('verify: the password of the sign-up, a wrong one, an expired link, half a link', async () => {
    const email = newAddress();
    await signUp(email);
    const link = await linkOf(email);
    await page.goto(link);
    await looksRight('verify');
    await page.getByLabel('Password').fill('wrong horse');
    await page.getByRole('button', { name: 'Verify' }).click();
    await warns('do not belong together');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    // The link has done its work, and opens no second session.
    const second = await browser.newContext();
    const other = await second.newPage();
    await other.goto(link);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Verify' }).click();
    await other.getByText('Your address is verified').waitFor();
    await second.close();
    await page.goto(`${service.url}/verify-email#token=old`);
    await says('This link has expired');
    await page.goto(`${service.url}/verify-email`);
    await shows('This link is not complete');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('forgot and reset: a link by mail sets the password once', async () => {
    const email = newAddress();
    await signedIn(service, database.db, email);
    await page.goto(`${service.url}/forgot-password`);
    await looksRight('forgot');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await says('is on its way');
    const link = await linkOf(email);
    await page.goto(link);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Set password' }).click();
    await says('The new password is set');
    const tried = await service.request('POST', '/web/v1/sign-in', {
      body: { email, password: 'another horse battery' },
      headers: { Origin: service.url },
    });
    expect(tried.status).toBe(200);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('New password').fill('a third horse battery');
    await page.getByRole('button', { name: 'Set password' }).click();
    await says('was used or has expired');
    await looksRight('reset-used');
  });

  it('invitation: sign in and accept, once', async () => {
    const owner = await signedIn(service, database.db, newAddress());
    const acme = (await owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
    const email = newAddress();
    const guest = await signedIn(service, database.db, email);
    await owner.send('POST', `/organizations/${acme}/invitations`, { email });
    const link = await linkOf(email);
    await page.goto(link);
    await page.getByText('No account yet?').waitFor();
    await looksRight('invitation');
    const form = page.locator('form').first();
    await form.getByLabel('E-mail address').fill(email);
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('button', { name: 'Acme' }).waitFor();
    expect(complaints).toEqual([]);
    expect((await guest.send('GET', '/organizations')).body.data).toMatchObject([{ organization: { id: acme } }]);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await shows('This invitation was used');
  });

  it('D123 S149 a shared analysis is a page; links that have expired or were withdrawn say so', async () => {
    const { secret } = await makeAccount(database.db, {
      organization: 'Shares',
      email: newAddress(),
      credits: 100,
      scopes: ['read', 'run', 'manage'],
    });
    const call = (method: string, path: string, body?: object) =>
      service.request(method, `/api/v1${path}`, { key: secret, body });
    const { id: code, url } = (await call('POST', '/analyses', { name: 'Sites <b>north</b>' })).body;
    await service.execute(
      secret,
      'test.charged',
      { credits: 4, quotedCredits: 4, text: '<script>' },
      { 'X-Analysis-Id': code },
    );
    const share = (body: object) => call('PUT', `/analyses/${code}/shares`, body);
    const opened = async () => {
      const answer = await page.goto(url);
      expect(answer?.headers()['cache-control']).toBe('no-store');
      return [answer?.status(), await page.getByRole('heading', { level: 1 }).textContent()];
    };
    expect(await opened()).toEqual([404, 'There is nothing at this link']);

    await share({ anyone: true, anyoneExpiresDays: 7 });
    expect(await opened()).toEqual([200, 'Sites <b>north</b>']);
    expect(await page.getByRole('row', { name: 'Text <script>' }).count()).toBe(1);
    expect(await page.getByText('2026-10').count()).toBeGreaterThan(0);
    await looksRight('shared');
    await sql`update analysis set anyone_expires_at = clock_timestamp() - interval '1 second'`.execute(database.db);
    expect(await opened()).toEqual([404, 'This link has expired']);
    await looksRight('expired');
    await share({ anyone: true });
    expect(await opened()).toEqual([200, 'Sites <b>north</b>']);
    await share({});
    expect(await opened()).toEqual([404, 'This link was withdrawn']);
    expect(complaints).toEqual([]);
  });

  it('S149 an invited stranger signs up with the address that the mail fills in, and lands on the analysis', async () => {
    const { secret } = await makeAccount(database.db, {
      organization: 'Invites',
      email: newAddress(),
      scopes: ['read', 'manage'],
    });
    const call = (method: string, path: string, body?: object) =>
      service.request(method, `/api/v1${path}`, { key: secret, body });
    const { id: code, url } = (await call('POST', '/analyses', { name: 'For the board' })).body;
    const email = newAddress();
    await call('PUT', `/analyses/${code}/shares`, { people: [email] });
    const invitation = await mailbox.next(email);
    expect(invitation).toContain(url);
    await page.goto(/http\S+\/sign-up\?\S+/.exec(invitation)?.[0] as string);
    await shows('An analysis was shared with you by mail');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await looksRight('sign-up-shared');
    await page.getByLabel('Your name').fill('Bo');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await shows('We sent a link');
    await page.goto(/http\S+\/verify-email\S+/.exec(await mailbox.next(email))?.[0] as string);
    await page.getByRole('heading', { level: 1, name: 'For the board' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/a/${code}`);
    expect(complaints).toEqual([]);
  });

  it('S149 who is signed in sees at the address what is shared with them, and nobody else does', async () => {
    const email = newAddress();
    const { secret } = await makeAccount(database.db, {
      organization: 'People',
      email: newAddress(),
      scopes: ['read', 'manage'],
    });
    const { body } = await service.request('POST', '/api/v1/analyses', { key: secret, body: { name: 'For one' } });
    const reader = await signedIn(service, database.db, email);
    const other = await signedIn(service, database.db, newAddress());
    const seenBy = async (cookie: string) =>
      (await service.request('GET', `/a/${body.id}`, { headers: { Cookie: cookie } })).status;
    expect([await seenBy(reader.cookie), await seenBy(other.cookie)]).toEqual([404, 404]);
    const shares = { people: [email] };
    await service.request('PUT', `/api/v1/analyses/${body.id}/shares`, { key: secret, body: shares });
    expect([await seenBy(reader.cookie), await seenBy(other.cookie), await seenBy('')]).toEqual([200, 404, 404]);
  });
});
