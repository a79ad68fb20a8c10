import type { Browser, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { overflowPixels } from '../developers/browser.ts';
import { App } from './driver.ts';

/** What is used of the globals of a page. */
interface Window {
  said?: string[];
}

/**
 * Writes down what a screen reader announces: texts of live regions that were there before, and alerts. A region that comes with its
 * text is not announced, so it is not written down either.
 */
const LISTEN = `
  const LIVE = '[role=status],[aria-live=polite],[aria-live=assertive]';
  const known = new WeakSet();
  globalThis.said = [];
  new MutationObserver((changes) => {
    const regions = new Set(changes.flatMap(({ target }) => {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
      return region && known.has(region) ? [region] : [];
    }));
    for (const region of regions) {
      const text = region.textContent.replace(/\\s+/g, ' ').trim();
      if (text !== '') globalThis.said.push(text);
    }
    for (const region of document.querySelectorAll(LIVE)) known.add(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

const announced = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as Window).said ?? []);

/** Roles that a person works with; each needs a name to be read. */
const NAMELESS =
  /^\s*- (button|link|textbox|combobox|searchbox|slider|radio|checkbox|application|img|table)(?!\w| ")/gm;

/** The first two flows with keys alone, as they are read aloud. `signedIn` has the cookies of the reader. */
export function testAloud(given: () => { browser: Browser; url: string; signedIn: App }): void {
  it('leads by keys from an address to an area, a price and an answer, all of them announced', async () => {
    const { browser, url, signedIn } = given();
    const app = await App.open(browser, url, 'keyboard', 900);
    const { page } = app;
    await page.context().addCookies(await signedIn.page.context().cookies());
    await page.addInitScript(LISTEN);
    const isAnnounced = (text: RegExp) =>
      expect.poll(async () => (await announced(page)).filter((one) => text.test(one))).not.toEqual([]);

    await app.go('/');
    await app.fill('Address or area', '56 Northern Road');
    await page
      .getByRole('option', { name: /^Northern Road 56/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await app.press(/studio/);
    // Until the studio is loaded, the start page stands, whose place and example both have this figure.
    await app.mapIsDrawn();
    await page.locator('[data-figure="/bands/2/cumulativeResidents"]').waitFor();
    await isAnnounced(/[\d,]+ people reach this place within 15 minutes by car/);

    await app.press(/Who lives nearby/);
    await isAnnounced(/^The price is 20 credits\.$/);
    await app.press('Run for 20 credits');
    await page.locator('[data-result="analysis.people_economy"]').waitFor();
    await isAnnounced(/^The run is in progress$/);
    await isAnnounced(/^The answer is there\.$/);

    // The question is a line now, which has the focus: its steps open from there.
    const change = page.getByRole('button', { name: 'Change the question' });
    await expect.poll(() => change.evaluate(isActive)).toBe(true);
    await page.keyboard.press('Enter');
    const read = await page.getByRole('main').ariaSnapshot();
    const steps = [...read.matchAll(/- heading "(Where|What|Price and run|Answer)" \[level=2\]/g)].map(
      ([, name]) => name,
    );
    expect(steps).toEqual(['What', 'Where', 'Price and run', 'Answer']);
    expect(read).toMatch(/- paragraph:[\s\S]{0,40}[\d,]+[\s\S]{0,20}people live within 15 minutes by car/);
    expect(read.match(NAMELESS)).toBeNull();

    // A topic opens with a key, and each of its figures is a button that says how it came about.
    const topic = page.locator('[data-topic="residents"] > summary');
    await topic.focus();
    await page.keyboard.press('Enter');
    const figure = page.locator('[data-topic="residents"] [data-figure]').first();
    await figure.focus();
    expect(await page.locator('[data-topic="residents"] tr[data-pointed]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Meaning').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });
}

/** Whether an element has the focus. */
const isActive = (node: unknown): boolean =>
  node === (node as { readonly ownerDocument: { readonly activeElement: unknown } }).ownerDocument.activeElement;

const WIDTHS = [1440, 375];

/** Runs the question that is filled in, and looks at its answer at both widths; states.test.ts has every answer in both themes. */
export async function checkAnswer(app: App, actionId: string): Promise<void> {
  const { page } = app;
  const size = page.viewportSize();
  await app.press(/^Run/);
  const answer = page.locator(`[data-result="${actionId}"]`);
  await answer.waitFor();
  await expect.poll(() => answer.locator('[aria-busy=true]').count()).toBe(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 500 });
    expect([actionId, width, await overflowPixels(page)]).toEqual([actionId, width, 0]);
  }
  if (size !== null) await page.setViewportSize(size);
}
