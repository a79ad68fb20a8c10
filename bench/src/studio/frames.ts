import { SeededRandom } from '@hinterland/geo';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Points on the map. */
export const POINTS = 40_000;
const SEED = 2;
const SPREAD_DEGREES = 0.08;
const ROUNDS = 6;
const SIDES = 6;
const SIDE_PIXELS = 270;
const MOVES = 16;
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'v8'];
/** Names of V8's events around a collection of garbage; others lie within. */
const COLLECTIONS = ['MinorGC', 'MajorGC', 'V8.GC_MC_INCREMENTAL'];
const IDLE_MILLISECONDS = 120_000;
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

/** Shows an answer with so many stores, drags and zooms the map, and returns times of the main thread in milliseconds. */
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

/** Waits without asking again and again, which takes time of the thread that is measured. */
const isIdle = (page: Page) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const map = document.querySelector('[role=application]');
    const look = () => map.dataset.mapState === 'idle' && (observer.disconnect(), resolve());
    const observer = new MutationObserver(look);
    observer.observe(map, { attributeFilter: ['data-map-state'] });
    setTimeout(() => reject(new Error('The map is not idle.')), ${IDLE_MILLISECONDS});
    look();
  })`);

/** Drags the map around a hexagon, back to where it was, and zooms in and out; several times. */
async function moveAround(page: Page): Promise<void> {
  const [x, y] = [900, 450];
  for (let round = 0; round < ROUNDS; round++) {
    for (let side = 0; side < SIDES; side++) {
      const angle = (2 * Math.PI * side) / SIDES;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + SIDE_PIXELS * Math.cos(angle), y + SIDE_PIXELS * Math.sin(angle), { steps: MOVES });
      await page.mouse.up();
      await isIdle(page);
    }
    for (const wheel of [-240, 240]) {
      await page.mouse.wheel(0, wheel);
      await isIdle(page);
    }
  }
}

/**
 * The renderer's main thread by frame, which lasts from its beginning to that of the next, and by task: the time that it works (processor time), the
 * time that its tasks last by the clock, in which it also waits for a processor and for the process that draws, and the time that it
 * collects garbage.
 */
function mainThread(events: readonly Traced[]) {
  const first = events.find(({ name }) => name === 'BeginMainThreadFrame');
  if (first === undefined) throw new Error('The trace has no frames.');
  const isMain = ({ pid, tid }: Traced) => pid === first.pid && tid === first.tid;
  const timed = events.filter((one) => isMain(one) && one.ph === 'X' && one.tdur !== undefined);
  const tasks = timed.filter(({ name }) => name === 'RunTask');
  // A frame begins within a task, which is its own: the largest part of it.
  const starts = events
    .filter((one) => isMain(one) && one.name === 'BeginMainThreadFrame')
    .map((one) => tasks.find((task) => holds(task, one))?.ts ?? one.ts)
    .toSorted((a, b) => a - b);
  const byFrame = (those: readonly Traced[], length: (one: Traced) => number | undefined): number[] => {
    const sums = starts.map(() => 0);
    for (const one of those) {
      const frame = starts.findLastIndex((start) => start <= one.ts);
      if (frame >= 0) sums[frame]! += (length(one) ?? 0) / 1000;
    }
    return sums;
  };
  const collections = timed
    .filter(({ name }) => COLLECTIONS.includes(name))
    .filter((one, _, all) => !all.some((other) => other !== one && holds(other, one)));
  return {
    frames: byFrame(tasks, ({ tdur }) => tdur),
    framesByClock: byFrame(tasks, ({ dur }) => dur),
    collecting: byFrame(collections, ({ tdur }) => tdur),
    tasks: tasks.map(({ tdur = 0 }) => tdur / 1000).filter((milliseconds) => milliseconds >= 1),
  };
}

const holds = (outer: Traced, inner: Traced): boolean =>
  outer.ts <= inner.ts && outer.ts + (outer.dur ?? 0) >= inner.ts + (inner.dur ?? 0);
