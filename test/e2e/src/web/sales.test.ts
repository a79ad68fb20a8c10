import { mkdirSync } from 'node:fs';
import { SeededRandom } from '@hinterland/geo';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
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
    readonly candidates: readonly { readonly forecast: { readonly range80: { readonly low: number } } }[];
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
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Fits both widths; takes a picture of each where asked to. */
  async function isSeen(name: string): Promise<void> {
    for (const width of [375, 1440]) {
      await app.page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPixels(app.page)]).toEqual([width, 0]);
      if (LOOK === undefined) continue;
      mkdirSync(LOOK, { recursive: true });
      await app.page.screenshot({ path: `${LOOK}/${name}-${width}.png`, fullPage: true });
    }
  }
  async function chooseSector(): Promise<void> {
    const field = app.page.locator('[data-field="/sectorCode"] input');
    await field.click();
    await field.pressSequentially('supermarket');
    await app.page.getByRole('option').first().click();
  }

  it('uploads, learns, and forecasts three places, each figure with its range', async () => {
    const { page } = app;
    await app.go('/datasets');
    await app.press('Upload a file');
    const file = { name: 'Supermarkets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv()) };
    await page.locator('input[type=file]').setInputFiles(file);
    await app.pressInDialog('Import');
    await page.locator('[data-unplaced="0"]').waitFor({ timeout: 30_000 });

    await app.go('/studio?ask=market.calibrate');
    await app.mapIsDrawn();
    await page.getByRole('button', { name: /Or the rows of a dataset/ }).click();
    await page.getByRole('option', { name: /^Supermarkets/ }).click();
    await chooseSector();
    await app.press(/^Run for/);
    await page.locator('[data-result="market.calibrate"]').waitFor({ timeout: 60_000 });
    const learned = (await page.locator('[data-result="market.calibrate"]').textContent())!;
    expect(learned).toContain('typical miss on stores left out');
    expect(learned).toContain('Its sales are missing.');
    await isSeen('learned');
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];

    const at = [
      [LAT, LNG],
      [LAT + 0.01, LNG + 0.01],
      [LAT + 0.02, LNG - 0.02],
    ];
    await app.go(`/studio?${new URLSearchParams({ ask: 'site.rank', at: at.map((pair) => pair.join()).join(';') })}`);
    await app.mapIsDrawn();
    await chooseSector();
    await page.locator('details:has([data-field="/model"]) > summary').click();
    await page
      .locator('[data-field="/model"]')
      .getByRole('button', { name: /Without a sales model/ })
      .click();
    await page.getByRole('option').nth(1).click();
    await app.press(/^Run for/);
    await page.locator('[data-result="site.rank"]').waitFor({ timeout: 60_000 });
    const said = (await page.locator('[data-result="site.rank"]').textContent())!;
    expect(said.match(/in eight of ten cases/g)!.length).toBeGreaterThanOrEqual(3);
    expect(said).toContain('How sure is this');
    await isSeen('forecast');

    // The version names the model; its numbers stay with the analysis that holds it.
    const [, forecast] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    const organization = `/organizations/${(await app.ask<Session>('/session')).activeOrganization.organization.id}`;
    const version = await app.ask<Version>(`${organization}/analyses/${forecast}/versions/1`);
    expect(version.input.model).toEqual({ analysis: code, version: 1 });
    expect(version.results.candidates[0]!.forecast.range80.low).toBeGreaterThan(0);
  }, 180_000);
});
