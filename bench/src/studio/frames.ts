import { SeededRandom } from '@hinterland/geo';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Points on the map. */
export const POINTS = 40_000;
const SEED = 2;
const SPREAD_DEGREES = 0.08;
const DRAGS = 4;
const MOVES = 16;
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];
const ACTION = 'analysis.markets_sector';

/** An event of the trace of Chromium; times are microseconds. */
interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
}

/** Shows an answer with so many stores, drags and zooms the map, and returns main-thread times in milliseconds. */
export async function framesOfPoints(browser: Browser, context: BrowserContext, origin: string) {
  const page = await context.newPage();
  await page.route(`**/actions/${ACTION}/execute`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [sector] = body.result.sectors;
    sector.stores = manyOf(sector.stores[0]);
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`${origin}/studio?ask=${ACTION}`);
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByRole('button', { name: /^Run for/ }).click({ timeout: 60_000 });
  await page.locator('[role=application][data-layers*="points:40"]').waitFor({ timeout: 60_000 });
  await isIdle(page);
  await browser.startTracing(page, { categories: CATEGORIES });
  await moveAround(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  await page.close();
  return mainThread(traceEvents);
}

function manyOf<S extends { readonly lat: number; readonly lng: number }>(store: S): S[] {
  const random = new SeededRandom(SEED);
  const near = (at: number) => at + (random.next() * 2 - 1) * SPREAD_DEGREES;
  return Array.from({ length: POINTS }, (_, i) => ({
    ...store,
    id: `point ${i}`,
    lat: near(store.lat),
    lng: near(store.lng),
  }));
}

const isIdle = (page: Page) => page.locator('[role=application][data-map-state=idle]').waitFor({ timeout: 120_000 });

async function moveAround(page: Page): Promise<void> {
  const [x, y] = [900, 450];
  for (let drag = 0; drag < DRAGS; drag++) {
    const direction = drag % 2 === 0 ? 1 : -1;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 240 * direction, y + 120 * direction, { steps: MOVES });
    await page.mouse.up();
    await isIdle(page);
  }
  for (const wheel of [-240, 240]) {
    await page.mouse.wheel(0, wheel);
    await isIdle(page);
  }
}

/** Processor time of the renderer's main thread, by frame and by task. A frame lasts from its beginning to that of the next. */
function mainThread(events: readonly Traced[]) {
  const first = events.find(({ name }) => name === 'BeginMainThreadFrame');
  if (first === undefined) throw new Error('The trace has no frames.');
  const isMain = ({ pid, tid }: Traced) => pid === first.pid && tid === first.tid;
  const tasks = events.filter(
    (one) => isMain(one) && one.ph === 'X' && one.name === 'RunTask' && one.tdur !== undefined,
  );
  const starts = events
    .filter((one) => isMain(one) && one.name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  const sums = starts.map(() => 0);
  for (const { ts, tdur = 0 } of tasks) {
    const frame = starts.findLastIndex((start) => start <= ts);
    if (frame >= 0) sums[frame]! += tdur / 1000;
  }
  return { frames: sums, tasks: tasks.map(({ tdur = 0 }) => tdur / 1000).filter((milliseconds) => milliseconds >= 1) };
}
