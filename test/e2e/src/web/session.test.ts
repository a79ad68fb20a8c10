import { actions } from '@hinterland/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';

/** What the web app asks the service, on the demo. */
describe('the session surface on the demo territory', () => {
  let service: DemoService;
  let cookie = '';
  let organization: string;

  beforeAll(async () => {
    service = await startDemo({ organizations: [callers('CI')] });
    const signedIn = await fetch(`${service.url}/web/v1/sign-in`, {
      method: 'POST',
      headers: { Origin: service.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: CALLER, password: CALLER_PASSWORD }),
    });
    cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    organization = `/organizations/${(await ask('GET', '/organizations')).data[0].organization.id}`;
  });
  afterAll(() => service?.stop());

  async function send(method: string, address: string, body: unknown, headers: Record<string, string>): Promise<any> {
    const answer = await fetch(service.url + address, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value = (await answer.json()) as any;
    expect([address, answer.status, answer.ok || value.detail]).toEqual([address, answer.status, true]);
    return value;
  }
  const ask = (method: string, path: string, body?: unknown) =>
    send(method, `/web/v1${path}`, body, { Origin: service.url, Cookie: cookie });
  const byKey = (path: string, body: unknown) =>
    send('POST', `/api/v1${path}`, body, { Authorization: `Bearer ${service.others[0]}` });
  const newest = async () => (await ask('GET', `${organization}/ledger?limit=1`)).data[0];

  it.each(actions.map((action) => [action.id, action] as const))(
    'S48 S55 %s costs what it costs with a key, an isochrone nothing, and a charge is in the ledger as web',
    async (id, { example, tariff, background }) => {
      const inApp = await ask('POST', `${organization}/actions/${id}/quote`, example);
      const priced = await byKey(`/actions/${id}/quote`, example);
      if (id === 'analysis.isochrone') {
        expect([inApp.quotedCredits, priced.quotedCredits]).toEqual([0, 3]);
      } else {
        expect(inApp).toEqual(priced);
      }
      const before = (await ask('GET', `${organization}/credits`)).balance;
      const { quotedCredits } = inApp;
      const body = tariff === null ? example : { ...example, quotedCredits };
      const { result } = await ask('POST', `${organization}/actions/${id}/execute`, body);
      if (background) {
        while ((await ask('GET', `${organization}/jobs/${result.jobId}`)).finishedAt === null) {
          await new Promise((go) => setTimeout(go, 200));
        }
      }
      const spent = before - (await ask('GET', `${organization}/credits`)).balance;
      expect(spent > 0).toBe(quotedCredits > 0);
      expect(spent).toBeLessThanOrEqual(quotedCredits);
      if (spent > 0)
        expect(await newest()).toMatchObject({ kind: 'charge', action: id, key: { id: null, name: 'web' } });
      if (spent > 0 && !background) expect((await newest()).credits).toBe(-spent);
    },
  );

  it('has three worked examples around the capital, each with an answer that nobody pays for', async () => {
    const { data } = await ask('GET', '/examples');
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['reach', 'people', 'bakeries']);
    const before = (await ask('GET', `${organization}/credits`)).balance;
    for (const example of data) {
      const worked = await ask('GET', `/examples/${example.id}`);
      const { result, ...shown } = worked;
      expect(shown).toEqual(example);
      const quote = await ask('POST', `${organization}/actions/${example.actionId}/quote`, example.input);
      expect(quote.quotedCredits).toBe(example.quotedCredits);
      const body = { ...example.input, quotedCredits: example.quotedCredits };
      const ran = await ask('POST', `${organization}/actions/${example.actionId}/execute`, body);
      const { charged: _, creditsCharged: __, ...own } = ran.result;
      expect(own).toEqual(result);
    }
    const costs = data.reduce((sum: number, one: { quotedCredits: number }) => sum + one.quotedCredits, 0);
    expect(before - (await ask('GET', `${organization}/credits`)).balance).toBe(costs);
  });

  it('names the data in force with their sources and licences, as GET /api/v1/data has the versions', async () => {
    const { data } = await ask('GET', '/data');
    const versions = await send('GET', '/api/v1/data', undefined, { Authorization: `Bearer ${service.others[0]}` });
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['maravea']);
    // Beside what analyses stand on, the page names the sources of the map's backdrop.
    const { backdrop, ...ofAnalyses } = Object.fromEntries(
      data[0].families.map((one: any) => [one.family, one.version]),
    );
    expect(ofAnalyses).toEqual(versions);
    expect(backdrop).toEqual(expect.any(String));
    for (const { family, sources, counts, changes } of data[0].families) {
      expect(sources.length).toBeGreaterThan(0);
      for (const { name, licence, attribution } of sources)
        expect([name, licence, attribution].every(Boolean)).toBe(true);
      expect(Object.keys(counts).length).toBeGreaterThan(0);
      // The demo has an earlier list of stores; no other family has a version before.
      expect(changes?.version ?? null).toBe(family === 'players' ? '2026-07' : null);
    }
  });
});
