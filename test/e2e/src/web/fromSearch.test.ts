import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { takeOption } from './takeOption.ts';

/** Folder for pictures of the states below; none are taken without. */
const PICTURES = process.env.PICTURES_OF_STATES;

interface Version {
  readonly input: Readonly<Record<string, readonly { readonly id: string | number; readonly name?: string }[]>>;
}

/** Questions that begin with places typed into the search, in Chromium on the demo. */
describe.runIf(hasChromium)(`places from the search (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  let organization: string;

  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 100_000 }] });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    await app.signIn(CALLER, CALLER_PASSWORD);
    const session = await app.ask<{ activeOrganization: { organization: { id: number } } }>('/session');
    organization = `/organizations/${session.activeOrganization.organization.id}`;
    if (PICTURES !== undefined) await mkdir(PICTURES, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Takes a picture at two widths, by day and by night. */
  async function picture(name: string): Promise<void> {
    if (PICTURES === undefined) return;
    const { page } = app;
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(700);
        await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png` });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  /** Types a text into the search of places within a field, and takes the first that is found. */
  async function search(text: string, field = ''): Promise<string> {
    return takeOption(app.page.locator(`${field} .place-search input`).first(), text, new RegExp(text));
  }

  async function choose(field: string, text: string): Promise<void> {
    await takeOption(app.page.locator(`[data-field="/${field}"] input`), text, /baker/i);
  }

  const FLOWS = [
    { action: 'analysis.site_comparison', subject: 'candidates', fill: async () => {} },
    { action: 'site.rank', subject: 'candidates', fill: () => choose('sectorCode', 'bakery') },
    {
      action: 'network.coverage',
      subject: 'stores',
      fill: async () => {
        const minutes = app.page.locator('[data-field="/minutes"] input');
        await minutes.fill('5');
        await minutes.blur();
      },
    },
    { action: 'enrich.points', subject: 'points', fill: async () => {} },
  ] as const;

  it.each(FLOWS)('$action runs from typed places to its answer', async ({ action, subject, fill }) => {
    const { page } = app;
    await app.go(`/studio?ask=${action}`);
    await page.locator(`[data-action="${action}"]`).waitFor();
    const names: string[] = [];
    for (const text of ['Larkspur', 'Fernlea', 'Harbourside'])
      names.push(await search(text, `[data-field="/${subject}"]`));
    await expect.poll(async () => (await app.layers()).places).toBe(3);
    await fill();
    await page.locator('[data-quote]').waitFor();
    expect(await page.locator('[data-error]').count()).toBe(0);
    await picture(`asked-${action}`);
    await app.press(/^Run for/);
    await page.locator(`[data-result="${action}"], [data-job=succeeded]`).first().waitFor();
    await picture(`answered-${action}`);
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    if (action === 'enrich.points') return;
    const { input } = await app.ask<Version>(`${organization}/analyses/${code}/versions/1`);
    const asked = input[subject] ?? [];
    expect(asked.map(({ name }) => name)).toEqual(names);
    expect(new Set(asked.map(({ id }) => String(id))).size).toBe(3);
  });

  it('gives own stores that are typed ids of their own, too', async () => {
    const { page } = app;
    await app.go('/studio?ask=site.rank');
    for (const text of ['Larkspur', 'Fernlea']) await search(text);
    await choose('sectorCode', 'bakery');
    await page.getByText('More settings').last().click();
    for (const text of ['Harbourside', 'Larkspur']) await search(text, '[data-field="/ownStores"]');
    await page.locator('[data-quote]').waitFor();
    await app.press(/^Run for/);
    await page.locator('[data-result="site.rank"]').waitFor();
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    const { input } = await app.ask<Version>(`${organization}/analyses/${code}/versions/1`);
    expect(new Set((input.ownStores ?? []).map(({ id }) => String(id))).size).toBe(2);
  });

  it('says that there is no connection, and marks what belongs to the question before', async () => {
    const { page } = app;
    await app.go('/studio?at=-36.2,-151.7');
    await page.locator('.sentence[data-stale=false]').waitFor();
    await page.context().setOffline(true);
    try {
      await page.locator('.offline-line').getByText('No connection').waitFor();
      await page.getByText('On foot', { exact: true }).first().click();
      await page.locator('.sentence[data-stale=true]').waitFor();
      await page.locator('.legend[data-stale=true]').waitFor();
      await picture('offline');
    } finally {
      await page.context().setOffline(false);
    }
    await page.locator('.offline-line p').waitFor({ state: 'detached' });
    await page.locator('.sentence[data-stale=false]').waitFor();
    await page.locator('.sentence').getByText('foot').waitFor();
  });

  it('says in its own words that a new password is too short', async () => {
    const stranger = await App.open(browser, service.url);
    await stranger.go('/sign-up');
    for (const field of ['input[autocomplete=name]', 'input[type=email]']) {
      await stranger.page.locator(field).fill('ann@example.com');
    }
    for (const password of ['short', 'twelve chars']) {
      await stranger.page.locator('input[type=password]').fill(password);
      await stranger.page.locator('button[type=submit]').click();
      await stranger.page.getByText('This password is too short: it needs at least 15 characters.').waitFor();
      await stranger.page.locator('input[type=password]').fill('');
    }
    await stranger.page.close();
  });

  it('breaks a name without blanks where it must, in headings, lists and tables', async () => {
    const { page } = app;
    const name = 'N'.repeat(120);
    const made = await page.request.post(`${service.url}/web/v1${organization}/analyses`, {
      data: { name },
      headers: { 'Content-Type': 'application/json', Origin: service.url },
    });
    expect(made.status()).toBe(201);
    const { code } = (await made.json()) as { code: string };
    const kept = await page.request.post(`${service.url}/web/v1${organization}/datasets?name=${name}`, {
      data: 'name,lat,lng\nA,-36.2,-151.7\n',
      headers: { 'Content-Type': 'text/csv', Origin: service.url },
    });
    expect([200, 201, 202]).toContain(kept.status());
    const { id } = (await kept.json()) as { id: string };
    for (const width of [1440, 375, 320]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/analyses', `/analyses/${code}`, `/a/${code}`, '/datasets', `/datasets/${id}`]) {
        await app.go(path);
        await page.getByText(name).first().waitFor();
        expect([path, width, await overflowPixels(page)]).toEqual([path, width, 0]);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
