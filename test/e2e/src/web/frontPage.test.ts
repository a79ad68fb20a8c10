import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { takeOption } from './takeOption.ts';

/** The first page of somebody who has never been here, in Chromium on the demo. */
describe.runIf(hasChromium)(`the front page (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;

  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 1_000 }] });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('leads to the figure of one’s own place with one click, without an account, and on to signing up', async () => {
    const { page } = app;
    await app.go('/');
    await page.getByRole('heading', { level: 1, name: 'Who lives within reach' }).waitFor();
    await page.locator('#examples [data-quote]').nth(2).waitFor();
    const answered = page.waitForResponse((one) => one.url().includes('/front/actions/analysis.isochrone/'));
    await takeOption(page.locator('.place-search input'), 'Harbour', /Harbour/);
    const { result } = await (await answered).json();
    const residents: number = result.bands.at(-1).cumulative?.residents ?? result.bands.at(-1).residents;
    expect(residents).toBeGreaterThan(0);
    await page.locator('.card-body[data-action="analysis.isochrone"] .figure, .card-body svg').first().waitFor();
    await page.getByRole('link', { name: 'Ask more: sign up' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor();
    expect(app.complaints).toEqual([]);
  });

  it.each([1440, 1366, 375])('fits %i pixels, and has no fault that axe-core finds', async (width) => {
    const { page } = app;
    await page.setViewportSize({ width, height: 768 });
    await app.go('/');
    await page.locator('#examples [data-quote]').nth(2).waitFor();
    expect(await overflowPixels(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
