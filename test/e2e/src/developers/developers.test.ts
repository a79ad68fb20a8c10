import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actions } from '@hinterland/actions';
import { type ActionId, type ActionInput, Hinterland } from '@hinterland/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoService, startDemo } from '../demoService.ts';
import { root } from '../hinterland.ts';
import { checkAgentViews } from './agentView.ts';
import { accessibilityFaults, CHROMIUM, foreignFonts, hasChromium, launchChromium, overflowPixels } from './browser.ts';
import { brokenLinks, type Crawled, crawl } from './crawl.ts';
import { checkTypes, differences, hasPython, makeSampleFolder, runSamples, samplesOf } from './samples.ts';

const pagesIn = async (folder: string) =>
  (await readdir(join(root, 'docs', folder)))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file.slice(0, -3)}`);
const guides = await pagesIn('guides');
const tutorials = await pagesIn('tutorials');

/** The demo as a newcomer starts it, for all of the tests. */
let demo: DemoService;
let url: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hinterland-samples-'));
  demo = await startDemo();
  url = demo.url;
});
afterAll(async () => {
  await demo?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('pages for developers', () => {
  it('S9 every link leads to a page of the service and an anchor that it has, or by https to another site', async () => {
    const pages = await crawl(url, '/developers');
    expect([...pages.values()].flatMap((page) => brokenLinks(page, pages))).toEqual([]);
    const known = [...pages.keys()];
    for (const path of [
      ...[...guides, ...tutorials].map((page) => `/developers/${page}`),
      '/developers/methods/isochrone',
      '/developers/data/ban',
      '/problems/quote_changed',
    ])
      expect(known).toContain(path);
    expect(pages.get('/developers/images/isochrone.svg')?.type).toBe('image/svg+xml');
  });

  it('and a link that leads nowhere is found', () => {
    const page = (html: string): Crawled => ({ path: '/x', status: 200, type: 'text/html', html });
    const known = new Map([['/y', page('<h2 id="there">')]]);
    const broken = ['/nothing', '#missing', '/y#missing', 'http://example.com/', 'https://localhost/', 'mailto:a@b.c'];
    for (const link of broken) expect(brokenLinks(page(`<a href="${link}">`), known)).toEqual([`/x -> ${link}`]);
    for (const link of ['/y', '/y#there', 'https://example.com/a'])
      expect(brokenLinks(page(`<a href="${link}">`), known)).toEqual([]);
  });
});

describe('samples of guides and tutorials', () => {
  const read = async (guide: string) => {
    const text = await readFile(join(root, 'docs', `${guide}.md`), 'utf8');
    return text.replaceAll('http://127.0.0.1:8080', url);
  };

  it.each([...guides, ...tutorials])('%s: every sample prints what is shown', async (guide) => {
    const samples = samplesOf(await read(guide));
    const place = join(folder, guide);
    await makeSampleFolder(place, demo.territories);
    for (const language of ['sh', 'ts', 'python'] as const) {
      const spoken = samples.filter((sample) => sample.language === language);
      if (language === 'python' && !hasPython && spoken.length > 0) {
        process.stderr.write(`${guide}: no python3 here, its samples were not run\n`);
        continue;
      }
      const printed = await runSamples(spoken, place, { HINTERLAND_KEY: demo.key });
      expect(printed).toHaveLength(spoken.length);
      for (const [i, { output }] of spoken.entries()) {
        if (output !== null) expect(differences(output, printed[i] ?? ''), `${language} ${i}`).toEqual([]);
      }
    }
  });

  it('are there in three languages, and those in TypeScript have no fault of type', async () => {
    const texts = await Promise.all(guides.map(read));
    const count = new Map<string, number>();
    for (const { language, output } of texts.flatMap(samplesOf)) {
      if (output !== null) count.set(language, (count.get(language) ?? 0) + 1);
    }
    expect(Object.fromEntries(count)).toEqual({ sh: 11, ts: 3, python: 1 });
    const codes = texts.flatMap((text) => [...text.matchAll(/^```ts(?: run)?\n([\s\S]*?)^```$/gm)].map(String));
    expect(codes).toHaveLength(4);
    const place = join(folder, 'types');
    await makeSampleFolder(place);
    const bodies = codes.map((code) => code.replace(/^```ts.*\n([\s\S]*?)```[\s\S]*$/, '$1'));
    expect(await checkTypes(bodies, place)).toBe('');
    const wrong = "import { Hinterland } from '@hinterland/client';\nnew Hinterland(1);\n";
    expect(await checkTypes([wrong], place)).toMatch('TS2345');
  });

  it('differ where they should', () => {
    const json = (text: string) => ({ kind: 'json', text }) as const;
    const text = (line: string) => ({ kind: 'text', text: line }) as const;
    expect(differences(json('{"a": [1, "…"]}'), '{"a": [1, {}], "b": 2}')).toEqual([]);
    expect(differences(json('{"a": [1]}'), '{"a": [1, 2]}')).toEqual(['/a: [1] but [1,2]']);
    expect(differences(json('{"a": "…"}'), '{}')).toEqual(['/a: "…" but undefined']);
    expect(differences(text('a … (c)\nd'), 'a b (c)\nd\n')).toEqual([]);
    expect(differences(text('a'), 'ab')).toHaveLength(1);
  });
});

describe.skipIf(!hasChromium)(`in a browser (where ${CHROMIUM} is)`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a page and hands it over, with everything that was asked of other hosts or went wrong. */
  async function open(path: string, width: number) {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url())) wrong.push(request.url());
    });
    await page.goto(url + path);
    return { page, wrong, close: () => context.close() };
  }

  /** What is wrong with a page on a phone and on a wide screen, in both colors. It is loaded once. */
  async function faults(path: string): Promise<readonly string[]> {
    const { page, wrong, close } = await open(path, 375);
    const found = [...(await foreignFonts(page))];
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await overflowPixels(page);
      if (overflow > 0) found.push(`${width} px: ${overflow} px too wide`);
      for (const fault of await accessibilityFaults(page)) found.push(`${width} px, ${fault}`);
    }
    await close();
    return [...wrong, ...found];
  }

  const paths = [
    '/developers',
    ...guides.map((guide) => `/developers/${guide}`),
    '/developers/methods/sectors',
    '/developers/methods/network-coverage',
    '/developers/glossary',
    '/problems/quote_changed',
  ];

  it.each(paths)('%s asks nothing of other hosts, fits 375 px, and has no fault that axe-core finds', async (path) => {
    expect(await faults(path)).toEqual([]);
  });

  it.each(['analysis.people_economy', 'network.coverage'])(
    'the page of a shared %s, too, in every width and color',
    async (id) => {
      const { example } = actions.find((action) => action.id === id) as (typeof actions)[number];
      const input = (id === 'network.coverage' ? { ...example, geometry: true } : example) as ActionInput<ActionId>;
      const hinterland = new Hinterland({ baseUrl: url, apiKey: demo.key });
      const { id: code } = await hinterland.analyses.create('Sites');
      const { quotedCredits } = await hinterland.quote(id as ActionId, input);
      await hinterland.execute(id as ActionId, input, { quotedCredits, analysisId: code });
      await hinterland.analyses.share(code, { anyone: true, anyoneExpiresDays: 7 });
      expect(await faults(`/a/${code}`)).toEqual([]);
      const { page, close } = await open(`/a/${code}`, 375);
      expect(await page.locator('svg[role=img]').count()).toBeGreaterThan(0);
      expect(await page.getByRole('table').first().isVisible()).toBe(true);
      await close();
    },
  );

  it.each(['/developers', ...['', '/analysis.isochrone', '/webhooks'].map((page) => `/developers/reference${page}`)])(
    '%s, too, in every width and color',
    async (path) => {
      expect(await faults(path)).toEqual([]);
    },
  );

  it('views of answers draw their map and price in clients of agents, which may load nothing', {}, () =>
    checkAgentViews(browser, url, demo.key),
  );

  it('S9 a call that is tried out in the reference goes to the own host with the key', async () => {
    const { page, wrong, close } = await open('/developers/reference/analysis.isochrone', 1440);
    const form = page.locator('#executeAnalysisIsochrone form');
    await page.locator('#executeAnalysisIsochrone').getByText('Try it').click();
    await form.getByLabel('API key').fill(demo.key);
    const [answer] = await Promise.all([
      page.waitForResponse(`${url}/api/v1/actions/analysis.isochrone/execute`),
      form.getByRole('button').click(),
    ]);
    expect(answer.status()).toBe(200);
    expect(answer.request().headers().authorization).toBe(`Bearer ${demo.key}`);
    await form.getByRole('status').filter({ hasText: '200 OK' }).waitFor();
    expect(JSON.parse((await form.locator('pre').textContent()) ?? '')).toMatchObject({ quotedCredits: 3 });
    // The key is kept for the other pages of this tab, and what the address or the query needs is put there.
    await page.goto(`${url}/developers/reference/jobs`);
    const results = page.locator('#getJobResults');
    await results.getByText('Try it').click();
    expect(await results.getByLabel('API key').inputValue()).toBe(demo.key);
    await results.getByLabel('id', { exact: true }).fill('job_1/..');
    await results.getByLabel('limit').fill('5');
    const [refused] = await Promise.all([
      page.waitForResponse(`${url}/api/v1/jobs/job_1%2F../results?limit=5`),
      results.getByRole('button').click(),
    ]);
    expect(refused.status()).toBe(404);
    await results.getByRole('status').filter({ hasText: '404 Not Found' }).waitFor();
    expect(wrong.filter((text) => !text.includes('404'))).toEqual([]);
    await close();
  });
});
