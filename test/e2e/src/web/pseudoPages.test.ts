import { setTimeout as sleep } from 'node:timers/promises';
import { actions } from '@hinterland/actions';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium, launchChromium, overflowPixels } from '../developers/browser.ts';
import { App } from './driver.ts';
import { englishIn, namesIn } from './pseudo/english.ts';
import { serviceInPseudo, speakPseudo, TAG } from './pseudo/language.ts';
import { lookAt } from './pseudo/look.ts';

const WIDTHS = [1440, 375];

/** Pages by address; the names are those of `made`. */
const SIGNED_OUT = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password#token=abc',
  '/verify-email#token=abc',
  '/invitation#token=abc',
];
const PAGES = [
  '/',
  '/analyses',
  '/analyses/<code>',
  '/datasets',
  '/datasets/<dataset>',
  '/dashboards',
  '/studio',
  '/studio?at=-36.2,-151.7',
  ...[
    'api',
    'webhooks',
    'webhooks/<webhook>',
    'credits',
    'ledger',
    'members',
    'teams',
    'organization',
    'audit',
    'data',
    'profile',
    'nowhere',
  ].map((page) => `/account/${page}`),
];
/** Answers that show all that answers draw: tables, lines, a plan, ranks, every section. */
const ANSWERS = ['analysis.realestate', 'network.coverage', 'site.search', 'enrich.point'];

describe.runIf(hasChromium)(`pages in a language of JSON alone (where ${CHROMIUM} is)`, () => {
  const speech = hasChromium ? serviceInPseudo() : null;
  let service: DemoService;
  let browser: Browser;
  let reader: App;
  let visitor: App;
  const made: Record<string, string> = {};
  /** Names that the service has answered with. */
  const names = new Set<string>();

  const send = async <T = any>(method: string, path: string, data?: object | string, headers = {}): Promise<T> => {
    const address = `${service.url}/web/v1${path}`;
    const answer = await reader.page.request.fetch(address, {
      method,
      headers: { Origin: service.url, ...headers },
      ...(data === undefined ? {} : { data }),
    });
    expect([path, answer.ok() || (await answer.text())]).toEqual([path, true]);
    const said = await answer.json();
    for (const name of namesIn(said)) names.add(name);
    return said;
  };

  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('Till'), credits: 1_000_000 }], env: speech?.env ?? {} });
    browser = await launchChromium(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']);
    [reader, visitor] = await Promise.all([open(), open()]);
    await send('POST', '/sign-in', { email: CALLER, password: CALLER_PASSWORD });
    await fill();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    speech?.remove();
  });

  async function open(): Promise<App> {
    const app = await App.open(browser, service.url, 'pointer', 1440, 0.25, TAG);
    await speakPseudo(app.page.context());
    app.page.on('response', async (answer) => {
      if (!/\/web\/v1\//.test(answer.url()) || !answer.headers()['content-type']?.includes('json')) return;
      for (const name of namesIn(await answer.json().catch(() => null))) names.add(name);
    });
    return app;
  }

  /** What an organization has after a while: members, keys, a webhook, a dataset, an analysis of each question, a link. */
  async function fill(): Promise<void> {
    const own = `/organizations/${(await send('GET', '/session')).activeOrganization.organization.id}`;
    const { id: team } = await send('POST', `${own}/teams`, { name: 'Expansion' });
    await send('PUT', `${own}/teams/${team}/limit`, { monthlyLimit: 2000 });
    await send('POST', `${own}/invitations`, { email: 'mei@example.com', role: 'member', teamId: team });
    await send('POST', `${own}/keys`, { name: 'Till import', scopes: ['read', 'run'], monthlyCap: 500 });
    const url = 'https://receiver.example/hinterland';
    const webhook = await send('POST', `${own}/webhooks`, {
      url,
      events: ['job.completed', 'ping'],
      description: 'Warehouse',
    });
    made.webhook = webhook.id;
    await send('POST', `${own}/orders`, { credits: 5000, reference: 'PO 2026-114' });
    const lines = Array.from(
      { length: 20 },
      (_, i) => `${i + 1},Store ${i + 1},${i === 7 ? 'north' : -36.2 + i / 1000},-151.7,${1000 + i}`,
    );
    const file = `id,name,lat,lng,turnover\n${lines.join('\n')}\n`;
    const dataset = await send('POST', `${own}/datasets?name=Bakeries`, file, { 'Content-Type': 'text/csv' });
    made.dataset = dataset.id;
    for (const action of actions.filter(({ id }) => ANSWERS.includes(id))) {
      const { quotedCredits } = await send('POST', `${own}/actions/${action.id}/quote`, action.example);
      const { code } = await send('POST', `${own}/analyses`, { name: `Harbour ${action.id}` });
      made[action.id] = code;
      made.code ??= code;
      await send(
        'POST',
        `${own}/actions/${action.id}/execute`,
        { ...action.example, quotedCredits },
        { 'X-Analysis-Id': code },
      );
    }
    const shared = await send('PUT', `${own}/analyses/${made.code}/shares`, { anyone: true, anyoneExpiresDays: 30 });
    made.link = JSON.stringify(shared);
    while ((await send('GET', `${own}/datasets/${dataset.id}`)).job !== null) await sleep(100);
  }

  const addressOf = (path: string) => path.replace(/<([\w.]+)>/g, (_, name: string) => made[name] ?? name);

  /** What is wrong with a page at a width. */
  async function faultsOf({ page }: App, width: number): Promise<readonly string[]> {
    const { said, clipped } = await lookAt(page);
    const overflow = await overflowPixels(page);
    return [
      ...(overflow > 0 ? [`${width}: ${overflow} pixels wider than its window`] : []),
      ...clipped.map((text) => `${width}: cut: ${text}`),
      ...said
        .filter((line) => englishIn(line, names).length > 0)
        .map((line) => `English: ${englishIn(line, names).join(' ')}: ${line.slice(0, 120)}`),
    ];
  }

  /** Looks at a page in both widths, when its pictures have the new one. */
  async function look(app: App): Promise<void> {
    for (const width of WIDTHS) {
      await app.page.setViewportSize({ width, height: 900 });
      await expect.poll(() => faultsOf(app, width), { interval: 250 }).toEqual([]);
    }
  }

  async function goTo(app: App, path: string): Promise<void> {
    await app.page.setViewportSize({ width: 1440, height: 900 });
    await app.page.goto(service.url + addressOf(path));
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => app.page.locator('[aria-busy=true]').count()).toBe(0);
  }

  it.each(SIGNED_OUT)('%s, signed out, speaks it and fits', async (path) => {
    await goTo(visitor, path);
    await look(visitor);
  });

  it.each(PAGES)('%s speaks it and fits', async (path) => {
    await goTo(reader, path);
    await look(reader);
  });

  it.each(ANSWERS)('the question and the answer of %s speak it and fit', async (id) => {
    await goTo(reader, `/a/<${id}>`);
    await reader.page.locator('[data-result]').waitFor();
    await look(reader);
  });

  it('the shared page speaks it and fits', async () => {
    const code = /[\w-]{20,}/.exec(made.link ?? '')?.[0];
    await visitor.page.goto(`${service.url}/a/${made.code}?share=${code}`);
    await look(visitor);
  });
});
