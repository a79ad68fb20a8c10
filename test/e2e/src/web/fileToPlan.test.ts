import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { Stranger } from './stranger.ts';

const [LAT, LNG] = [-36.2, -151.7];
const ROWS = 300;
const CLICKS_MAX = 12;
/** Folder for pictures of the states below; none are taken without. */
const PICTURES = process.env.PICTURES_OF_STATES;

/** Fifteen rows are faulty: five without a latitude, four exchanged, three on another continent, three cut short. */
const faultOf = (i: number) => ({ 3: 'north', 7: 'exchanged', 11: 'outside', 13: 'short' })[i % 60] ?? null;
const limited = { north: 5, exchanged: 4, outside: 3, short: 3 } as const;

function csv(): string {
  const seen: Record<string, number> = {};
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const lat = (LAT + (((i * 37) % 40) - 20) / 2000).toFixed(5);
    const lng = (LNG + (((i * 53) % 40) - 20) / 2000).toFixed(5);
    const fault = faultOf(i);
    const isFaulty = fault !== null && (seen[fault] ?? 0) < limited[fault as keyof typeof limited];
    if (isFaulty) seen[fault] = (seen[fault] ?? 0) + 1;
    if (isFaulty && fault === 'short') return `S${i + 1},Store ${i + 1}`;
    const at =
      isFaulty && fault === 'outside'
        ? '48.13700,11.57500'
        : isFaulty && fault === 'exchanged'
          ? `${lng},${lat}`
          : null;
    return `S${i + 1},Store ${i + 1},${at ?? (isFaulty ? `north,${lng}` : `${lat},${lng}`)}`;
  });
  expect(seen).toEqual(limited);
  return `Code,Shop,lat,lng\n${lines.join('\n')}\n`;
}

/** From a file with faulty rows to the stores that can close, by labels alone. */
describe.runIf(hasChromium)(`a file of stores to a closing plan (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;

  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 100_000 }] });
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
    'at %i × %i: faults are set aside and shown, exchanged rows put right, the rest answered',
    async (width, height) => {
      const app = await App.open(browser, service.url, 'pointer', width);
      const { page } = app;
      await page.setViewportSize({ width, height });
      await app.signIn(CALLER, CALLER_PASSWORD);
      const isSound = async () => {
        expect(await overflowPixels(page)).toBe(0);
        expect(await accessibilityFaults(page)).toEqual([]);
      };
      const stranger = new Stranger(page);

      await stranger.visit('Datasets');
      const chooser = page.waitForEvent('filechooser');
      await stranger.press('Upload a file');
      const name = `Stores ${width}.csv`;
      await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv()) });
      await stranger.press('Import');

      // What cannot be read is set aside and shown with its line and its cells.
      await page.locator('[data-left-out="3"]').waitFor();
      const short = page.getByRole('region', { name: /Table of the rows that were left out/ });
      await page.getByText('Show 3 rows that were left out').click();
      expect(await short.locator('tbody tr').allTextContents()).toEqual([
        '15S14Store 14',
        '75S74Store 74',
        '135S134Store 134',
      ]);
      await page.locator('[data-unplaced="9"][data-outside="3"]').waitFor();
      await page.getByText('Latitude and longitude are exchanged in 4 rows.').waitFor();
      await isSound();
      await app.isSeen('dataset-exchanged', PICTURES);
      await stranger.press('Exchange them');
      await page.locator('[data-unplaced="5"][data-outside="3"]').waitFor();
      await page.getByText('Latitude and longitude are exchanged').waitFor({ state: 'detached' });
      // Rows outside the territory have a tab of their own, and the map shows where the others are.
      await page.getByRole('radio', { name: 'Outside (3)' }).waitFor();
      await app.mapIsDrawn();
      expect(await app.layers()).toEqual({ points: ROWS - 3 - 5 });
      await isSound();
      await page.getByRole('radio', { name: 'Outside (3)' }).click();
      await app.isSeen('dataset-outside', PICTURES);
      await stranger.turn('Leave out the rows without a place or outside the territory');

      await stranger.visit('Start');
      await stranger.press('I have a network of stores');
      await stranger.choose(/Or the rows of a dataset/, new RegExp(`^Stores ${width}`));
      await stranger.number(/^Time/i, 5);
      await stranger.number(/^Stores to close/i, 10);
      await stranger.press(/^Run for/);
      await page.locator('[data-result="network.coverage"]').waitFor();
      await page.locator('[data-outcome]').first().waitFor();
      await page.getByRole('slider', { name: 'Closing plan' }).waitFor();
      await app.isSeen('closing-plan', PICTURES);
      const clicks = stranger.counted();
      expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
      const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
      const session = await app.ask<{ activeOrganization: { organization: { id: number } } }>('/session');
      const { results } = await app.ask<{
        results: { stores: readonly unknown[]; closurePlan: readonly unknown[] };
      }>(`/organizations/${session.activeOrganization.organization.id}/analyses/${code}/versions/1`);
      expect([results.stores.length, results.closurePlan.length]).toEqual([ROWS - 5 - 3 - 3, 10]);
      expect(app.complaints).toEqual([]);
      await page.context().close();
    },
  );
});
