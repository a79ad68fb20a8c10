import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox, tokenIn } from '../../../../apps/service/src/testing/browser.ts';
import { type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { Stranger } from './stranger.ts';

const PASSWORD = 'a quiet harbour town';

/** Where the column of the studio is a sheet. */
const PHONE_PIXELS_MAX = 820;

/** English words that every page has, and no other language of the app as they stand here. */
const ENGLISH =
  /\b(the|and|of|with|within|people|residents|spend|stores?|answer|question|about|minutes|yes|room|for|this|place|sources?)\b/i;
/** Names of councils of the demo, and of its sources with their licenses. */
const NAMES = /\b(City|Shire|Borough) of \p{Lu}\S+|Maravea[^()]* \(CC0-1\.0\)/gu;

/** Ways that follow labels alone, from the door to an answer that others read. */
describe.runIf(hasChromium)(`ways by labels alone (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let mailbox: Mailbox;

  beforeAll(async () => {
    service = await startDemo({ env: { HINTERLAND_STARTING_CREDITS: '1000' } });
    mailbox = new Mailbox(service.home);
    browser = await launchOffline();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each([
    [1440, 900],
    [1366, 768],
    [375, 812],
  ])(
    'at %i × %i: a figure without an account, an own question with one password, yes or no, the best of three, a link',
    async (width, height) => {
      const app = await App.open(browser, service.url, 'pointer', width);
      const { page } = app;
      await page.setViewportSize({ width, height });
      const stranger = new Stranger(page);

      await app.go('/');
      await stranger.take(/address/i, 'Harbour');
      await page
        .getByText(/people reach this place|people live within/)
        .first()
        .waitFor();
      expect(stranger.counted()).toBeLessThanOrEqual(4);

      await stranger.press('Ask more: sign up');
      const email = `stranger-${width}@example.com`;
      await stranger.type('Your name', 'Rosa');
      await stranger.type('E-mail address', email);
      await stranger.type('Password', PASSWORD);
      await stranger.press(/^Sign up$/);
      await page.getByText('We sent a link').waitFor();
      // The link of the mail is a click, too.
      await app.go(`/verify-email#token=${encodeURIComponent(tokenIn(await mailbox.next(email)))}`);
      stranger.clicks++;
      await app.heading(/^Welcome/);
      await stranger.type('Name of the organization', `Forno ${width}`);
      await stranger.press('Create organization');
      await stranger.take(/address/i, 'Harbour');
      await stranger.press('Ask more in the studio');
      await page.getByRole('heading', { level: 2, name: 'What' }).waitFor();
      expect([stranger.counted(), stranger.passwords]).toEqual([expect.toSatisfy((clicks) => clicks <= 6), 1]);

      await stranger.press(/^Is there room for another shop/);
      await stranger.take(/sector/i, 'Bakeries');
      if (width > PHONE_PIXELS_MAX) {
        // What it costs, and the button that says so, are in sight wherever one is in the question.
        const run = page.getByRole('button', { name: /^Run for/ });
        await expect.poll(() => isInSight(page, run)).toBe(true);
        await page.getByRole('heading', { level: 2, name: 'Where' }).scrollIntoViewIfNeeded();
        await expect.poll(() => isInSight(page, run)).toBe(true);
      }
      await stranger.press(/^Run for/);
      const verdict = page.locator('[data-outcome]');
      await verdict.first().waitFor();
      expect(await verdict.first().getAttribute('data-outcome')).toMatch(/^(yes|no|not_clear)$/);
      // With the two clicks that chose the place and led here.
      expect(stranger.counted() + 2).toBeLessThanOrEqual(5);
      // The answer has the screen: its verdict is in sight, and the question is one line with a way to change it.
      await expect.poll(() => isInSight(page, verdict.first())).toBe(true);
      await page.getByRole('button', { name: 'Change the question' }).waitFor();
      expect(await overflowPixels(page)).toBe(0);

      await stranger.press('Share');
      await stranger.press('Copy a link for anyone');
      await page.locator('[data-shared=made], [data-shared=copied]').waitFor();
      expect(stranger.counted()).toBe(2);
      const link = (await page.getByRole('dialog').locator('code').first().textContent()) as string;
      await readsInGerman(link);

      await app.go('/studio?ask=site.rank');
      const names: string[] = [];
      for (const text of ['Larkspur', 'Fernlea', 'Harbourside']) names.push(await stranger.take(/address/i, text));
      await stranger.take(/sector/i, 'Bakeries');
      await stranger.press(/^Run for/);
      await page.locator('[data-outcome]').first().waitFor();
      const said = (await page.locator('[data-outcome]').first().textContent()) ?? '';
      expect(names.filter((name) => said.includes(name)).length).toBeGreaterThan(0);
      // The pins have the ranks of the answer, and the names.
      const pins = page.locator('[data-pin]');
      expect((await pins.allTextContents()).toSorted()).toEqual(['1', '2', '3']);
      const best = page.locator('[data-pin][data-best]');
      expect(await best.textContent()).toBe('1');
      expect(said).toContain((await best.getAttribute('data-caption')) as string);
      expect(app.complaints).toEqual([]);
      await page.context().close();
    },
  );

  /** Opens a link as somebody without an account, on a phone, at night, in German. */
  async function readsInGerman(link: string): Promise<void> {
    const context = await browser.newContext({
      viewport: { width: 375, height: 812 },
      locale: 'de-DE',
      colorScheme: 'dark',
    });
    const phone = await context.newPage();
    await phone.goto(link);
    await phone.getByRole('heading', { level: 1 }).waitFor();
    const text = await phone.locator('body').innerText();
    const lines = text.split('\n').filter((line) => ENGLISH.test(line.replace(NAMES, '')));
    expect(lines).toEqual([]);
    expect(await overflowPixels(phone)).toBe(0);
    await context.close();
  }
});

/** Whether an element lies within the window. */
async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const [box, size] = [await element.boundingBox(), page.viewportSize()];
  return box !== null && size !== null && box.y >= 0 && box.y + Math.min(box.height, 48) <= size.height;
}
