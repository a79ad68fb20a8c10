import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox, PASSWORD } from '../../../../apps/service/src/testing/browser.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { takeOption } from './takeOption.ts';

const AT = '-36.2,-151.7';
/** The figure of a place that was chosen on the front page or the start page. */
const FIGURE = '.card-body[data-action="analysis.isochrone"] [data-figure]';
const QUESTION = `ask=analysis.people_economy&at=${AT}&place=Harbourside&reach=bandSeconds:300&mode=car`;

/** What newcomers do first, where they have stumbled before. */
describe.runIf(hasChromium)(`first steps (where ${CHROMIUM} is)`, () => {
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

  const answer = () => page.locator('[data-result="analysis.people_economy"]');
  const question = () => page.locator('[data-ask]').first();
  async function run(): Promise<string> {
    await app.press(/^Run for/);
    await answer().waitFor();
    return new URL(page.url()).pathname;
  }

  it('a new question after a run begins anew about the same place, by its button and by Back, and another one after it, too', async () => {
    await app.go(`/studio?${QUESTION}`);
    const first = await run();
    await app.press('New question');
    await question().waitFor();
    expect([await answer().count(), new URL(page.url()).pathname]).toEqual([0, '/studio']);
    expect([app.parameter('at'), app.parameter('place'), app.parameter('ask')]).toEqual([AT, 'Harbourside', null]);
    // By Back the answer is there again, as it is kept; forward the new question.
    await page.goBack();
    await answer().waitFor();
    expect(new URL(page.url()).pathname).toBe(first);
    await page.goForward();
    await question().waitFor();
    expect(await answer().count()).toBe(0);

    // The next one is an analysis of its own, and the one after it begins anew, too.
    await app.chooseQuestion('analysis.people_economy');
    await app.pick('On foot');
    const second = await run();
    expect(second).not.toBe(first);
    // Back from the answer is the question that asked it, without an answer.
    await page.goBack();
    await page.locator('[data-quoted="analysis.people_economy"]').waitFor();
    expect([await answer().count(), new URL(page.url()).pathname]).toEqual([0, '/studio']);
    await page.goForward();
    await answer().waitFor();
    await app.press('New question');
    await question().waitFor();
    expect(await answer().count()).toBe(0);
    // The page of questions, followed from itself, is a new question as well.
    await app.chooseQuestion('analysis.people_economy');
    await app.press('Navigation');
    await page.getByRole('menuitem', { name: 'Studio' }).click();
    await question().waitFor();
    expect(app.parameter('ask')).toBeNull();
  });

  it('the place of the front page is there after signing up', async () => {
    const email = 'cafe@example.com';
    const mailbox = new Mailbox(service.home);
    const owner = await App.open(browser, service.url);
    await owner.go('/');
    await takeOption(owner.page.locator('.place-search input'), 'Harbour', /Harbour/);
    await owner.page.locator(FIGURE).first().waitFor();
    const name = owner.parameter('place');
    expect(name).toMatch(/Harbour/);
    // Of what was looked at, the address says where: it is there after a reload.
    await owner.page.reload();
    await owner.page.locator(FIGURE).first().waitFor();
    await owner.page.getByRole('link', { name: 'Ask more: sign up' }).first().click();
    await owner.fill('Your name', 'Rosa');
    await owner.fill('E-mail address', email);
    await owner.fill('Password', PASSWORD);
    await owner.press('Sign up');
    await owner.page.getByText('We sent a link').waitFor();
    const mail = (await mailbox.next(email)).replaceAll('=\r\n', '').replaceAll('=\n', '').replaceAll('=3D', '=');
    const link = new URL(/https?:\/\/\S+\/verify-email\S+/.exec(mail)![0]);
    await owner.go(link.pathname + link.search + link.hash);
    await owner.heading(/^Welcome/);
    await owner.fill('Name of the organization', 'Forno');
    await owner.press('Create organization');
    await owner.page.locator(FIGURE).first().waitFor();
    expect(owner.parameter('place')).toBe(name);
    await owner.page.context().close();
  });

  it('lists that come late open when they come: sectors, and places', async () => {
    const late = async (route: Route) => {
      await new Promise((go) => setTimeout(go, 3000));
      await route.continue();
    };
    for (const path of [`/studio?ask=analysis.markets_sector&at=${AT}`, '/']) {
      const isPlace = path === '/';
      await page.route(isPlace ? '**/search.addresses/execute' : '**/markets.sectors/execute', late);
      await app.go(path);
      const field = isPlace ? page.locator('.place-search input') : page.locator('[data-field*=ector] input').first();
      await field.pressSequentially(isPlace ? 'Harbour' : 'bak');
      const option = page.getByRole('option', { name: isPlace ? /Harbour/ : /bak/i }).first();
      await option.waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  it('says beside an ended session how to sign in, pretends no account, and leads back to what was asked', async () => {
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await app.go(`/studio?${QUESTION}`);
      await page.getByRole('button', { name: /^Run for/ }).waitFor();
      const asked = new URL(page.url());
      await page.context().clearCookies();
      await app.press(/^Run for/);
      const refusal = page.locator('[data-error="not_signed_in"]').first();
      await refusal.getByRole('button', { name: 'Sign in' }).waitFor();
      const bar = page.getByRole('banner');
      await bar.getByRole('button', { name: 'Sign in' }).waitFor();
      expect([await bar.locator('[data-balance]').count(), await bar.locator('.avatar').count()]).toEqual([0, 0]);
      expect([width, await overflowPixels(page), await accessibilityFaults(page)]).toEqual([width, 0, []]);
      await refusal.getByRole('button', { name: 'Sign in' }).click();
      await app.heading('Sign in');
      await app.fill('E-mail address', CALLER);
      await app.fill('Password', CALLER_PASSWORD);
      await app.press('Sign in');
      await page.locator('[data-quoted="analysis.people_economy"] [data-quote]').waitFor();
      for (const name of ['ask', 'at', 'place', 'reach', 'mode'])
        expect([name, app.parameter(name)]).toEqual([name, asked.searchParams.get(name)]);
      await bar.locator('[data-balance]').waitFor();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    // Who opens a page without a session comes back to it with its query, too.
    await page.context().clearCookies();
    await app.go(`/studio?${QUESTION}`);
    await app.heading('Sign in');
    await app.fill('E-mail address', CALLER);
    await app.fill('Password', CALLER_PASSWORD);
    await app.press('Sign in');
    await page.locator('[data-quoted="analysis.people_economy"] [data-quote]').waitFor();
    expect(app.parameter('at')).toBe(AT);
  });

  it('sends places that were pressed on the map with the names that the page says, and titles an analysis by what it asks', async () => {
    const named = page.waitForResponse((one) => one.url().endsWith('/search.reverse_address/execute'));
    await app.go(
      `/studio?ask=analysis.site_comparison&at=-36.2,-151.7;-36.203,-151.705&reach=bandSeconds:300&mode=car`,
    );
    await page.getByRole('button', { name: /^Run for/ }).waitFor();
    // The names come from the nearest addresses.
    await named;
    await page.waitForTimeout(1500);
    const asked = page.waitForRequest((one) => one.url().endsWith('/analysis.site_comparison/execute'));
    await app.press(/^Run for/);
    const body = JSON.parse((await asked).postData() ?? '{}');
    const places = Object.values<any>(body).find((value) => value[0]?.lat !== undefined);
    expect(places.length).toBe(2);
    for (const { name } of places) expect(name).toMatch(/\p{L}{3}/u);
    await page.locator('[data-result="analysis.site_comparison"]').waitFor();
    await app.heading(/2 places$/);
  });

  it('finds questions by their words, places, sectors, analyses and pages in one search', async () => {
    await app.go('/');
    const found = async (text: string) => {
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Commands' });
      await dialog.waitFor();
      await page.keyboard.type(text);
      return dialog.getByRole('menuitem');
    };
    for (const [text, name] of [
      ['bakery', /^Bakeries/],
      ['bakeries', /^Bakeries/],
      ['room', 'Is there room for another shop?'],
      ['where should I open', 'Where should I open?'],
      ['close', 'Who can reach my stores, and which could close?'],
      ['sell', 'What do the sales of my stores teach?'],
      ['report', 'Analyses'],
      ['invoice', 'Credits'],
      ['boss', 'Analyses'],
      ['price', 'What do homes cost here?'],
      ['Harbourside', /^Harbourside/],
    ] as const) {
      const items = await found(text);
      await items.filter({ hasText: name }).first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' });
    }
    const items = await found('bakery');
    await items
      .filter({ hasText: /^Bakeries/ })
      .first()
      .click();
    await page.locator('[data-action="analysis.markets_sector"]').waitFor();
    expect(app.parameter('sector')).toBe('food.bakery');
  });

  it('asks no other host', () => expect(app.complaints).toEqual([]));
});
