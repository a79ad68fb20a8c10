import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';

const HARBOR = { lat: -36.2, lng: -151.7 };

describe.runIf(hasChromium)(`the page of changes of stores (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 1000 }] });
    browser = await launchOffline();
    app = await App.open(browser, service.url, 'pointer', 1440, 0.25);
    await app.signIn(CALLER, CALLER_PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('lists what changed around a saved place as the API does, keeps the answer, and tells of what comes', async () => {
    const { page } = app;
    const call = async (method: string, path: string, body: object) =>
      (
        await fetch(`${service.url}/api/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${service.others[0]}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json() as Promise<{ result: { changes: { kind: string }[]; since: string } }>;
    await call('POST', '/subjects', { kind: 'place', name: 'Harbourside', ...HARBOR });
    const asked = { origins: [HARBOR], bandSeconds: [600], mode: 'car', quotedCredits: 5 };
    const { result } = await call('POST', '/actions/markets.changes/execute', asked);
    const closed = result.changes.filter(({ kind }) => kind === 'closed').length;
    expect(closed).toBeGreaterThan(0);

    await app.go('/subjects');
    await app.press(/^Actions for Harbourside/);
    await page.getByRole('menuitem', { name: 'What changed around it' }).click();
    await app.mapIsDrawn();
    await app.press('Run for 5 credits');
    const found = page.locator('[data-changes]');
    await found.waitFor();
    expect(await found.getAttribute('data-since')).toBe(result.since);
    expect(await found.getAttribute('data-changes')).toBe(String(result.changes.length));
    expect(await found.locator('tbody tr').count()).toBe(Math.min(100, result.changes.length));
    await page.getByRole('radio', { name: `Closed ${closed}` }).click();
    await expect.poll(() => found.locator('tbody tr').count()).toBe(closed);
    await expect
      .poll(() => page.locator('[data-layers]').first().getAttribute('data-layers'))
      .toContain(`points:${closed}`);

    // What was paid is there after a reload, and in the list of analyses.
    await page.reload();
    await found.waitFor();
    expect(await found.getAttribute('data-changes')).toBe(String(result.changes.length));

    await app.press('Tell me what changes here');
    await page.locator('[data-subscription]').waitFor();
    expect(await page.locator('[data-subscription]').textContent()).toContain('Harbourside');
    expect(app.complaints).toEqual([]);
  });
});
