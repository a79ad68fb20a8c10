import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { scaled } from '../../../../apps/service/src/testing/scaled.ts';
import { ALL_TESTS } from '../extent.ts';

/** Debian's. The shell has no windows of its own: the same pages take a quarter less processor time in it. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const found = CHROMIUMS.find((path) => existsSync(path));

/** The tests skip where it is not, and under `npm test`. */
export const CHROMIUM = found ?? CHROMIUMS[1];
export const hasChromium = ALL_TESTS && found !== undefined;

const FLAGS = ['--no-sandbox'];

/** Work of which a page may make as much before what a test waits for is there, and how often its time is taken anew. */
const PATIENCE_MILLISECONDS = 25_000;
const LOOK_MILLISECONDS = 1000;

/** Starts Debian's Chromium. What its pages are waited for has the longer, the more the machine has to do. */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags], timeout: 0 });
  const wait = (context: BrowserContext) => context.setDefaultTimeout(scaled(PATIENCE_MILLISECONDS));
  browser.on('context', wait);
  const timer = setInterval(() => browser.contexts().forEach(wait), LOOK_MILLISECONDS).unref();
  browser.on('disconnected', () => clearInterval(timer));
  return browser;
}

/** What is used of the globals of a page. */
interface Window {
  readonly axe: typeof import('axe-core');
  readonly document: { readonly documentElement: { readonly scrollWidth: number } };
  readonly innerWidth: number;
}

const axe = hasChromium ? readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8') : '';

type Theme = 'light' | 'dark';

/** The theme in which each page was left: a change of it draws a map anew. */
const themes = new WeakMap<Page, Theme>();

/** Faults of the page, of a part or of a frame of it, in both themes, in the window as it is now: theme, rule and element. */
export async function accessibilityFaults(
  page: Page,
  within = 'html',
  frame: Frame = page.mainFrame(),
): Promise<readonly string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe);
  const found: string[] = [];
  const first = themes.get(page) ?? 'light';
  for (const colorScheme of [first, first === 'light' ? 'dark' : 'light'] as const) {
    // Without the motion in which a color is halfway between two.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    themes.set(page, colorScheme);
    // Of what axe-core checks, a theme changes the contrast alone.
    const rules = colorScheme === 'light' ? null : ['color-contrast'];
    const faults = await frame.evaluate(
      async ([within, rules]) => {
        const { axe } = globalThis as unknown as Window;
        const { violations } = await axe.run(within, {
          ...(rules === null ? {} : { runOnly: [...rules] }),
          // What is right, and where in the page it stands, is not read.
          resultTypes: ['violations'],
          selectors: false,
          preload: false,
        });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
      },
      [within, rules] as const,
    );
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** How far the page is wider than its window, in CSS pixels. */
export const overflowPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as Window;
    return document.documentElement.scrollWidth - innerWidth;
  });

/** Returns the fonts of the machine that show some text of the page: a layout with one differs between machines. */
export async function foreignFonts(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1 });
  const texts = nodes.filter(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim() !== '');
  const textOf = new Map(texts.map(({ parentId, nodeValue }) => [parentId as number, nodeValue.slice(0, 80)]));
  // All at once: a page has thousands of texts, and most of a question's time is its way to the browser and back.
  const found = await Promise.all(
    Array.from(textOf, async ([nodeId, text]) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => `${familyName}: ${text}`);
    }),
  );
  await session.detach();
  return found.flat();
}
