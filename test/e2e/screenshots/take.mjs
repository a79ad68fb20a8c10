import { join } from 'node:path';

/** Takes a state in a look, or in all of them from one load. Returns the looks. */
export async function take(
  { url, folder, looks: all },
  page,
  { name, path, before, after, each, leave, isLoading, isOnce },
  look,
) {
  await before?.(page);
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (isLoading) await page.locator('.page-head, .studio-waiting').first().waitFor();
  else await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await after?.(page);
  const looks = isOnce ? Object.keys(all) : [look];
  for (const one of looks) {
    const { viewport, colorScheme } = all[one];
    if (isOnce) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
    }
    await each?.(page);
    // What lies below the pointer would be marked.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    // A map is idle until it knows of the other colors or of its other size, and a mark outlasts what was pointed at.
    await page.waitForTimeout(600);
    if (isOnce && (await page.locator('[data-map-state]').count()) > 0)
      await page.locator('[data-map-state=idle]').waitFor();
    await page.screenshot({ path: join(folder, `${name}-${one}.png`), fullPage: after === undefined && !isOnce });
    process.stdout.write(`${name}-${one}\n`);
  }
  if (isOnce) await page.emulateMedia({ colorScheme: all[look].colorScheme });
  await leave?.(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return looks;
}
