import { join } from 'node:path';

/** Opens a state of a page, as `after` leaves it. */
export async function reach(url, page, { path, before, after, isLoading }) {
  await before?.(page);
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (isLoading) await page.locator('.page-head, .studio-waiting').first().waitFor();
  else await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await after?.(page);
}

/** Undoes what a state did to its page, also where it was not reached. */
export async function leaveState(page, { leave }) {
  await leave?.(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Takes a state in each look, all from one load, and tells the names of the pictures. */
export async function* take({ url, folder, looks }, page, state) {
  const { name, after, each } = state;
  try {
    await page.setViewportSize(Object.values(looks)[0].viewport);
    await reach(url, page, state);
    for (const [look, { viewport, colorScheme }] of Object.entries(looks)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await each?.(page);
      // What lies below the pointer would be marked.
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready);
      // A map is idle until it knows of the other colors or of its other size, and a mark outlasts what was pointed at.
      await page.waitForTimeout(600);
      if ((await page.locator('[data-map-state]').count()) > 0)
        await page.locator('[data-map-state=idle]').first().waitFor();
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: after === undefined });
      process.stdout.write(`${name}-${look}\n`);
      yield `${name}-${look}`;
    }
  } finally {
    await leaveState(page, state).catch(() => {});
  }
}
