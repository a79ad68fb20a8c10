import { fileURLToPath } from 'node:url';
import { actions } from '@hinterland/actions';
import { textsOf } from '@hinterland/answers/texts';
import { makeWords } from '@hinterland/answers/words';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { expect } from 'vitest';
import { accessibilityFaults } from './browser.ts';

const SHOWN = ['analysis_isochrone', 'network_coverage', 'site_rank'];
const VIEW = 'ui://hinterland/answer';
const ALL = { serverResources: {}, message: { text: {} } };

/** What the page of a client of agents has. */
interface Host {
  showView(shown: object): Promise<void>;
  setTheme(theme: 'light' | 'dark'): void;
}

/** The script of such a page, with the library that clients build on. */
async function hostScript(): Promise<string> {
  const input = fileURLToPath(new URL('host.mjs', import.meta.url));
  const options = { rolldownOptions: { input }, write: false, minify: false, modulePreload: false } as const;
  const made = (await build({ configFile: false, logLevel: 'error', build: options })) as Rolldown.RolldownOutput;
  return made.output[0].code;
}

/** Holds the views of a tool server to what clients do with them, in a browser, with the library for clients. */
export async function checkAgentViews(browser: Browser, url: string, key: string): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const { tools } = await client.listTools();
  expect(tools.filter(({ _meta }) => _meta !== undefined).map(({ name, _meta }) => [name, _meta])).toEqual(
    SHOWN.map((name) => [name, { ui: { resourceUri: VIEW } }]),
  );
  const mimeType = 'text/html;profile=mcp-app';
  expect((await client.listResources()).resources).toContainEqual(expect.objectContaining({ uri: VIEW, mimeType }));
  const [document] = (await client.readResource({ uri: VIEW })).contents as { text: string; mimeType: string }[];
  expect(document?.mimeType).toBe(mimeType);
  const html = document?.text;

  const page = await browser.newPage({ viewport: { width: 720, height: 800 }, reducedMotion: 'reduce' });
  const wrong: string[] = [];
  page.on('request', (request) => wrong.push(request.url()));
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  const heard: string[] = [];
  await page.exposeFunction('readResource', async (uri: string) => JSON.stringify(await client.readResource({ uri })));
  await page.exposeFunction('heard', (text: string) => heard.push(text));
  await page.addScriptTag({ content: await hostScript(), type: 'module' });
  await page.waitForFunction('globalThis.showView !== undefined');
  const view = page.frameLocator('iframe');

  for (const name of SHOWN) {
    const tool = tools.find((one) => one.name === name);
    const { example } = actions.find(({ id }) => id.replaceAll('.', '_') === name) as (typeof actions)[number];
    const show = (result: unknown, capabilities: object = ALL) =>
      page.evaluate(
        (shown) => (globalThis as unknown as Host).showView(JSON.parse(shown)),
        JSON.stringify({
          html,
          capabilities,
          hostContext: { theme: 'light', toolInfo: { tool } },
          input: example,
          result,
        }),
      );

    const quoted = await client.callTool({ name, arguments: { ...example } });
    const { quotedCredits } = JSON.parse((quoted.content as { text: string }[])[0]!.text);
    await show(quoted, {});
    await view.getByText('Say in the conversation').waitFor();
    expect(await view.getByRole('button').count()).toBe(0);
    await show(quoted);
    await view.locator(`[data-quote="${quotedCredits}"]`).waitFor();
    if (name === SHOWN[0]) await isSound(page);
    await view.getByRole('button', { name: `Run for ${quotedCredits} credits` }).press('Enter');
    await view.getByText('The agent knows that you agree.').waitFor();
    expect(heard.splice(0)).toEqual([
      `I agree to ${quotedCredits} credits for ${tool?.title}. Run it with quotedCredits ${quotedCredits}.`,
    ]);

    const ran = await client.callTool({ name, arguments: { ...example, quotedCredits } });
    await show(ran);
    await view.locator('figure[data-ground=drawn]').waitFor();
    await checkMap(view, ran.structuredContent as Result);
    await view.getByText(`Price: ${quotedCredits} credits.`).waitFor();
    await isWhole(page, view);
    await isSound(page);
    if (name !== SHOWN[0]) continue;
    await page.evaluate(() => (globalThis as unknown as Host).setTheme('dark'));
    await view.locator('html[data-theme=dark]').waitFor();
    await isSound(page);
    await show(ran, {});
    await view.locator('figure[data-ground=none]').waitFor();
    await checkMap(view, ran.structuredContent as Result);
  }
  expect(wrong).toEqual([]);
  await page.close();
  await client.close();
}

interface Result {
  readonly bands?: readonly { readonly cumulativeResidents: number }[];
  readonly stores?: readonly { readonly exclusive: number }[];
  readonly candidates?: readonly { readonly netNew: number }[];
  readonly spendUnit?: string;
}

/** The figures beside the map are those of the result, and the legend names what is drawn. */
async function checkMap(view: FrameLocator, { bands, stores, candidates, spendUnit }: Result): Promise<void> {
  const { short, title } = makeWords('en', textsOf('en'));
  const figures =
    candidates?.map(({ netNew }) => short(netNew, spendUnit)) ??
    (bands?.map(({ cumulativeResidents }) => cumulativeResidents) ?? stores?.map(({ exclusive }) => exclusive) ?? [])
      .toSorted((a, b) => (stores === undefined ? 0 : b - a))
      .map((people) => short(people, 'persons'));
  // Of a network, what its best candidates reach stands before whom each store reaches alone.
  const heading = view.getByRole('heading', { name: title({ text: 'chart.storesAlone' }) });
  const rows =
    stores === undefined ? view.locator('tbody tr') : heading.locator('xpath=following-sibling::table[1]/tbody/tr');
  for (const [i, figure] of figures.entries()) {
    expect(await rows.nth(i).locator('td').first().textContent()).toBe(figure);
  }
  const named = async (attribute: string) => {
    const found = await view.locator(`[${attribute}]`).all();
    return Promise.all(found.map((one) => one.getAttribute(attribute)));
  };
  expect(await named('data-legend')).not.toEqual([]);
  expect(await named('data-legend')).toEqual(await named('data-drawn'));
}

/** axe-core finds no fault in the view. */
async function isSound(page: Page): Promise<void> {
  expect(await accessibilityFaults(page, 'html', page.frames()[1])).toEqual([]);
}

/** The frame grows with its content: nothing of it is cut off. */
async function isWhole(page: Page, view: FrameLocator): Promise<void> {
  const content = () =>
    view.locator('html').evaluate((root) => (root as unknown as { scrollHeight: number }).scrollHeight);
  const frame = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
  await expect.poll(async () => (await frame()) - (await content())).toBeGreaterThanOrEqual(0);
}
