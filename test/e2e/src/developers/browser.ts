import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Debian's; the tests skip where it is not. */
export const CHROMIUM = '/usr/bin/chromium';
export const hasChromium = existsSync(CHROMIUM);

/** What is used of the globals of a page. */
interface Window {
  readonly axe: typeof import('axe-core');
  readonly document: { readonly documentElement: { readonly scrollWidth: number } };
  readonly innerWidth: number;
}

const axe = hasChromium ? readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8') : '';

/** Faults of the page as it is shown now: rule, place and element. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as Window).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

/** How far the page is wider than its window, in CSS pixels. */
export const overflowPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as Window;
    return document.documentElement.scrollWidth - innerWidth;
  });
