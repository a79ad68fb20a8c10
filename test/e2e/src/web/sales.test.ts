import { writeFileSync } from 'node:fs';
import { SeededRandom } from '@hinterland/geo';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';

const [LAT, LNG] = [-36.2, -151.7];
const random = new SeededRandom(48);

/** Twenty-four supermarkets; sales grow with floor area, and one has none. */
const csv = (): string =>
  [
    'Store,Latitude,Longitude,Sales 2025,Floor area,Format',
    ...Array.from({ length: 24 }, (_, i) => {
      const area = Math.round(random.between(400, 2000));
      const sales = i === 5 ? '' : Math.round(5000 * area ** 0.9 * Math.exp(0.15 * random.normal()));
      const [lat, lng] = [LAT + random.between(-0.04, 0.04), LNG + random.between(-0.05, 0.05)];
      return `S${i + 1},${lat.toFixed(5)},${lng.toFixed(5)},${sales},${area},${i % 2 === 0 ? 'city' : 'park'}`;
    }),
  ].join('\n');

interface Session {
  readonly activeOrganization: { readonly organization: { readonly id: number } };
}
interface Version {
  readonly input: { readonly model: unknown };
  readonly results: {
    readonly candidates: readonly {
      readonly forecast: { readonly range80: { readonly low: number; readonly high: number } };
    }[];
  };
}

/** Folder for pictures to look at; none are taken without one. */
const LOOK = process.env.LOOK_AT_SALES;

describe.runIf(hasChromium)(`from sales to a ranged forecast (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 100_000 }] });
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    await app.signIn(CALLER, CALLER_PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each([1440, 375])(
    'from a file to three places with ranges in eight clicks, with nothing to read, at %i px',
    async (width) => {
      const { page } = app;
      await page.setViewportSize({ width, height: 900 });
      let clicks = 0;
      const press = async (name: string | RegExp, within?: Locator) => {
        await app.press(name, within);
        clicks++;
      };
      await app.go('/datasets');
      // The chooser opens by itself.
      const chooser = page.waitForEvent('filechooser');
      await press('Upload a file');
      const file = { name: 'Supermarkets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv()) };
      await (await chooser).setFiles(file);
      await press('Import', page.getByRole('dialog'));
      await page.locator('[data-unplaced="0"]').waitFor();
      await app.isSeen('dataset', LOOK);
      await press('Learn a sales model');
      await press(/^Run for/);
      await page.locator('[data-result="market.calibrate"]').waitFor();
      // Parts of an answer are drawn as their scripts come.
      const learned = () => page.locator('[data-result="market.calibrate"]').textContent();
      await expect.poll(learned).toContain('typical miss on stores left out');
      await expect.poll(learned).toContain('Its sales are missing.');
      const dots = Number(await page.locator('[data-dots]').getAttribute('data-dots'));
      expect(dots).toBe((await app.layers()).points);
      expect(dots).toBeGreaterThan(15);
      await app.isSeen('learned', LOOK);
      await page.locator('[data-dots]').scrollIntoViewIfNeeded();
      await app.isSeen('scatter', LOOK);
      const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];

      await press('Forecast the sales of places');
      await press('Add a list');
      const places = ['name,lat,lng', `Harbor,${LAT},${LNG}`, 'Hill,-36.19,-151.69', 'Mill,-36.18,-151.72'];
      await page.getByLabel('One place per line').fill(places.join('\n'));
      await press('Add 3 places', page.getByRole('dialog'));
      await press(/^Run for/);
      await page.locator('[data-result="site.rank"]').waitFor();
      expect(clicks).toBeLessThanOrEqual(8);
      const said = () => page.locator('[data-result="site.rank"]').textContent();
      await expect.poll(said).toMatch(/(in eight of ten cases.*){3}/s);
      await expect.poll(said).toContain('How sure is this');
      expect(await page.locator('[data-range]').count()).toBe(3);
      await app.isSeen('forecast', LOOK);
      await page.locator('[data-range]').first().scrollIntoViewIfNeeded();
      await app.isSeen('ranges', LOOK);

      // The version names the model; its numbers stay with the analysis that holds it.
      const organization = `/organizations/${(await app.ask<Session>('/session')).activeOrganization.organization.id}`;
      // The forecast is an analysis of its own.
      const [, ofForecast] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
      expect(ofForecast).not.toBe(code);
      const version = await app.ask<Version>(`${organization}/analyses/${ofForecast}/versions/1`);
      expect(version.input.model).toEqual({ analysis: code, version: 1 });
      expect(version.results.candidates[0]!.forecast.range80.low).toBeGreaterThan(0);
      // A year later: what the first place sold, where that fell, and what the model has to show for itself.
      const { low, high } = version.results.candidates[0]!.forecast.range80;
      const cameAt = page.locator('[data-came]');
      await cameAt.getByLabel(/^Sales in a year/).fill(String(Math.round((low + high) / 2)));
      await app.press('Save the sales', cameAt);
      await page.locator('[data-came="1"]').waitFor();
      expect(await cameAt.textContent()).toMatch(/Harbor.*within the range that holds eight of ten/);
      expect(await cameAt.textContent()).toContain('The sales of 1 forecast of this model have come: 1 fell');
      await cameAt.scrollIntoViewIfNeeded();
      await app.isSeen('came', LOOK);
      await app.go(`/a/${ofForecast}`);
      await page.locator('[data-came="1"]').waitFor();
      await app.press('Take back the sales of Harbor', page.locator('[data-came]'));
      await page.locator('[data-came="0"]').waitFor();
      expect(await cameAt.textContent()).not.toContain('have come');

      // The report says how sure it is, with ranges drawn as ranges.
      const report = await (await page.request.get(`${service.url}/a/${ofForecast}/report`)).text();
      expect(report).toContain('How sure is this');
      expect(report.match(/class="thick" x=/g)).toHaveLength(3);
      if (LOOK !== undefined) writeFileSync(`${LOOK}/report-${width}.html`, report);
    },
  );
});
