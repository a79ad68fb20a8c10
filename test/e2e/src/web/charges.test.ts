import { actions } from '@hinterland/actions';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';

const pictures = (file: string) => import(new URL(`../../screenshots/${file}.mjs`, import.meta.url).href);
const { states } = await pictures('states');
const charged = actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id);

const QUESTION = 'ask=analysis.people_economy&at=-36.2,-151.7&reach=bandSeconds:300&mode=car';
/** For a page to ask what it asks by itself. */
const SETTLED_MILLISECONDS = 400;
const DAY_MILLISECONDS = 86_400_000;

/** What a request charges at most, in credits; 0 for one that charges nothing. */
function creditsOf(request: Request): number {
  const { pathname } = new URL(request.url());
  if (request.method() !== 'POST') return 0;
  if (/\/cards\/[^/]+\/run$/.test(pathname)) return Number.POSITIVE_INFINITY;
  if (!/\/actions\/[^/]+\/execute$/.test(pathname)) return 0;
  return (JSON.parse(request.postData() ?? '{}') as { quotedCredits?: number }).quotedCredits ?? 0;
}

/** A charge comes from a click on its price: the pages are opened with a run that waits, and nobody clicks. */
describe.runIf(hasChromium)(`what charges (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  let page: Page;
  let home: string;
  let code: string;
  let paths: readonly string[];
  const sent: string[] = [];

  const charges = async () => (await app.ask<any>(`${home}/ledger?kind=charge`)).data.length;
  async function waitsFor(text: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: text }).first().waitFor();
    await page.waitForTimeout(SETTLED_MILLISECONDS);
  }

  beforeAll(async () => {
    service = await startDemo({ organizations: [callers('CI')] });
    const { signIn } = await pictures('demo');
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    page = app.page;
    await app.signIn(CALLER, CALLER_PASSWORD);
    home = `/organizations/${(await app.ask<any>('/session')).activeOrganization.organization.id}`;
    const session = await signIn(service.url, { email: CALLER, password: CALLER_PASSWORD });
    page.on('request', (request) => {
      const credits = creditsOf(request);
      if (credits > 0) sent.push(`${credits} ${request.url()} at ${page.url()}`);
    });
    // One click, one charge: the analysis that the run below belongs to, with a second question that waits.
    await app.go(`/studio?${QUESTION}`);
    await app.press(/^Run for/);
    await page.locator('[data-result="analysis.people_economy"]').waitFor();
    expect(sent.splice(0).length).toBe(1);
    code = new URL(page.url()).pathname.slice(3);
    await app.openQuestion();
    await app.pick('On foot');
    await waitsFor(/^Run for/);
    // The question is saved as it stands after a pause.
    const state = () => app.ask<any>(`${home}/analyses/${code}/state`);
    while ((await state()).state.question.values.mode !== 'walk') await page.waitForTimeout(SETTLED_MILLISECONDS);
    const all = states({ charged, session: session.cookie, organization: home.split('/').at(-1), analysis: code });
    paths = [
      ...new Set<string>([
        ...all.map(({ path }: { path: string }) => path).filter((path: string) => !/undefined|^\/sign-|#/.test(path)),
        `/a/${code}`,
        `/a/${code}?version=1`,
        `/analyses/${code}`,
        `/studio?${QUESTION}`,
        ...charged.map((id) => `/studio?ask=${id}&at=-36.2,-151.7`),
      ]),
    ];
    await plant();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Keeps runs that wait in the window, as this app and as earlier ones have written them. */
  async function plant(): Promise<void> {
    const { actionId, input } = (await app.ask<any>(`${home}/analyses/${code}`)).latestRun;
    const walks = { ...input, mode: 'walk' };
    // The body that the page asks with, as its price names it.
    const asked = page.waitForRequest((request) => request.url().endsWith('/analysis.people_economy/quote'));
    await page.goto(`${service.url}/a/${code}`);
    const body = JSON.parse((await asked).postData() ?? '{}');
    expect(body).toMatchObject({ mode: walks.mode });
    await page.locator('[data-quoted="analysis.people_economy"] [data-quote]').waitFor();
    const credits = Number(
      await page.locator('[data-quoted="analysis.people_economy"] [data-quote]').first().getAttribute('data-quote'),
    );
    const kept = { path: home, code, actionId, input: body, quotedCredits: credits };
    await page.context().addInitScript(`{
      sessionStorage.setItem('hinterland.pendingRun', ${JSON.stringify(
        JSON.stringify({ ...kept, address: `/a/${code}`, goesOn: true }),
      )});
      sessionStorage.setItem('hinterland.startedRun', ${JSON.stringify(actionId)});
    }`);
  }

  it('no page that is opened, loaded again, left and come back to sends a run', async () => {
    const before = await charges();
    expect(paths.length).toBeGreaterThan(60);
    for (const path of paths) {
      await page.goto(service.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(`document.querySelector('[aria-busy=true]') === null`).catch(() => {});
      await page.waitForTimeout(SETTLED_MILLISECONDS);
      expect([path, sent]).toEqual([path, []]);
    }
    // Where the waiting run is asked: the price is there, and the click alone is missing.
    await page.goto(`${service.url}/a/${code}`);
    await waitsFor(/^Run for/);
    await page.reload();
    await waitsFor(/^Run for/);
    await page.goto(`${service.url}/account/credits`);
    await waitsFor(/^Go on with the run for/);
    await page.goBack();
    await waitsFor(/^Run for/);
    await page.goForward();
    await waitsFor(/^Go on with the run for/);
    expect([sent, await charges()]).toEqual([[], before]);
  });

  it('no message, no other window, no key or click of a script and no passing of time sends a run', async () => {
    const before = await charges();
    // What a message or another window can do: events, and clicks that no person made. By a timer of the page itself: what a driver evaluates
    // counts as a press of its user.
    await page.addInitScript(`(() => {
      const attack = () => {
        const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) => /^(Run for|Go on)/.test(textContent));
        if (buttons.length === 0) return setTimeout(attack, 100);
        const kept = sessionStorage.getItem('hinterland.pendingRun');
        window.dispatchEvent(new StorageEvent('storage', { key: 'hinterland.pendingRun', newValue: kept }));
        window.postMessage({ kind: 'run', run: JSON.parse(kept) }, location.origin);
        for (const name of ['focus', 'online', 'pageshow', 'popstate']) window.dispatchEvent(new Event(name));
        document.dispatchEvent(new Event('visibilitychange'));
        for (const button of buttons) button.click();
        document.documentElement.dataset.attacked = buttons.length;
      };
      setTimeout(attack, 100);
    })()`);
    for (const path of [`/a/${code}`, '/account/credits']) {
      await page.goto(service.url + path);
      await page.locator('html[data-attacked]').waitFor({ state: 'attached' });
      await page.waitForTimeout(SETTLED_MILLISECONDS);
      const other = await page.context().newPage();
      await other.goto(service.url + path);
      await other.getByRole('heading', { level: 1 }).first().waitFor();
      await other.close();
    }
    await page.goto(`${service.url}/a/${code}`);
    await page.locator('html[data-attacked]').waitFor({ state: 'attached' });
    await page.clock.install();
    await page.clock.fastForward(DAY_MILLISECONDS);
    await page.waitForTimeout(SETTLED_MILLISECONDS);
    expect([sent, await charges()]).toEqual([[], before]);
  });
});
