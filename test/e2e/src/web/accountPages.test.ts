import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHEAP, PASSWORD, signedIn } from '../../../../apps/service/src/testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import type { TestService } from '../../../../apps/service/src/testing/service.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { startCheckedService } from '../service/checkedService.ts';
import { App, launchOffline } from './driver.ts';

const PAGES = [
  '/',
  '/analyses',
  '/datasets',
  ...['api', 'webhooks', 'credits', 'ledger', 'members', 'teams', 'organization', 'audit', 'data', 'profile'].map(
    (page) => `/account/${page}`,
  ),
  // A webhook, an analysis and a dataset that are gone, and an address of nothing.
  '/account/webhooks/1',
  '/analyses/4kTq0ZpX9aLw',
  '/datasets/ds_00000000000000000000000000',
  '/account/nowhere',
];
const PAGES_SIGNED_OUT = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  ...['verify-email', 'reset-password', 'invitation'].map((page) => `/${page}#token=abc`),
];
const WIDTHS = [375, 1440];

/** Dialogs, menus and sheets: the page, and what opens one. */
const OPENED: readonly [string, string, (page: Page) => Promise<void>][] = [
  ['New key', '/account/api', pressing('New key')],
  ['New webhook', '/account/webhooks', pressing('New webhook')],
  ['Buy credits', '/account/credits', pressing('Buy credits')],
  ['Invite', '/account/members', pressing('Invite')],
  ['the menu of a member', '/account/members', pressing(/^Actions for/)],
  ['Upload a file', '/datasets', pressing('Upload a file')],
  ['New team', '/account/teams', pressing('New team')],
  ['the second factor', '/account/profile', pressing('Set up')],
  ['Delete account', '/account/profile', pressing('Delete account')],
  ['the menu of organizations', '/account/teams', pressing(/Bäckerei/)],
  ['the tour', '/?tour', (page) => page.getByRole('dialog').waitFor()],
  ['the palette of commands', '/account/teams', (page) => page.keyboard.press('Control+k')],
  ['the sheet of keys', '/account/teams', (page) => page.keyboard.press('?')],
];

/** Markup, a mark that turns the direction of text, and an emoji: all are text. */
const ODD_NAME = 'Bäckerei <b>&amp;</b> \u202eöllO\u202c 🥖';

describe.runIf(hasChromium)(`account pages of the web app (where ${CHROMIUM} is)`, () => {
  let database: TestDatabase;
  let service: TestService;
  let browser: Chromium;
  let app: App;
  let page: Page;

  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startCheckedService(database, { workers: 1, passwordCost: CHEAP });
    const email = 'rosa@example.com';
    const rosa = await signedIn(service, database.db, email);
    await rosa.send('POST', '/organizations', { name: ODD_NAME });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    page = app.page;
    await page.goto(`${service.url}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await database?.close();
  });

  /** Opens a page and waits until all of it is there. */
  async function open({ page }: App, path: string, sign: string): Promise<void> {
    await page.goto(service.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(sign).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  }

  /** Holds what is shown at a width against the rules, in both themes. */
  async function check({ page, complaints }: App, width: number): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflowPixels(page)]).toEqual([width, 0]);
    expect([width, ...(await accessibilityFaults(page))]).toEqual([width]);
    expect(complaints).toEqual([]);
  }

  async function look(app: App, path: string, sign: string): Promise<void> {
    await open(app, path, sign);
    expect(await app.page.title()).toMatch(/^.+ · Hinterland$/);
    for (const width of WIDTHS) await check(app, width);
  }

  it.each(PAGES)(
    '%s fits both widths, has no fault that axe-core finds in either theme, and asks no other host',
    (path) => look(app, path, ODD_NAME),
    60_000,
  );

  it.each(PAGES_SIGNED_OUT)('so does %s, signed out', async (path) => {
    const visitor = await App.open(browser, service.url);
    await look(visitor, path, 'Hinterland');
    await visitor.page.context().close();
  });

  it.each(OPENED)('%s has no such fault either, when open', async (_, path, press) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await open(app, path, ODD_NAME);
      await press(page);
      await page.locator('[role=dialog], [role=menu]').first().waitFor();
      await check(app, width);
    }
  });

  it('a key is made by keyboard alone, shown once, works, and is revoked', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${service.url}/account/profile`);
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Till import');
    await page.keyboard.press('Enter');
    const secret = (await page.locator('[data-secret]').textContent()) as string;
    expect((await service.request('GET', '/api/v1/me', { key: secret })).body.key.name).toBe('Till import');
    await page.getByRole('button', { name: 'I have stored it' }).press('Enter');
    await page.getByRole('cell', { name: /Till import/ }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByText(/^Revoked /).waitFor();
    expect((await service.request('GET', '/api/v1/me', { key: secret })).status).toBe(401);
  });

  it.each(WIDTHS)('shows at %i px what happened where a page throws while it is drawn, and goes on', async (width) => {
    const visitor = await App.open(browser, service.url, 'pointer', width);
    await visitor.page.context().addCookies(await page.context().cookies());
    // A member without the user that the page names.
    await visitor.page.route('**/web/v1/organizations/*/members', (route) => route.fulfill({ json: { data: [{}] } }));
    await visitor.go('/account/members');
    const failure = visitor.page.locator('[data-failed=page]');
    await failure.getByText('The error itself charged nothing.').waitFor();
    await visitor.isSound('failed');
    // The frame stays: another page works, and this one once its fault is gone.
    await visitor.visit('Teams');
    await visitor.page.goBack();
    await failure.waitFor();
    await visitor.page.unroute('**/web/v1/organizations/*/members');
    await expect
      .poll(async () => {
        if (await failure.isVisible()) await visitor.press('Try again', failure);
        return visitor.page.getByRole('cell', { name: /rosa@example\.com/ }).count();
      })
      .toBeGreaterThan(0);
    await visitor.page.context().close();
  });

  it('offers to reload once where the file of a page is gone after an upgrade', async () => {
    const visitor = await App.open(browser, service.url);
    await visitor.page.context().addCookies(await page.context().cookies());
    const file = /\/app\/teamsPage-[\w-]+\.js$/;
    const loads: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    await visitor.page.route(file, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await visitor.go('/account/members');
    await visitor.press('Teams', visitor.page.getByRole('navigation'));
    const failure = visitor.page.locator('[data-failed=file]');
    await failure.getByText('may have been upgraded').waitFor();
    await failure.getByText('The error itself charged nothing.').waitFor();
    await visitor.isSound('a file is gone');
    expect(loads).toHaveLength(1);
    // Reloading does not bring it back, is done once, and is not offered again.
    await visitor.press('Reload', failure);
    await failure.getByText('still missing after reloading').waitFor();
    expect(loads).toHaveLength(2);
    expect(await failure.getByRole('button', { name: 'Reload' }).count()).toBe(0);
    // Other pages work, and this one once the file is there.
    await visitor.visit('Members');
    await visitor.page.unroute(file);
    await visitor.page.reload();
    await visitor.visit('Teams');
    await visitor.page.context().close();
  });
});

function pressing(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click();
}
