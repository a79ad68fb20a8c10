import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, overflowPixels } from '../developers/browser.ts';
import { App } from './driver.ts';
import type { Studio } from './studioFlows.ts';

/** Another member of the organization. */
export const READER = { email: 'zanzibar.reader@example.com', password: 'correct horse battery' } as const;

/** Words of what a shared page must not hold: a key, an analysis that is not shared, an address of a member. */
const KEY = 'Quagga till';
const OTHER = 'Okapi takeover plans';

interface SharingStudio extends Studio {
  readonly browser: Browser;
}

interface SavedState {
  readonly revision: number;
  readonly state: {
    readonly question: { readonly places: readonly { readonly lat: number }[]; readonly values: { mode?: string } };
    readonly view: Readonly<Record<string, string>>;
  };
}

const EMBEDDED_KILOBYTES = 60;

/** Analyses in several windows, at links, and in frames of other sites. */
export function sharing(studio: () => SharingStudio): void {
  describe('an analysis of several people', () => {
    let code: string;
    let first: App;

    /** Calls the session surface with the cookies of a window. */
    async function send<T>({ page }: App, method: string, path: string, data: object = {}): Promise<T> {
      const { url, organization } = studio();
      const headers = { Origin: url };
      const answer = await page.request.fetch(`${url}/web/v1${organization}${path}`, { method, data, headers });
      expect([path, answer.ok()]).toEqual([path, true]);
      return answer.json();
    }
    const saved = (): Promise<SavedState> => studio().ask(`${studio().organization}/analyses/${code}/state`);
    const modeSaved = async () => (await saved()).state.question.values.mode ?? 'none';
    const latSaved = async () => (await saved()).state.question.places[0]?.lat;
    const poll = (of: () => Promise<unknown>) => expect.poll(of);

    /** Another window with the same cookies. */
    async function secondWindow(): Promise<App> {
      const { browser, url } = studio();
      const app = await App.open(browser, url, 'pointer', 1000);
      await app.page.context().addCookies(await first.page.context().cookies());
      return app;
    }
    /** Opens the analysis and waits for its answer. */
    async function openIn(app: App): Promise<void> {
      await app.go(`/a/${code}`);
      await app.page.locator('[data-result][data-version="1"]').waitFor();
      await app.page.locator('[data-pin="0"]').waitFor();
    }
    async function moveIn({ page }: App): Promise<void> {
      await page.locator('[data-pin="0"]').focus();
      for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowUp');
    }
    const travel = async (app: App, name: string) => {
      await app.openQuestion();
      await app.page.getByRole('radio', { name }).click();
    };

    beforeAll(async () => {
      first = studio().app;
      await first.page.setViewportSize({ width: 1000, height: 700 });
    });

    it('opens again as it was left: places, layers, answer, open table, selected row and camera', async () => {
      const { page } = first;
      await first.go('/studio?at=-36.2,-151.7&ask=analysis.people_economy');
      await first.press(/^Run for/);
      await page.locator('[data-result="analysis.people_economy"]').waitFor();
      code = /\/a\/(\w{12})/.exec(page.url())?.[1] as string;
      await first.showAllFigures();
      await poll(async () => (await first.figures()).size).toBeGreaterThan(100);
      await first.press('Table');
      await page.getByRole('radio', { name: /^Catchment/ }).click();
      await first.press(/^Select row 2/);
      await first.mapIsDrawn();
      // The camera goes where the area is not seen whole: nothing may bring it back.
      for (const press of ['+', '+', 'ArrowRight']) {
        const before = first.parameter('map');
        await page.locator('.map canvas').press(press);
        await poll(async () => first.parameter('map')).not.toBe(before);
      }
      await first.mapIsDrawn();
      const looks = ['map', 'table', 'select', 'tab'] as const;
      const screen = async (app: App) => ({
        ...Object.fromEntries(looks.map((name) => [name, app.parameter(name)])),
        layers: await app.layers(),
        result: await app.page.locator('[data-result]').getAttribute('data-version'),
        figures: (await app.figures()).size,
        rows: await app.page.locator('[data-twin] tbody tr').count(),
        selected: await app.page.locator('[data-twin] tr[data-selected]').textContent(),
      });
      const pin = async (app: App) => (await app.page.locator('[data-pin="0"]').boundingBox()) ?? { x: 0, y: 0 };
      const [left, pinLeft] = [await screen(first), await pin(first)];
      expect(looks.map((name) => first.parameter(name))).not.toContain(null);
      await poll(async () => (await saved()).state.view.map).toBe(first.parameter('map'));
      await poll(async () => (await saved()).state.view.select).toBe(first.parameter('select'));

      const again = await secondWindow();
      await again.page.setViewportSize({ width: 1000, height: 700 });
      await openIn(again);
      await again.page.locator('[data-twin] tr[data-selected]').waitFor();
      await poll(async () => (await again.layers()).area).toBe(3);
      await again.mapIsDrawn();
      await poll(async () => (await again.figures()).size).toBe(left.figures);
      expect(await screen(again)).toEqual(left);
      // The address rounds the camera.
      const pinAgain = await pin(again);
      expect(Math.hypot(pinAgain.x - pinLeft.x, pinAgain.y - pinLeft.y)).toBeLessThan(3);
      // To look at it changes nothing.
      const { revision } = await saved();
      await again.press('Close the table');
      await poll(async () => (await saved()).state.view.table).toBeUndefined();
      expect((await saved()).revision).toBe(revision + 1);
      await again.page.context().close();
    });

    it('in two windows: the later save is refused, shown by parts, merged by choice, and nothing is lost', async () => {
      const second = await secondWindow();
      await openIn(first);
      await openIn(second);
      const lat = await latSaved();
      await travel(second, 'On foot');
      await poll(modeSaved).toMatch(/foot|walk/);
      await moveIn(first);
      const alert = first.page.locator('[data-error=state_changed]');
      await alert.waitFor();
      // What each changed alone is kept unless a person wants otherwise.
      await first.page.locator('[data-merge=places][data-choice=mine]').waitFor();
      await first.page.locator('[data-merge=settings][data-choice=theirs]').waitFor();
      expect(await latSaved()).toBe(lat);
      expect(await accessibilityFaults(first.page, '[data-error=state_changed]')).toEqual([]);
      await first.press('Go on with this choice');
      await alert.waitFor({ state: 'detached' });
      await poll(latSaved).not.toBe(lat);
      expect(await modeSaved()).toMatch(/foot|walk/);
      const moved = await latSaved();
      // Undo goes to what the other window had saved, and to what was here before.
      await first.press('Undo');
      await poll(latSaved).toBe(lat);
      expect(await modeSaved()).toMatch(/foot|walk/);
      await first.press('Undo');
      await poll(modeSaved).not.toMatch(/foot|walk/);
      await poll(latSaved).toBe(moved);
      await second.page.context().close();
    });

    it('of another member: a reader is shown what the creator changed, and keeps their own in a copy', async () => {
      const { browser, url, organization } = studio();
      await send(first, 'PUT', `/analyses/${code}/shares`, { organization: true });
      const reader = await App.open(browser, url, 'pointer', 1000);
      await reader.signIn(READER.email, READER.password);
      await openIn(reader);
      await travel(reader, 'On foot');
      const before = await saved();
      await send(first, 'PUT', `/analyses/${code}/state`, {
        revision: before.revision,
        state: { ...before.state, question: { ...before.state.question, values: { mode: 'car' } } },
      });
      // A window that is looked at again asks for what has changed.
      await reader.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await reader.page.locator('[data-error=state_changed]').waitFor();
      await reader.press('Keep mine as a copy');
      await reader.page.waitForURL((address) => !address.pathname.endsWith(code));
      const copy = /\/a\/(\w{12})/.exec(reader.page.url())?.[1] as string;
      const own = await send<SavedState>(reader, 'GET', `/analyses/${copy}/state`);
      expect(own.state.question.values.mode).toMatch(/foot|walk/);
      expect(await modeSaved()).toBe('car');
      const refused = await reader.page.request.put(`${url}/web/v1${organization}/analyses/${code}/state`, {
        headers: { Origin: url },
        data: { revision: 1, state: {} },
      });
      expect(refused.status()).toBe(403);
      expect(reader.complaints).toEqual([]);
      await reader.page.context().close();
    });

    describe('at its link and in a frame', () => {
      let news: Server;
      let stranger: Server;
      let context: BrowserContext;
      let page: Page;
      /** Everything that was sent to the visitor, as text. */
      let heard: Promise<string>[] = [];

      const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      /** A site whose page shows the analysis in a frame. */
      const site = async (): Promise<Server> => {
        const server = createServer((_, response) =>
          response
            .writeHead(200, { 'Content-Type': 'text/html' })
            .end(`<!doctype html><html lang="en"><title>News</title><iframe src="${studio().url}/a/${code}/embed">`),
        );
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        return server;
      };

      /** An answer's address, headers and body; a body that the page left before it was read is empty. */
      const asText = async (response: Response): Promise<string> => {
        const type = response.headers()['content-type'] ?? '';
        const body = /text|json|svg/.test(type) ? await response.text().catch(() => '') : '';
        return `${response.url()}\n${JSON.stringify(await response.allHeaders())}\n${body}`;
      };

      beforeAll(async () => {
        [news, stranger] = await Promise.all([site(), site()]);
        await send(first, 'POST', '/keys', { name: KEY, scopes: ['read'], monthlyCap: null });
        await send(first, 'POST', '/analyses', { name: OTHER });
        await send(first, 'PUT', `/analyses/${code}/shares`, { anyone: true, anyoneExpiresDays: 7 });
        await send(first, 'PUT', `/analyses/${code}/embedding`, { sites: [originOf(news)] });
        context = await studio().browser.newContext({ viewport: { width: 375, height: 800 } });
        page = await context.newPage();
        page.on('response', (response) => heard.push(asText(response)));
      });
      afterAll(async () => {
        // What is still being read when the context closes is not there any more.
        page?.removeAllListeners('response');
        const read = Promise.allSettled(heard);
        await context?.close();
        await read;
        for (const server of [news, stranger]) server?.close();
      });

      it('shows those who are signed out the analysis, and no word of anything else', async () => {
        const { url, organization, ask } = studio();
        heard = [];
        await page.goto(`${url}/a/${code}`);
        await page.getByRole('heading', { level: 1, name: /Who lives nearby/ }).waitFor();
        await page.getByRole('heading', { name: 'Method and data' }).waitFor();
        for (const width of [375, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect([width, await overflowPixels(page)]).toEqual([width, 0]);
          expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
        }
        await page.goto(originOf(news));
        const frame = page.frameLocator('iframe');
        await frame.getByRole('heading', { level: 1, name: /Who lives nearby/ }).waitFor();
        await frame.getByRole('link', { name: /The whole analysis/ }).waitFor();
        await frame.getByText('Fictional data').waitFor();
        await page.waitForLoadState('networkidle');

        const all = (await Promise.all(heard)).join('\n');
        const { balance } = await ask<{ balance: number }>(`${organization}/credits`);
        const { data } = await ask<{ data: readonly { code: string; name: string }[] }>(`${organization}/analyses`);
        const others = data.filter((one) => one.code !== code);
        const own = data.find((one) => one.code === code)?.name ?? '';
        const { data: keys } = await ask<{ data: readonly { name: string; prefix?: string }[] }>(
          `${organization}/keys`,
        );
        expect(others.map(({ name }) => name)).toContain(OTHER);
        expect(keys.map(({ name }) => name)).toContain(KEY);
        const words = [
          ...others.map((one) => one.code),
          ...others.map(({ name }) => name).filter((name) => !own.includes(name)),
          ...keys.map(({ name }) => name).filter((name) => name.length > 2),
          ...keys.flatMap(({ prefix }) => prefix ?? []),
          READER.email,
          'zanzibar',
          'caller@example.com',
          'hl_test_',
          '"balance"',
          `${balance.toLocaleString('en')} credits`,
          'Callers',
          OTHER,
          KEY,
        ];
        expect(words.filter((word) => all.includes(word))).toEqual([]);
        expect(all).toContain('Who lives nearby');
        expect(all).not.toMatch(/set-cookie|\/web\/v1/i);
      });

      it('shows a map that moves, where scripts may run, and its picture where not', async () => {
        const { url, browser } = studio();
        const complaints: string[] = [];
        const note = (message: { text(): string }) => complaints.push(message.text());
        page.on('console', note);
        await page.goto(`${url}/a/${code}?language=de`);
        const map = page.locator('.live-map[data-shown][data-map-state=idle]');
        await map.waitFor();
        expect(await page.locator('.picture > svg').isVisible()).toBe(false);
        const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
        // The place asked about lies in its own area.
        await page.locator('.live-map .pin').first().hover();
        await page.locator('.map-card').waitFor();
        await map.hover({ position: { x: width / 2, y: height / 2 } });
        await expect.poll(() => page.locator('.map-card').textContent()).toMatch(/^Bis \d+/);
        const scale = () => page.locator('.live-map .maplibregl-ctrl-scale').textContent();
        const before = await scale();
        await page.getByRole('button', { name: 'Vergrößern' }).click();
        await expect.poll(scale).not.toBe(before);
        expect(await accessibilityFaults(page)).toEqual([]);
        page.off('console', note);
        expect(complaints.filter((text) => /Content Security Policy|Error/i.test(text))).toEqual([]);

        const plain = await browser.newContext({ javaScriptEnabled: false });
        const still = await plain.newPage();
        await still.goto(`${url}/a/${code}`);
        expect(await still.locator('.picture > svg').isVisible()).toBe(true);
        await plain.close();
      });

      it('is framed by the site that its creator named, and refused to another', async () => {
        const { url } = studio();
        const answer = await page.request.get(`${url}/a/${code}/embed`);
        expect(answer.headers()['content-security-policy']).toBe(
          `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${originOf(news)}`,
        );
        expect(answer.headers()['x-frame-options']).toBeUndefined();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        await page.goto(originOf(stranger));
        await expect.poll(() => complaints.filter((text) => /frame-ancestors/.test(text)).length).toBeGreaterThan(0);
        expect(await page.frameLocator('iframe').getByText('Who lives nearby').count()).toBe(0);
        await page.goto(`${url}/a/${code}/embed`);
        for (const width of [320, 1440]) {
          await page.setViewportSize({ width, height: 640 });
          expect([width, await overflowPixels(page)]).toEqual([width, 0]);
          expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
        }
        const files = [
          answer,
          await page.request.get(`${url}${/href="(\/assets[^"]*)"/.exec(await answer.text())?.[1]}`),
        ];
        const kilobytes = await Promise.all(files.map(async (file) => gzipSync(await file.body()).length / 1000));
        expect(kilobytes[0]! + kilobytes[1]!).toBeLessThan(EMBEDDED_KILOBYTES);

        await send(first, 'PUT', `/analyses/${code}/shares`, {});
        await page.goto(originOf(news));
        await page.frameLocator('iframe').getByText('This link was withdrawn').waitFor();
        await page.goto(`${url}/a/${code}`);
        await page.getByRole('heading', { level: 1, name: 'This link was withdrawn' }).waitFor();
      });
    });
  });
}
