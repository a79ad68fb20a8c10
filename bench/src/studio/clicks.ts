import { SeededRandom } from '@hinterland/geo';
import type { BrowserContext } from 'playwright-core';
import type { Place } from '../demoService.ts';

const SEED = 1;
const CLICKS = 16;
/** Clicks lie this far from the place at most, in pixels: on land, among addresses. */
const REACH_PIXELS = 120;

/** Milliseconds after a click, ten seconds at most; both are written by the page. */
interface Measured {
  readonly figure: number;
  readonly drawn: number;
}

/** Writes into `globalThis.measured` how long after the next click the figure and the map are as the click wants them. */
const MEASURE = `void (globalThis.measured = new Promise((resolve) => {
  const figure = () => document.querySelector('.step .sentence');
  const valueOf = (sentence) => sentence?.querySelector('[data-value]')?.dataset.value;
  const before = valueOf(figure());
  addEventListener('click', ({ timeStamp }) => {
    let shown = null;
    const look = () => {
      const sentence = figure();
      const now = performance.now() - timeStamp;
      if (shown === null && sentence && sentence.dataset.stale !== 'true' && valueOf(sentence) !== before) shown = now;
      const isIdle = document.querySelector('[role=application]').dataset.mapState === 'idle';
      if (shown !== null && isIdle) resolve({ figure: shown, drawn: now });
      else if (document.querySelector('.step [role=alert]')) resolve(null);
      else if (now > 10_000) resolve({ figure: shown ?? now, drawn: now });
      else requestAnimationFrame(look);
    };
    look();
  }, { capture: true, once: true });
}))`;

/** Clicks on the map around the place, each after the area of the one before is drawn. */
export async function areasOfClicks(context: BrowserContext, origin: string, { lat, lng }: Place) {
  const page = await context.newPage();
  await page.goto(`${origin}/studio?at=${lat},${lng}`);
  const idle = page.locator('[role=application][data-map-state=idle]');
  await page.locator('.step .sentence').waitFor();
  await idle.waitFor({ timeout: 60_000 });
  const random = new SeededRandom(SEED);
  const found: Measured[] = [];
  const pin = await page.locator('[data-pin="0"]').boundingBox();
  if (pin === null) throw new Error('The place is not on the map.');
  for (let i = 0; i < CLICKS; i++) {
    // The sea lies to the south.
    const [x, y] = [pin.x + (random.next() * 2 - 1) * REACH_PIXELS, pin.y - random.next() * REACH_PIXELS];
    await page.evaluate(MEASURE);
    await page.mouse.click(x, y);
    const one = (await page.evaluate('globalThis.measured')) as Measured | null;
    if (one !== null) found.push(one);
    await idle.waitFor({ timeout: 60_000 });
  }
  await page.close();
  return { figures: found.map(({ figure }) => figure), drawn: found.map(({ drawn }) => drawn) };
}
