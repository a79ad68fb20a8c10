import type { BrowserContext, Page } from 'playwright-core';
import { countWork } from '../../../../apps/service/src/kit/countWork.ts';

/** What is used of the globals of a page. */
interface Window {
  hand?: 'keys' | 'pointer';
  hidden?: unknown;
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly document: {
    readonly activeElement: Node | null;
    readonly body: Node;
    adoptedStyleSheets: readonly unknown[];
  };
}

interface Node {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly parentElement: Node | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
}

/** Room for a ring around an element, and the least of an element that can have one: what is hidden for the eye has its ring around it. */
const RING_PIXELS = 8;
const LEAST_PIXELS = 8;
/** Work in which a page puts the focus somewhere. */
const PATIENCE_MILLISECONDS = 8000;
const PAUSE_MILLISECONDS = 100;

/** Writes down what a page was worked with last: before the first key, nothing has the focus, and pointing may take it away. */
export async function watchHand(context: BrowserContext): Promise<void> {
  await context.addInitScript(`
    addEventListener('pointerdown', () => { globalThis.hand = 'pointer'; }, true);
    addEventListener('keydown', () => { globalThis.hand = 'keys'; }, true);
  `);
}

/** Says what has the focus of the keyboard, or that nothing has; null on a page on which no key was pressed yet. */
const focused = (page: Page): Promise<{ isLost: boolean; name: string } | null> =>
  page.evaluate(() => {
    const { hand, document } = globalThis as unknown as Window;
    if (hand !== 'keys') return null;
    const { activeElement, body } = document;
    const name = `${activeElement?.tagName} ${activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.slice(0, 60)}`;
    return { isLost: activeElement === null || activeElement === body, name };
  });

/** Returns how the focus of the keyboard is at fault, once the page had time to put it somewhere; null where it is held. */
export async function focusFault(page: Page): Promise<string | null> {
  const worked = countWork();
  for (;;) {
    const fault = await faultNow(page).catch((error: Error) => {
      // The page went away meanwhile: another one is there.
      if (/context was destroyed|navigat/i.test(error.message)) return null;
      throw error;
    });
    if (fault === null || worked() > PATIENCE_MILLISECONDS) return fault;
    await page.waitForTimeout(PAUSE_MILLISECONDS);
  }
}

async function faultNow(page: Page): Promise<string | null> {
  const now = await focused(page);
  if (now === null) return null;
  if (now.isLost) return 'the focus is lost';
  const clip = await boxOfRing(page);
  if (clip === null) return `the focus is out of sight: ${now.name}`;
  // A heading holds the focus where a page begins; nothing can be pressed on it, and a box around it looks like a button.
  if (/^H[1-4] /.test(now.name)) return null;
  const withRing = await page.screenshot({ clip });
  await withoutOutlines(page, true);
  const without = await page.screenshot({ clip });
  await withoutOutlines(page, false);
  return withRing.equals(without) ? `the focus has no ring: ${now.name}` : null;
}

/** Where the ring of what has the focus can be, within the window; null outside of it. */
const boxOfRing = (page: Page) =>
  page.evaluate(
    ([room, least]) => {
      const { document, innerWidth, innerHeight } = globalThis as unknown as Window;
      let node = document.activeElement as Node;
      let box = node.getBoundingClientRect();
      while ((box.width < least || box.height < least) && node.parentElement !== null) {
        node = node.parentElement;
        box = node.getBoundingClientRect();
      }
      const [left, top] = [Math.max(0, box.x - room), Math.max(0, box.y - room)];
      const [right, bottom] = [
        Math.min(innerWidth, box.x + box.width + room),
        Math.min(innerHeight, box.y + box.height + room),
      ];
      if (right - left < 1 || bottom - top < 1) return null;
      return { x: left, y: top, width: right - left, height: bottom - top };
    },
    [RING_PIXELS, LEAST_PIXELS] as const,
  );

/** Hides every outline of the page, or shows them again: what differs then is the ring. */
const withoutOutlines = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((isHidden) => {
    const window = globalThis as unknown as Window & { CSSStyleSheet: new () => { replaceSync(text: string): void } };
    const { document } = window;
    if (!isHidden) {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.hidden);
      return;
    }
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { outline-color: transparent !important; transition: none !important; }');
    window.hidden = sheet;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, isHidden);
