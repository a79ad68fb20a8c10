import { actions } from '@hinterland/actions';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium, launchChromium } from '../developers/browser.ts';
import { App } from './driver.ts';
import { lookAt } from './pseudo/look.ts';

/** Words of prices, orders and buying. */
const MONEY: Readonly<Record<string, RegExp>> = {
  en: /\bprice[sd]?\b|\bcosts?\b|\bcharge|\bbuy|\border(s|ed)?\b|invoice|\bpay(s|ment)?\b|\bpaid\b|\bfree\b|\d credits?\b|balance/i,
  de: /\bpreis|kost(et|en)\b|belast|abgebucht|(?<!ver)kauf(en|t)\b|bestell|rechnung\b|bezahl|kostenlos|\d credits?\b|guthaben/i,
  fr: /\bprix|coût|débit|achet|command(er|é)|bons? de commande|factur|payer|gratuit|\d crédits?\b|solde/i,
  es: /precio|cuesta|coste|cobr|comprar|pedidos|factura|pagar|gratis|\d créditos?\b|saldo/i,
  it: /prezz|costa\b|costo|addebit|comprar|ordini\b|fattur|pagare|gratis|gratuit|\d crediti?\b|saldo/i,
};
/** What answers, helps and the license of data say of prices of homes, free roads and free licenses. */
const OF_THE_MARKET =
  /homes?|rent|listing|asking|license|road|traffic|mieten?|wohnung|immobil|angebot|lizenz|straße|verkehr|logement|loyer|annonce|licence|route|vivienda|alquiler|anuncio|licencia|tráfico|case|affitt|annunci|licenza|traffico/i;

const SIGNED_OUT = ['/', '/sign-in', '/sign-up'];
const PAGES = [
  '/',
  '/analyses',
  '/analyses/<code>',
  '/datasets',
  '/datasets/<dataset>',
  '/dashboards',
  '/places',
  '/studio',
  '/studio?at=-36.2,-151.7',
  '/a/<code>',
  ...[
    'api',
    'webhooks',
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
/** Every question, filled in up to its button. */
const QUESTIONS = actions.filter(({ tariff }) => tariff !== null).map(({ id }) => `/studio?at=-36.2,-151.7&ask=${id}`);
const ACTION = 'network.coverage';

describe.runIf(hasChromium)(`an organization's own server (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  let app: App;
  const made: Record<string, string> = {};
  let own = '';

  async function send(method: string, path: string, data?: object | string, headers = {}) {
    const answer = await app.page.request.fetch(`${service.url}/web/v1${path}`, {
      method,
      headers: { Origin: service.url, ...headers },
      ...(data === undefined ? {} : { data }),
    });
    return { status: answer.status(), body: await answer.json().catch(() => null) };
  }

  beforeAll(async () => {
    const organizations = [{ ...callers('Till'), credits: 0 }];
    service = await startDemo({ organizations, env: { HINTERLAND_HOUSE: '1' } });
    browser = await launchChromium(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']);
    app = await App.open(browser, service.url, 'pointer', 1440, 0.25, 'en');
    await send('POST', '/sign-in', { email: CALLER, password: CALLER_PASSWORD });
    own = `/organizations/${(await send('GET', '/session')).body.activeOrganization.organization.id}`;
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('runs what is counted without a balance that anybody filled, and writes it into the ledger', async () => {
    const action = actions.find(({ id }) => id === ACTION) as (typeof actions)[0];
    await expect.poll(async () => (await send('GET', `${own}/credits`)).body.available).toBeGreaterThan(1e8);
    const { quotedCredits } = (await send('POST', `${own}/actions/${ACTION}/quote`, action.example)).body;
    expect(quotedCredits).toBeGreaterThan(0);
    made.code = (await send('POST', `${own}/analyses`, { name: 'Harbour' })).body.code;
    const body = { ...action.example, quotedCredits };
    const run = await send('POST', `${own}/actions/${ACTION}/execute`, body, { 'X-Analysis-Id': made.code });
    expect(run.status).toBe(200);
    const [entry] = (await send('GET', `${own}/ledger?kind=charge`)).body.data;
    expect(entry).toMatchObject({ kind: 'charge', action: ACTION, credits: -quotedCredits });
  });

  it('refuses what passes a limit as before', async () => {
    const { user } = (await send('GET', '/session')).body;
    await send('PUT', `${own}/members/${user.id}/limit`, { monthlyLimit: 1 });
    const action = actions.find(({ id }) => id === ACTION) as (typeof actions)[0];
    const { quotedCredits } = (await send('POST', `${own}/actions/${ACTION}/quote`, action.example)).body;
    const refused = await send('POST', `${own}/actions/${ACTION}/execute`, { ...action.example, quotedCredits });
    expect(refused).toMatchObject({ status: 402, body: { error: 'insufficient_credits', blockedBy: 'user_limit' } });
    expect(refused.body.blockedByAll).toEqual(['user_limit']);
    await send('PUT', `${own}/members/${user.id}/limit`, { monthlyLimit: null });
  });

  it('has no orders, and says so to whoever calls their addresses', async () => {
    expect((await send('POST', `${own}/orders`, { credits: 5000 })).status).toBe(404);
    expect((await send('GET', `${own}/orders`)).status).toBe(404);
    expect((await send('GET', `${own}/buyers`)).status).toBe(404);
  });

  it('runs a tool of an agent without a price, and answers without one', async () => {
    const call = async (name: string, given: object) => {
      const answer = await app.page.request.post(`${service.url}/mcp`, {
        headers: {
          Authorization: `Bearer ${service.others[0]}`,
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2025-11-25',
        },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      });
      const text = await answer.text();
      return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')).result;
    };
    const action = actions.find(({ id }) => id === 'network.nearest') as (typeof actions)[0];
    const answer = await call('network_nearest', action.example as object);
    expect(answer.isError ?? false).toBe(false);
    expect(answer._meta.quotedCredits).toBeUndefined();
    const [entry] = (await send('GET', `${own}/ledger?kind=charge`)).body.data;
    expect(entry).toMatchObject({ action: 'network.nearest', channel: 'mcp' });
  });

  it('keeps the interface of /api/v1 as it is: a price is asked for and agreed to', async () => {
    const headers = { Authorization: `Bearer ${service.others[0]}` };
    const action = actions.find(({ id }) => id === 'network.nearest') as (typeof actions)[0];
    const address = `${service.url}/api/v1/actions/network.nearest`;
    const without = await app.page.request.post(`${address}/execute`, { headers, data: action.example });
    expect([without.status(), (await without.json()).error]).toEqual([400, 'quote_required']);
    const quote = await (await app.page.request.post(`${address}/quote`, { headers, data: action.example })).json();
    const data = { ...(action.example as object), quotedCredits: quote.quotedCredits };
    const run = await app.page.request.post(`${address}/execute`, { headers, data });
    expect([run.status(), (await run.json()).quotedCredits]).toEqual([200, quote.quotedCredits]);
  });

  it.each(Object.keys(MONEY))('shows no price, order or balance on any page, in %s', async (language) => {
    const lines = 'id,name,lat,lng\n1,Store,-36.2,-151.7\n';
    made.dataset ??= (
      await send('POST', `${own}/datasets?name=Bakeries`, lines, { 'Content-Type': 'text/csv' })
    ).body.id;
    const visitor = await App.open(browser, service.url, 'pointer', 1440, 0.25, language);
    const faults: string[] = [];
    const look = async (seen: App, path: string) => {
      await seen.page.goto(service.url + path.replace(/<(\w+)>/, (_, name) => made[name] as string));
      await seen.page.waitForLoadState('networkidle').catch(() => {});
      expect(await seen.page.evaluate('document.documentElement.dataset.house')).toBe('');
      const said = (await lookAt(seen.page)).said.filter(
        (text) => MONEY[language]?.test(text) && !OF_THE_MARKET.test(text),
      );
      faults.push(...said.map((text) => `${path}: ${text}`));
    };
    for (const path of SIGNED_OUT) await look(visitor, path);
    await visitor.page.context().addCookies(await app.page.context().cookies());
    // Texts of questions are the same for all: one language has each, the others have some.
    const questions = language === 'en' ? QUESTIONS : QUESTIONS.slice(0, 3);
    for (const path of [...PAGES, ...questions]) await look(visitor, path);
    await visitor.page.context().close();
    expect([...new Set(faults)]).toEqual([]);
  });
});
