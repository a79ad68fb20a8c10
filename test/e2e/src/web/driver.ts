import { mkdirSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults, launchChromium, overflowPixels } from '../developers/browser.ts';
import { focusFault, watchHand } from './focus.ts';

/** Debian's Chromium in which no name resolves: what is not of this machine cannot be asked. */
export const launchOffline = (): Promise<Browser> =>
  launchChromium(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']);

/** How a person works: keys alone, or pointing. With keys, the focus is held to be somewhere and in sight after each step. */
export type Hand = 'keyboard' | 'pointer';

const PRESSES_MAX = 120;

/**
 * Pixels of a map for each pixel of CSS and direction: the processor draws maps here, and with all of them it takes twice as long.
 * All of the page but what a map looks like is as it is: layout, and what lies where on the map.
 */
const MAP_PIXELS = 0.25;

/** Parts of a page that the driver reads; the tests are typed without the DOM. */
interface Element {
  contains(other: unknown): boolean;
  readonly ownerDocument: { readonly activeElement: unknown };
}

interface Attributed {
  getAttribute(name: string): string | null;
}

/** The web app in a browser, worked by labels and names as a person does. */
export class App {
  readonly page: Page;
  readonly #url: string;
  readonly #hand: Hand;
  /** Requests to other hosts, and faults that the browser reports. */
  readonly complaints: string[] = [];

  private constructor(page: Page, url: string, hand: Hand) {
    this.page = page;
    this.#url = url;
    this.#hand = hand;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== url) this.complaints.push(request.url());
    });
  }

  /** A window of its own, with its own cookies. Who looks at a picture of the map gives it a pixel for each of the page. */
  static async open(
    browser: Browser,
    url: string,
    hand: Hand = 'pointer',
    width = 1440,
    mapPixels = MAP_PIXELS,
    locale = 'en',
  ): Promise<App> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      locale,
    });
    // MapLibre alone asks for it.
    await context.addInitScript(`Object.defineProperty(globalThis, 'devicePixelRatio', { value: ${mapPixels} })`);
    if (hand === 'keyboard') await watchHand(context);
    return new App(await context.newPage(), url, hand);
  }

  /** Opens an address of the app and waits for its page. */
  async go(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Signs in, by the form, and waits for the start page. */
  async signIn(email: string, password: string): Promise<void> {
    await this.go('/sign-in');
    await this.fill('E-mail address', email);
    await this.fill('Password', password);
    await this.press('Sign in');
    await this.heading(/^Welcome/);
  }

  /** Reads the session surface with the cookies of the window. */
  async ask<T>(path: string): Promise<T> {
    const answer = await this.page.request.get(`${this.#url}/web/v1${path}`);
    expect([path, answer.status()]).toEqual([path, 200]);
    return answer.json();
  }

  /** Goes to a page: by the palette, by its link, which on a phone is in a menu, or by the menu of the organization. */
  async visit(name: string): Promise<void> {
    if (this.#hand === 'keyboard') {
      await this.page.keyboard.press('Control+k');
      await this.page.getByRole('dialog', { name: 'Commands' }).waitFor();
      await this.page.keyboard.type(name);
      await this.key('Enter');
    } else {
      const menu = this.page.getByRole('button', { name: 'Navigation' });
      const navigation = this.page.getByRole('navigation');
      await menu.or(navigation).first().waitFor();
      if (await menu.isVisible()) {
        await this.pressInMenu('Navigation', name);
      } else if (await navigation.getByRole('link', { name, exact: true }).isVisible()) {
        await this.press(name, navigation);
      } else {
        // Pages of the organization lie behind its name.
        await this.page.locator('.topbar button:has(bdi)').click();
        await this.#take(this.page.getByRole('menuitem', { name, exact: true }));
      }
    }
    await this.heading(name);
  }

  heading(name: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  async fill(label: string, text: string, within: Page | Locator = this.page): Promise<void> {
    await this.type(within.getByLabel(label, { exact: true }).last(), text);
  }

  /** Fills in a field. */
  async type(field: Locator, text: string): Promise<void> {
    if (this.#hand === 'pointer') return field.fill(text);
    await this.#reach(field);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
    await this.hasFocus(`typing into ${field}`);
  }

  /** Presses a button or follows a link. */
  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const target = within.getByRole('button', { name }).or(within.getByRole('link', { name })).first();
    if (this.#hand === 'pointer') return target.click();
    await this.#reach(target);
    await this.key('Enter');
  }

  /** Presses a key. */
  async key(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.hasFocus(key);
  }

  /** Types into a field with a list and takes an option of it, by keys; answers its name. */
  async take(label: string | RegExp, text: string, name: RegExp): Promise<string> {
    await this.#reach(this.page.getByRole('combobox', { name: label }).first());
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
    const option = this.page.getByRole('option', { name }).first();
    await option.waitFor();
    for (let presses = 0; (await option.getAttribute('data-focused')) === null; presses++) {
      if (presses === PRESSES_MAX) throw new Error(`No arrow leads to ${name}`);
      await this.page.keyboard.press('ArrowDown');
    }
    const taken = (await option.locator('bdi').first().textContent()) ?? '';
    await this.key('Enter');
    return taken;
  }

  /** Moves the focus with Tab alone. */
  async reach(element: Locator): Promise<void> {
    await this.#reach(element);
    await this.hasFocus('Tab');
  }

  /** Chooses one of a few that are all shown: Tab leads to them, arrows from one to the next. */
  async pick(name: string | RegExp): Promise<void> {
    const choice = this.page.getByRole('radio', { name }).first();
    if (this.#hand === 'pointer') return choice.click();
    const group = this.page.getByRole('radiogroup').filter({ has: choice });
    await group.waitFor();
    for (let presses = 0; (await group.locator(':focus').count()) === 0; presses++) {
      if (presses === PRESSES_MAX) throw new Error(`Tab does not reach ${group}`);
      await this.page.keyboard.press('Tab');
    }
    for (let left = await group.getByRole('radio').count(); left > 1; left--)
      await this.page.keyboard.press('ArrowLeft');
    await this.#pressUntil(choice, 'ArrowRight');
    await this.key('Space');
  }

  /** Expects that something on the page has the focus, in sight and with a ring; where one points, nothing needs it. */
  async hasFocus(step: string): Promise<void> {
    if (this.#hand === 'keyboard') expect([step, await focusFault(this.page)]).toEqual([step, null]);
  }

  /** How many pixels of the map's picture have nearly this color, "#1668c4". */
  async pixelsOfMap(color: string): Promise<number> {
    const picture = await this.page.getByRole('application').screenshot();
    // A page without the app's rules reads it, as the app may not.
    const reader = await this.page.context().newPage();
    const count = await reader.evaluate<number>(`(async () => {
      const wanted = [1, 3, 5].map((at) => Number.parseInt('${color}'.slice(at, at + 2), 16));
      const answer = await fetch('data:image/png;base64,${picture.toString('base64')}');
      const image = await createImageBitmap(await answer.blob());
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((value, i) => Math.abs(data[at + i] - value) <= 24)) count++;
      return count;
    })()`);
    await reader.close();
    return count;
  }

  /** Presses a button of the open dialog. */
  async pressInDialog(name: string): Promise<void> {
    await this.press(name, this.page.getByRole('dialog'));
  }

  /** Checks a box, or unchecks it. */
  async toggle(name: string): Promise<void> {
    const box = this.page.getByRole('checkbox', { name });
    if (this.#hand === 'pointer') return this.page.locator('label').filter({ has: box }).click();
    await this.#reach(box);
    await this.key('Space');
  }

  /** Chooses from the menu behind a button. */
  async pressInMenu(button: string, name: string): Promise<void> {
    await this.press(button);
    await this.#take(this.page.getByRole('menuitem', { name, exact: true }));
  }

  /** Chooses an option of a select, of the open dialog where nothing else is named. */
  async choose(
    label: string,
    name: string | RegExp,
    within: Page | Locator = this.page.getByRole('dialog'),
  ): Promise<void> {
    await this.press(new RegExp(label), within);
    await this.#take(this.page.getByRole('option', { name }));
  }

  /** Waits until everything that belongs on the map is drawn. */
  mapIsDrawn(): Promise<void> {
    return this.page.locator('[role=application][data-map-state=idle]').waitFor();
  }

  /** Expects a state of the page to fit its window, and no fault that axe-core finds in it, by day or by night. */
  async isSound(state: string, within = 'html'): Promise<void> {
    expect([state, await overflowPixels(this.page)]).toEqual([state, 0]);
    expect([state, await accessibilityFaults(this.page, within)]).toEqual([state, []]);
  }

  /** Expects a state of the page to fit its window; takes a picture of it by day and by night into a folder, where one is named. */
  async isSeen(state: string, folder: string | undefined): Promise<void> {
    expect([state, await overflowPixels(this.page)]).toEqual([state, 0]);
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    const width = this.page.viewportSize()?.width;
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme });
      if ((await this.page.getByRole('application').count()) > 0) await this.mapIsDrawn();
      await this.page.screenshot({ path: `${folder}/${state}-${width}-${colorScheme}.png` });
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
  }

  /** Layers on the map, and how many features each has. */
  async layers(): Promise<Record<string, number>> {
    const text = (await this.page.getByRole('application').getAttribute('data-layers')) ?? '';
    const pairs = text.split(' ').filter(Boolean);
    return Object.fromEntries(pairs.map((pair) => pair.split(':')).map(([name, count]) => [name, Number(count)]));
  }

  /** Opens the steps of a question that has an answer, where they are folded to a line. */
  async openQuestion(): Promise<void> {
    const change = this.page.getByRole('button', { name: 'Change the question' });
    if (await change.isVisible()) await change.click();
  }

  /** Chooses a question of the studio by the action that answers it. */
  async chooseQuestion(actionId: string): Promise<void> {
    await this.openQuestion();
    const other = this.page.getByRole('button', { name: 'Another question' });
    const question = this.page.locator(`[data-ask="${actionId}"]`);
    if (await other.isVisible()) await other.click();
    if (!(await question.isVisible())) await this.page.getByText('Look something up').click();
    await question.click();
    await this.page.locator(`[data-action="${actionId}"]`).waitFor();
  }

  /** What the address says: question, places, camera, version. */
  parameter(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name);
  }

  /** Shows the figures of the answer that its summary leaves out, and waits until all are there. */
  async showAllFigures(): Promise<void> {
    await this.page.getByRole('radio', { name: 'All figures' }).click();
    await expect.poll(() => this.page.locator('[data-result] [aria-busy=true]').count()).toBe(0);
  }

  /** JSON pointers of the figures shown. */
  async figures(): Promise<Set<string>> {
    return new Set(await this.#attributes('data-figure'));
  }

  /** JSON pointers of the fields of the form. */
  async fields(): Promise<string[]> {
    return this.#attributes('data-field');
  }

  #attributes(name: string): Promise<string[]> {
    return this.page
      .locator(`[${name}]`)
      .evaluateAll(
        (nodes, attribute) => (nodes as unknown as Attributed[]).map((node) => node.getAttribute(attribute) ?? ''),
        name,
      );
  }

  /** Goes down a list to an entry, or points at it. */
  async #take(entry: Locator): Promise<void> {
    await entry.waitFor();
    if (this.#hand === 'pointer') return entry.click();
    await this.page.keyboard.press('Home');
    await this.#pressUntil(entry, 'ArrowDown');
    await this.key('Enter');
  }

  async #reach(element: Locator): Promise<void> {
    await element.waitFor();
    // What came late, such as an answer, may have taken the focus along.
    await this.hasFocus(`before ${element}`);
    await this.#pressUntil(element, 'Tab');
  }

  /** Presses a key until the element has the focus. Throws where that does not reach it. */
  async #pressUntil(element: Locator, key: 'Tab' | 'ArrowDown' | 'ArrowRight'): Promise<void> {
    for (let presses = 0; presses < PRESSES_MAX; presses++) {
      if (await isFocused(element)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${element}`);
  }
}

/** While the list of a field is open, the rest of the page is hidden from those who hear it, and found by no name. */
async function isFocused(element: Locator): Promise<boolean> {
  if ((await element.count()) === 0) return false;
  return element.evaluate((node) => {
    const { ownerDocument } = node as unknown as Element;
    return (node as unknown) === ownerDocument.activeElement;
  });
}
