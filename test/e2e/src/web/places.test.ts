import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorldMirror } from '../../../../packages/importers/src/world/testing/worldMirror.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { ALL_TESTS } from '../extent.ts';
import { hasData } from '../hinterland.ts';
import { type SlowMirror, startSlowMirror } from '../slowMirror.ts';
import { App, launchOffline } from './driver.ts';

const STRANGER = { email: 'member@example.com', password: 'correct horse' } as const;
const LOOK_AT = process.env.LOOK_AT_PLACES;

interface Job {
  readonly state: string;
  readonly progress: { readonly phase: string; readonly bytes: number } | null;
}

describe.runIf(ALL_TESTS && hasChromium && hasData)(`a place is added in the web app (where ${CHROMIUM} is)`, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-add-'));
  let mirror: SlowMirror;
  let service: DemoService;
  let browser: Browser;

  beforeAll(async () => {
    await makeWorldMirror(join(scratch, 'mirror'));
    mirror = await startSlowMirror(join(scratch, 'mirror'));
    const own = callers('CI');
    const users = [...(own.users ?? []), { ...STRANGER, role: 'member' as const }];
    service = await startDemo({
      organizations: [{ ...own, users }],
      env: { HINTERLAND_OPERATOR_MAIL: CALLER, HINTERLAND_MIRROR: mirror.address },
    });
    browser = await launchOffline();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    mirror?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const open = async (email: string, password: string, width: number): Promise<App> => {
    const app = await App.open(browser, service.url, 'pointer', width);
    await app.signIn(email, password);
    return app;
  };

  it('from the start page to a download under way, by the operator alone, over a reload and in two windows, stopped, started again and asked about', async () => {
    const stranger = await open(STRANGER.email, STRANGER.password, 1440);
    await stranger.page
      .getByText('What brings you here?')
      .or(stranger.page.getByText('What you can ask'))
      .first()
      .waitFor();
    expect(await stranger.page.getByText('Your own place').count()).toBe(0);
    await stranger.go('/places');
    await stranger.page.getByText('You may not add places here.').waitFor();

    const app = await open(CALLER, CALLER_PASSWORD, 1440);
    const { page } = app;
    const phone = await open(CALLER, CALLER_PASSWORD, 375);
    const seen = async (state: string) => {
      for (const one of [app, phone]) await one.isSeen(state, LOOK_AT);
    };
    const job = async () => (await app.ask<{ data: Job[] }>('/places')).data[0];
    const shows = (state: string, one = app) => one.page.locator(`[data-place-job="${state}"]`).waitFor();

    await page.getByText('Your own place').waitFor();
    await app.isSeen('door', LOOK_AT);
    await app.press('Add a place');
    await app.heading('Add a place');
    await app.fill('Place', 'Springfield');
    await app.press('Look');
    await page.getByText('Several places are called Springfield').waitFor();
    await app.press('Springfield, Missouri, US');
    await page.locator('[data-plan^="springfield"]').waitFor();
    await app.fill('Place', 'Nowhereville');
    await app.press('Look');
    await page.getByText('No place is called "Nowhereville"').waitFor();
    await app.fill('Place', 'Krems an der Donau, Austria');
    await app.press('Look');
    await page.locator('[data-plan="krems-an-der-donau-at"]').waitFor();
    await page.getByText('austria-latest.osm.pbf').waitFor();
    await app.isSound('plan');
    await phone.go(new URL(page.url()).pathname + new URL(page.url()).search);
    await phone.page.getByText('austria-latest.osm.pbf').waitFor();
    await phone.isSound('plan at 375 px');
    await seen('plan');

    // The download stands still in its middle, and is still there after a reload and in another window.
    const before = mirror.sentBytes;
    mirror.holdAtBytes = before + 500_000;
    await app.press('Add this place');
    await shows('running');
    await expect.poll(async () => (await job())?.progress?.bytes ?? 0).toBeGreaterThan(100_000);
    await app.go('/places');
    await shows('running');
    await page.locator('[data-phase=now]').getByText('Fetch the files').waitFor();
    await page.getByText(/ of 3\.\d MB/).waitFor();
    await phone.go('/');
    await phone.page.getByText('Krems an der Donau is being added.').waitFor();
    await phone.go('/places');
    await shows('running', phone);
    await app.isSound('running');
    await phone.isSound('running at 375 px');
    await seen('running');

    await app.press('Stop');
    await shows('stopped');
    await seen('stopped');

    const fetched = mirror.sentBytes - before;
    mirror.holdAtBytes = Number.POSITIVE_INFINITY;
    await app.press('Start again');
    await shows('done');
    await app.isSound('done');
    // A window that saw it stop asks again when somebody comes back to it.
    await phone.go('/places');
    await shows('done', phone);
    await phone.isSound('done at 375 px');
    // It ends in an answer in the currency of the place, with how sure that is.
    for (const { page } of [app, phone]) {
      const first = page.locator('[data-first-answer="krems-an-der-donau-at"]');
      await first
        .getByText(/not clear|there is (no )?room/i)
        .first()
        .waitFor();
      await first.getByText(/€/).first().waitFor();
      expect(await first.innerText()).toMatch(/modelled/i);
    }
    await seen('done');
    expect(fetched).toBeGreaterThan(500_000);

    await app.press('Ask who lives in Krems an der Donau');
    const figure = page.locator('[data-figure="/bands/2/cumulativeResidents"]');
    await figure.waitFor();
    // 8,604 people live in the box of the crop; the car reaches nearly all of them.
    const residents = Number(await figure.getAttribute('data-value'));
    expect(residents).toBeGreaterThan(8000);
    expect(residents).toBeLessThanOrEqual(8604);
    await app.isSeen('asked', LOOK_AT);

    // What it has no data for is not offered as if it had, and says what would bring it.
    for (const one of [app, phone]) {
      await one.go('/studio?at=48.41,15.6&place=Krems&territory=krems-an-der-donau-at');
      const what = one.page.getByText('What cannot be answered in Krems an der Donau');
      await what.waitFor();
      expect(await one.page.locator('[data-ask="analysis.realestate"]').count()).toBe(0);
      expect(await one.page.locator('[data-ask="analysis.markets_sector"]').count()).toBe(1);
      await what.click();
      await one.page
        .locator('[data-lacking="analysis.realestate"]')
        .getByText(/listings or sales/)
        .waitFor();
    }
    await seen('lacking');
    await app.isSound('lacking');
    await phone.isSound('lacking at 375 px');
    await app.go('/studio?at=48.41,15.6&place=Krems&territory=krems-an-der-donau-at&ask=analysis.markets_sector');
    await page
      .getByText(/There are no timetables of public transport/)
      .first()
      .waitFor();
    await app.isSeen('modes', LOOK_AT);
    expect([...app.complaints, ...phone.complaints]).toEqual([]);
  });
});
