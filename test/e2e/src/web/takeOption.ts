import type { Locator } from 'playwright-core';
import { scaled } from '../../../../apps/service/src/testing/scaled.ts';

const ATTEMPTS_MAX = 6;
/** Long enough for a list of a busy machine; a list that was closed does not come back by itself. */
const LIST_MILLISECONDS = 5000;

/**
 * Types into a field with a list and takes an option of it; answers its name. A list closes when the page scrolls below it, as it does
 * when answers arrive or a field is scrolled into sight: who sees it closed types again.
 */
export async function takeOption(field: Locator, text: string, name: string | RegExp): Promise<string> {
  const option = field.page().getByRole('option', { name }).first();
  for (let attempt = 1; ; attempt++) {
    await field.fill('');
    await field.pressSequentially(text);
    const patience = { timeout: scaled(LIST_MILLISECONDS) };
    try {
      await option.waitFor(patience);
      const taken = (await option.locator('bdi').first().textContent(patience)) ?? '';
      await option.click(patience);
      return taken;
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
