import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';

/** Words of people, twelve per language, with what each is meant to find. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('../../../../apps/web/src/commands/words.json', import.meta.url), 'utf8'),
);
/** Folder for pictures of the bar; none are taken without. */
const PICTURES = process.env.PICTURES_OF_STATES;

const LATE_MILLISECONDS = 1500;
/** The bar tells readers of screens what it points at half a second after typing. */
const TOLD_MILLISECONDS = 700;

/** One bar to ask, find and do. */
describe.runIf(hasChromium)(`the bar (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  let page: Page;

  beforeAll(async () => {
    service = await startDemo({ organizations: [callers('CI')] });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    page = app.page;
    await app.signIn(CALLER, CALLER_PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const bar = () => page.locator('[data-palette] [role=dialog]');
  async function look(text: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await bar().waitFor();
    await page.keyboard.type(text);
  }
  async function leave(): Promise<void> {
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
  }
  const keys = () =>
    bar()
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => (item as any).dataset.key));

  it.each(Object.entries(WORDS))('finds what twelve words of people mean in %s', async (language, words) => {
    await page.evaluate((tag) => (globalThis as any).localStorage.setItem('hinterland.language', tag), language);
    await app.go('/');
    for (const [word, meant] of Object.entries(words)) {
      await look(word);
      await expect
        .poll(async () => [word, (await keys()).some((key: string) => key.endsWith(meant))])
        .toEqual([word, true]);
      await leave();
    }
    await page.evaluate(() => (globalThis as any).localStorage.removeItem('hinterland.language'));
  });

  it.each([1440, 375])(
    'opens "bakery harbourside" filled in by Enter, however fast it is typed, at %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 812 });
      await app.go('/');
      await look('bakery harbourside');
      await page.keyboard.press('Enter');
      await page.locator('[data-quoted="analysis.markets_sector"] [data-quote]').waitFor();
      expect([app.parameter('sectors') ?? app.parameter('sector'), app.parameter('place')]).toEqual([
        'food.bakery',
        expect.stringMatching(/^Harbourside/),
      ]);
    },
  );

  it('shows kinds in their order, the filled question first, and has no fault at four looks', async () => {
    for (const width of [1440, 375])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 812 });
        await page.emulateMedia({ colorScheme });
        await app.go('/');
        await page.getByRole('button', { name: 'Search' }).first().click();
        await bar().waitFor();
        await page.keyboard.type('bakery harbourside');
        await bar()
          .getByRole('menuitem', { name: /Bakeries · Harbourside$/ })
          .first()
          .waitFor();
        expect((await keys())[0]).toMatch(/^ask-filled-/);
        // The entry that is pointed at is named anew as finds come.
        await expect
          .poll(async () => [width, await overflowPixels(page), await accessibilityFaults(page)])
          .toEqual([width, 0, []]);
        await app.isSeen(`bar-${width}-${colorScheme}`, PICTURES);
        await leave();
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 812 });
    await look('harbourside');
    await bar()
      .getByRole('menuitem', { name: /^Harbourside/ })
      .first()
      .waitFor();
    expect((await keys())[0]).toMatch(/^places-/);
    await leave();
  });

  it.each([0, 60])('points at an entry that is there when finds come late, at %i ms a key', async (delay) => {
    await page.route('**/address.autocomplete/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MILLISECONDS));
      await route.continue();
    });
    await app.go('/');
    await page.keyboard.press('Control+k');
    await bar().waitFor();
    await page.keyboard.type('bakery harbourside', { delay });
    await bar().locator('[data-key="places-0"]').waitFor();
    await page.waitForTimeout(TOLD_MILLISECONDS);
    const pointed = await bar().locator('[aria-activedescendant]').getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${pointed}"]`).getAttribute('data-key')).toBe((await keys())[0]);
    await page.keyboard.press('Enter');
    await page.locator('[data-quoted="analysis.markets_sector"] [data-quote]').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('finds members, help and what is done, and says where nothing is', async () => {
    for (const [text, key] of [
      ['caller', /^members-/],
      ['glossary', /^help-glossary$/],
      ['sign out', /^session\.end$/],
    ] as const) {
      await look(text);
      await expect.poll(async () => (await keys()).some((one: string) => key.test(one))).toBe(true);
      await leave();
    }
    await look('qqqxyz');
    await bar().getByText('Nothing found').waitFor();
    await leave();
    expect(app.complaints).toEqual([]);
  });
});
