import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, CHROMIUM, hasChromium, launchChromium, overflowPixels } from '../developers/browser.ts';
import { root } from '../hinterland.ts';

const WEB = join(root, 'apps/web');
const ORIGIN = 'http://127.0.0.1';
const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };

describe.skipIf(!hasChromium)(`components in their states (where ${CHROMIUM} is)`, () => {
  let browser: Browser;
  let page: Page;
  let folder = '';
  const errors: string[] = [];

  beforeAll(async () => {
    // As under npm run dev, whose page it is, in files that need no server.
    folder = await mkdtemp(join(tmpdir(), 'hinterland-states-'));
    await build({
      root: WEB,
      configFile: join(WEB, 'vite.config.ts'),
      mode: 'development',
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, minify: false, sourcemap: false },
    });
    browser = await launchChromium();
    page = await browser.newPage({ baseURL: ORIGIN, viewport: { width: 1440, height: 900 } });
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      // Nobody is signed in.
      if (pathname.startsWith('/web/v1/')) return route.fulfill({ status: 401, json: { error: 'unauthorized' } });
      const path = extname(pathname) === '' ? '/index.html' : pathname;
      const contentType = TYPES[extname(path)] ?? 'application/octet-stream';
      // The service has the icon of the tab, and nobody asks for it here.
      const body = await readFile(join(folder, path)).catch(() => null);
      return body === null ? route.fulfill({ status: 404 }) : route.fulfill({ body, contentType });
    });
    await page.goto('/states');
    await page.getByRole('heading', { name: 'Answers', exact: true }).waitFor();
    // States that load stay busy; the rest is there.
    await page
      .locator('[data-state="Field, limits: filled, empty, at fault"] input[type=range]')
      .first()
      .waitFor({ state: 'attached' });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([1440, 375])('fit %i px, without a fault that axe-core finds by day or by night', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowPixels(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('have no such fault in dialogs either', async () => {
    const openers = page.getByRole('region', { name: 'Dialogs' }).locator('.state > div > button');
    const count = await openers.count();
    expect(count).toBe(6);
    for (let i = 0; i < count; i++) {
      await openers.nth(i).click();
      await page.getByRole('dialog').waitFor();
      expect([i, await accessibilityFaults(page, '[role=dialog]')]).toEqual([i, []]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(errors).toEqual([]);
  });

  it('say what happened where one throws, and draw it again', async () => {
    for (const what of ['part', 'map', 'answer']) {
      const state = page.locator(`[data-state="Boundary, around what fails: ${what}"]`);
      await state.getByRole('button', { name: 'Throw' }).click();
      await state.locator(`[data-failed=${what}]`).waitFor();
      expect([what, await accessibilityFaults(page, `[data-failed=${what}]`)]).toEqual([what, []]);
      await state.getByRole('button', { name: 'Try again' }).click();
      await state.getByRole('button', { name: 'Throw' }).waitFor();
    }
  });
});
