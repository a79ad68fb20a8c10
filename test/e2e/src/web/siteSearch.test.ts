import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { takeOption } from './takeOption.ts';

/** Clicks in which a person finds a place, asks why not elsewhere, and ranks what was found. */
const CLICKS_MAX = 10;

/** Folder for pictures to look at; none are taken without one. */
const LOOK = process.env.LOOK_AT_SEARCH;

describe.runIf(hasChromium)(`where to open (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 100_000 }] });
    browser = await launchOffline();
    app = await App.open(browser, service.url, 'pointer', 1440, LOOK === undefined ? 0.25 : 1);
    await app.signIn(CALLER, CALLER_PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each([1440, 375])('finds and explains a place by labels alone, in at most ten clicks, at %i px', async (width) => {
    const { page } = app;
    await page.setViewportSize({ width, height: 900 });
    await app.go('/studio');
    await app.mapIsDrawn();
    let clicks = 0;
    const press = async (name: string | RegExp) => {
      await app.press(name);
      clicks++;
    };
    const choose = async (field: string, text: string, option: RegExp) => {
      await takeOption(page.locator(field).getByRole('combobox').first(), text, option);
      clicks += 2;
    };
    await press(/^Where should I open\?/);
    await app.isSeen('asked', LOOK);
    await choose('[data-field="/sectorCode"]', 'bakery', /baker/i);
    await press(/^Run for 100 credits/);
    const answer = page.locator('[data-result="site.search"]');
    await answer.waitFor();
    await app.isSeen('found', LOOK);

    // Each place of the list is a pin with its rank, and pointing at one marks the other.
    const bars = answer.locator('.bars').first().locator('li');
    const found = page.locator('[data-pin][data-state="found"]');
    await expect.poll(() => bars.count()).toBeGreaterThan(1);
    await found.first().waitFor();
    const ranks = (await found.allTextContents()).filter((sign) => sign !== '+');
    expect(ranks).toEqual([...Array(await bars.count()).keys()].map((i) => String(i + 1)));
    await answer.locator('.verdict').waitFor();
    const joint = await bars.nth(1).getAttribute('data-joint');
    await bars.nth(1).hover();
    await page.locator(`[data-pin][data-joint="${joint}"][data-pointed]`).waitFor();

    // Why not at the town hall?
    await press(/^Change the question/);
    await choose('[data-field="/askedPlaces"]', '56 Northern Road', /Northern Road 56/);
    await press(/^Run for 100 credits/);
    await expect.poll(() => answer.textContent()).toMatch(/Why not here\?/);
    const said = (await answer.textContent())!;
    expect(said).toMatch(/Northern Road 56.*(adds less than|lies near|is listed|lies outside)/);
    expect(said).toMatch(/Rank \d+: it would add|More than a thousand places/);
    await app.isSeen('explained', LOOK);

    // At the price that stands on it.
    await press(/^Rank the first \d.* · \d+ credits$/);
    await page.locator('[data-result="site.rank"]').waitFor();
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    expect(app.complaints).toEqual([]);
  });

  it('sets filters as chips, which say what they are set to and are cleared', async () => {
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go('/studio?ask=site.search&sector=food.bakery');
    await app.mapIsDrawn();
    const chip = page.locator('[data-chip="apartMeters"]');
    await chip.getByRole('button').first().click();
    await page.getByRole('textbox', { name: /^Least distance between results/ }).fill('1500');
    await page.keyboard.press('Tab');
    await expect.poll(() => chip.textContent()).toContain('1,500 m');
    await app.press(/^Clear Least distance between results/);
    await expect.poll(() => chip.getAttribute('data-set')).toBe('false');

    // An area is drawn, then what is left out of it; then places are asked about again.
    await page.getByRole('radio', { name: 'Polygon' }).click();
    const corners = (field: string) =>
      page.locator(`[data-field="/${field}"] [data-corners]`).getAttribute('data-corners');
    const click = (x: number, y: number) => page.getByRole('application').click({ position: { x, y } });
    for (const [x, y] of [
      [200, 150],
      [700, 150],
      [700, 600],
    ] as const)
      await click(x, y);
    await expect.poll(() => corners('polygon')).toBe('3');
    await page.locator('[data-chip="outsidePolygon"]').getByRole('button').first().click();
    for (const [x, y] of [
      [500, 200],
      [600, 200],
      [600, 300],
    ] as const)
      await click(x, y);
    await expect.poll(() => corners('outsidePolygon')).toBe('3');
    expect(await corners('polygon')).toBe('3');
    expect(await app.layers()).toEqual({ shapes: 2 });
    await page.getByRole('radio', { name: 'asks why not here' }).click();
    await click(400, 250);
    await expect.poll(async () => (await app.layers()).places).toBe(1);
    await app.isSeen('drawn', LOOK);
    await page.locator('[data-quote]').waitFor();
  });
});
