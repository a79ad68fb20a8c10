import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { onDemo, PASSWORD, type Place, serve, USER } from '../demoService.ts';
import { percentile } from '../percentile.ts';
import { areasOfClicks } from './clicks.ts';
import { framesOfPoints, POINTS } from './frames.ts';
import { responsesOfPanel } from './panel.ts';

const CHROMIUM = '/usr/bin/chromium';
/** While V8 still compiles what draws the map: two and a half seconds where a frame takes 1/60 s. */
const FIRST_FRAMES = 150;
const VIEWPORT = { width: 1440, height: 900 };

/** Measures the studio on the demo in headless Chromium. Returns Markdown. */
export function studio(root: string): Promise<string> {
  return onDemo(root, (demo) =>
    serve(demo, 1, {}, 'embedded', async ({ url }) => {
      const browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      });
      try {
        const context = await signedIn(browser, url.origin);
        return await measured(browser, context, url.origin, demo.place, demo.busy);
      } finally {
        await browser.close();
      }
    }),
  );
}

async function signedIn(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', locale: 'en' });
  const answer = await context.request.post(`${origin}/web/v1/sign-in`, {
    data: { email: USER, password: PASSWORD },
    headers: { Origin: origin },
  });
  if (!answer.ok()) throw new Error(`Signing in: ${await answer.text()}`);
  return context;
}

async function measured(browser: Browser, context: BrowserContext, origin: string, place: Place, busy: string) {
  const areas = await areasOfClicks(context, origin, place);
  const panel = await responsesOfPanel(context, origin, place);
  const responses = panel.map(({ milliseconds }) => milliseconds);
  const slowest = panel.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  const { frames, framesByClock, collecting, tasks } = await framesOfPoints(browser, context, origin);
  const row = (name: string, values: readonly number[], goal: string) =>
    `| ${name} | ${values.length} | ${[0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1)).join(' | ')} | ${goal} |`;
  return [
    `Headless Chromium ${browser.version()} beside the service, ${VIEWPORT.width} × ${VIEWPORT.height} pixels. The map is drawn by the processor here, so that a`,
    'frame takes as long as that needs. The main thread works for its processor time; by the clock its tasks last longer, since they wait for',
    'a processor and for the process that draws. An area is drawn when its',
    'figure is shown and the map is idle, counted from the click. A response of the panel is the time from the event to the paint after it.',
    'Clicks too far from a road are refused, and not counted; a click that takes longer than ten seconds counts as ten.',
    `Frames and tasks are those of a map with ${POINTS.toLocaleString('en')} points that is dragged and zoomed, after it was idle: as many as a reader sees`,
    `in some 20 s where a frame takes 1/60 s. Before the start, the load average of the machine was ${busy}.`,
    '',
    '| measured | count | ms p50 | p95 | most | goal |',
    '|---|--:|--:|--:|--:|---|',
    row('click to the figure of the area', areas.figures, ''),
    row('click to the drawn area', areas.drawn, 'p95 at most 1,000'),
    row('response of the panel', responses, 'p95 at most 100'),
    row('main thread in a frame, processor time', frames, 'p95 at most 8'),
    row('the same of the first frames alone', frames.slice(0, FIRST_FRAMES), ''),
    row('of which it collects garbage', collecting, ''),
    row('main thread in a frame, by the clock', framesByClock, ''),
    row('task of the main thread', tasks, 'none above 200'),
    '',
    `The slowest responses of the panel: ${slowest.map(({ name, milliseconds }) => `${name} ${milliseconds.toFixed(0)}`).join(', ')} ms.`,
  ].join('\n');
}
