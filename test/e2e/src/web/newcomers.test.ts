import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { Stranger } from './stranger.ts';

/** Folder for pictures of what each task ends with; none are taken without. */
const PICTURES = process.env.PICTURES_OF_STATES;
const [LAT, LNG] = [-36.2, -151.7];
const STORES = Array.from(
  { length: 24 },
  (_, i) => `S${i + 1},${(LAT + ((i * 7) % 24) / 2000).toFixed(5)},${(LNG + ((i * 5) % 24) / 2000 - 0.006).toFixed(5)}`,
);
const LIST = ['name,lat,lng', ...STORES.slice(0, 6)].join('\n');
const SALES = [
  'Store,Latitude,Longitude,Sales 2025,Floor area',
  ...STORES.map((row, i) => `${row},${900_000 + 70_000 * i},${500 + 45 * i}`),
].join('\n');

interface Task {
  readonly name: string;
  /** Most clicks that it may take. */
  readonly most: number;
  readonly work: (stranger: Stranger, page: Page) => Promise<void>;
}

const answerOf = (page: Page, action: string) => page.locator(`[data-result="${action}"]`).waitFor();
const run = async (stranger: Stranger, page: Page, action: string) => {
  await stranger.press(/^Run for/);
  await answerOf(page, action);
};

/** What newcomers want to have done, from the start page and by labels alone. */
const TASKS: readonly Task[] = [
  {
    name: 'is there room for a bakery, where exactly, and the report, with the place typed once',
    most: 9,
    work: async (stranger, page) => {
      await stranger.take(/address/i, 'Harbour');
      await stranger.press('Ask more in the studio');
      await page.getByRole('heading', { level: 3, name: 'About a place' }).waitFor();
      await stranger.press(/^Is there room for another shop/);
      await stranger.take(/sector/i, 'Bakeries');
      await run(stranger, page, 'analysis.markets_sector');
      await stranger.press(/^Where exactly nearby\? · \d+ credits$/);
      await answerOf(page, 'site.search');
      const report = page.waitForEvent('popup');
      await stranger.press('Report to print');
      const opened = await report;
      await opened.getByRole('heading', { level: 1, name: /Bakeries/ }).waitFor();
      await opened.close();
    },
  },
  {
    name: 'is there room for a bakery in Harbourside, by the bar',
    most: 4,
    work: async (stranger, page) => {
      await stranger.find('bakery harbourside');
      await run(stranger, page, 'analysis.markets_sector');
      await page.getByRole('heading', { level: 1, name: /Bakeries · Harbourside/ }).waitFor();
    },
  },
  {
    name: 'where should I open a bakery',
    most: 7,
    work: async (stranger, page) => {
      await stranger.find('open bakery');
      await run(stranger, page, 'site.search');
    },
  },
  {
    name: 'which of my stores could close',
    most: 7,
    work: async (stranger, page) => {
      await stranger.find('close');
      await stranger.press('Add a list');
      await page.getByLabel('One place per line').fill(LIST);
      await stranger.press(/^Add 6 places/);
      await stranger.number(/^Time/i, 5);
      await stranger.number(/^Stores to close/i, 2);
      await run(stranger, page, 'network.coverage');
    },
  },
  {
    name: 'what do my stores sell, and why',
    most: 7,
    work: async (stranger, page) => {
      await stranger.visit('Datasets');
      const chooser = page.waitForEvent('filechooser');
      await stranger.press('Upload a file');
      const file = { name: `Sales ${Date.now()}.csv`, mimeType: 'text/csv', buffer: Buffer.from(SALES) };
      await (await chooser).setFiles(file);
      await stranger.press('Import');
      await page.locator('[data-unplaced="0"]').waitFor();
      await stranger.press('Learn a sales model');
      await stranger.take(/sector/i, 'Bakeries');
      await run(stranger, page, 'market.calibrate');
    },
  },
  {
    name: 'compare two places',
    most: 7,
    work: async (stranger, page) => {
      await stranger.find('compare');
      for (const place of ['Larkspur', 'Fernlea']) await stranger.take(/address/i, place);
      await run(stranger, page, 'analysis.site_comparison');
    },
  },
  {
    name: 'which of three places is best for a bakery',
    most: 7,
    work: async (stranger, page) => {
      await stranger.find('best bakery');
      for (const place of ['Larkspur', 'Fernlea', 'Harbour']) await stranger.take(/address/i, place);
      await run(stranger, page, 'site.rank');
      await page.getByRole('button', { name: /^Who loses if .+ opens\? · \d+ credits$/ }).waitFor();
    },
  },
  {
    name: 'who lives around a place, and send it to the boss',
    most: 7,
    work: async (stranger, page) => {
      await stranger.find('who lives harbourside');
      await run(stranger, page, 'analysis.people_economy');
      await stranger.press('Share');
      await stranger.press('Copy a link for anyone');
      await page.locator('[data-shared=made], [data-shared=copied]').waitFor();
      expect(await page.getByRole('dialog').locator('.button[data-kind=primary]').count()).toBe(1);
    },
  },
  {
    name: 'who reaches a place',
    most: 3,
    work: async (stranger, page) => {
      await stranger.find('Harbourside');
      await page.locator('.legend [data-value]:visible').or(page.locator('.sentence [data-figure]')).first().waitFor();
    },
  },
  {
    name: 'what did we spend',
    most: 2,
    work: async (stranger, page) => {
      await stranger.find('what did we spend');
      await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    },
  },
  {
    name: 'let a colleague in',
    most: 3,
    work: async (stranger, page) => {
      await stranger.find('invite');
      await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    },
  },
];

/** Twelve tasks of newcomers by labels alone: eleven of somebody who is signed in, and the first of a stranger. */
describe.runIf(hasChromium)(`twelve tasks of newcomers (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;

  beforeAll(async () => {
    service = await startDemo({ organizations: [callers('CI')] });
    browser = await launchOffline();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  describe.each([
    [1440, 900],
    [375, 812],
  ])('at %i × %i', (width, height) => {
    let app: App;
    beforeAll(async () => {
      app = await App.open(browser, service.url, 'pointer', width);
      await app.page.setViewportSize({ width, height });
    });
    afterAll(() => app.page.context().close());

    /** Does a task, and holds its clicks and the width of the page that it ends on. */
    async function hold({ name, most, work }: Task): Promise<void> {
      const stranger = new Stranger(app.page);
      await app.go('/');
      await work(stranger, app.page);
      const clicks = stranger.counted();
      process.stdout.write(`${width} px: ${clicks} clicks, ${most} at most: ${name}\n`);
      expect([name, clicks]).toEqual([name, expect.toSatisfy((count) => count <= most)]);
      await app.isSeen(name.replaceAll(/\W+/g, '-').slice(0, 40), PICTURES);
    }

    it('a figure without an account', () =>
      hold({
        name: 'a figure without an account',
        most: 2,
        work: async (stranger, page) => {
          await stranger.take(/address/i, 'Harbour');
          await page
            .getByText(/people reach this place|people live within/)
            .first()
            .waitFor();
        },
      }));

    it('signs in', () => app.signIn(CALLER, CALLER_PASSWORD));

    it.each(TASKS)('$name', (task) => hold(task));

    it('asks no other host', () => expect(app.complaints).toEqual([]));
  });
});
