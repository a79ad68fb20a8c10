import { actions } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../apps/service/src/testing/until.ts';
import { CALLER, callers, type DemoService, startDemo } from './demoService.ts';
import { committedDocument } from './published/apiDocument.ts';

const operations = Object.entries(committedDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses, requestBody }]) => {
    const example = requestBody?.content?.['application/json']?.example;
    return { method: method.toUpperCase(), path, responses, example };
  }),
);

/** Statuses that a caller brings about in the same way on every route that declares them. */
const ALIKE = [400, 401, 403, 404, 413, 415, 429] as const;

interface Call {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('statuses that openapi.json declares, on the demo', () => {
  let service: DemoService;
  let main: string;
  /** Of the same person: each key may run 60 charged calls a minute. */
  let wrong: string;
  let busy: string;
  let reader: string;
  let poor: string;
  /** What the paths name where they are to name something. */
  const names = { actionId: 'analysis.isochrone', no: '1', index: '0', code: '', job: '', webhook: '' };

  beforeAll(async () => {
    const all = callers('main', 'wrong', 'busy');
    const keys = [...(all.keys ?? []), { name: 'reader', user: CALLER, scopes: ['read' as const] }];
    const organizations = [
      { ...all, keys },
      { ...callers('poor'), name: 'Poor', credits: 0 },
    ];
    // Endpoints of webhooks are on this machine, where nobody listens.
    service = await startDemo({ organizations, env: { HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8' } });
    [main, wrong, busy, reader, poor] = service.others as [string, string, string, string, string];
  });
  afterAll(() => service?.stop());

  const call = async (method: string, path: string, { key = main, body, headers = {} }: Call = {}) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await answer.text();
    const json: any = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : null;
    return { status: answer.status, headers: answer.headers, body: json };
  };
  const send = async (status: number, ...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    expect([...args.slice(0, 2), answer.status, answer.body]).toEqual([...args.slice(0, 2), status, answer.body]);
    return answer;
  };
  /** What an action costs now. */
  const priced = async (id: string, input: object) => ({
    ...input,
    quotedCredits: (await call('POST', `/actions/${id}/quote`, { body: input })).body.quotedCredits,
  });

  it('2xx and 304 of documents and accounts', async () => {
    for (const path of ['/me', '/credits', '/data']) await send(200, 'GET', path);
    for (const path of ['/actions', '/openapi.json']) {
      const etag = (await send(200, 'GET', path)).headers.get('etag') as string;
      await send(304, 'GET', path, { headers: { 'If-None-Match': etag } });
    }
  });

  it('2xx of analyses', async () => {
    names.code = (await send(201, 'POST', '/analyses', { body: { name: 'Sites' } })).body.id;
    const one = `/analyses/${names.code}`;
    const body = await priced('analysis.people_economy', actionOf('analysis.people_economy').example);
    const headers = { 'X-Analysis-Id': names.code };
    await send(200, 'POST', '/actions/analysis.people_economy/execute', { body, headers });
    for (const path of [
      '/analyses',
      one,
      `${one}/versions`,
      `${one}/versions/1`,
      `${one}/versions/1/store-changes`,
      `${one}/shares`,
      `${one}/report`,
    ])
      await send(200, 'GET', path);
    await send(200, 'PUT', `${one}/name`, { body: { name: 'Sites in the north' } });
    await send(200, 'PUT', `${one}/shares`, { body: { team: true, anyone: true, anyoneExpiresDays: 7 } });
    const copy = (await send(201, 'POST', `${one}/duplicate`, { body: { withResults: true } })).body.id;
    await send(200, 'DELETE', `/analyses/${copy}`);
  });

  it('2xx of stores and what is said of them', async () => {
    const [store] = (await send(200, 'GET', '/stores?lat=-36.2&lng=-151.7&meters=2000')).body.data;
    const body = { kind: 'closed', storeId: store.id };
    const { id } = (await send(201, 'POST', '/corrections', { body })).body;
    for (const path of ['/corrections', '/corrections/csv']) await send(200, 'GET', path);
    await send(200, 'POST', `/corrections/${id}/undo`, { body: {} });
    const csv = `kind,storeId\nclosed,${store.id}\n`;
    await send(200, 'POST', '/corrections/csv', { body: { csv } });
    const [stored] = (await send(200, 'GET', '/corrections')).body.data;
    await send(200, 'POST', `/corrections/${stored.id}/undo`, { body: {} });
  });

  it('2xx of subjects and projects, and 422 of a place elsewhere', async () => {
    const place = { kind: 'place', name: 'Harbourside', lat: -36.2, lng: -151.7 };
    const { id } = (await send(201, 'POST', '/subjects', { body: place })).body;
    const input = { origins: { subject: id }, bandSeconds: [300] };
    await send(200, 'POST', '/actions/analysis.isochrone/execute', { body: await priced('analysis.isochrone', input) });
    const body = { name: 'Sixth bakery', subjects: [id], answers: [names.code] };
    const project = (await send(201, 'POST', '/projects', { body })).body.id;
    await send(200, 'POST', `/projects/${project}/answers`, { body: { code: names.code } });
    for (const path of [
      '/subjects',
      '/subjects/csv',
      `/subjects/${id}`,
      '/projects',
      `/projects/${project}`,
      `/projects/${project}/report`,
    ])
      await send(200, 'GET', path);
    await send(422, 'POST', '/subjects', { body: { ...place, lat: 20 } });
    await send(422, 'PUT', `/subjects/${id}`, { body: { ...place, lat: 20 } });
    await send(200, 'PUT', `/subjects/${id}`, { body: place });
    await send(200, 'PUT', `/projects/${project}`, { body });
    for (const path of [`/projects/${project}`, `/subjects/${id}`]) await send(200, 'DELETE', path);
  });

  it('2xx of subscriptions to changes of stores, and 422 of a place elsewhere', async () => {
    const body = { name: 'Harbourside', question: { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [300] } };
    const { id } = (await send(201, 'POST', '/supply/subscriptions', { body })).body;
    expect((await send(200, 'GET', '/supply/subscriptions')).body.data).toEqual([expect.objectContaining({ id })]);
    const elsewhere = { ...body, question: { ...body.question, origins: [{ lat: 20, lng: -151.7 }] } };
    await send(422, 'POST', '/supply/subscriptions', { body: elsewhere });
    await send(200, 'DELETE', `/supply/subscriptions/${id}`);
  });

  it('2xx of sales that came: a model, its forecasts in the same analysis, and a year later what a place sold', async () => {
    const code = (await send(201, 'POST', '/analyses', { body: { name: 'Next year' } })).body.id;
    const headers = { 'X-Analysis-Id': code };
    const run = async (id: string, input: object) =>
      (await send(200, 'POST', `/actions/${id}/execute`, { body: await priced(id, input), headers })).body.result;
    await run('market.calibrate', actionOf('market.calibrate').example);
    const { sectorCode } = actionOf('market.calibrate').example as { readonly sectorCode: string };
    const candidates = [
      { id: 'east', name: 'East', lat: -36.2, lng: -151.665, squareMeters: 1000 },
      { id: 'downs', name: 'Downs', lat: -36.208, lng: -151.784, squareMeters: 1000 },
    ];
    const ranked = await run('site.rank', { candidates, sectorCode, model: { analysis: code } });
    const { range80 } = ranked.candidates.find(({ id }: { id: string }) => id === 'east').forecast;
    const sales = `/analyses/${code}/versions/2/sales`;
    const sold = Math.ceil(range80.high) + 1;
    await send(200, 'PUT', sales, { body: { sales: [{ id: 'east', sold }] } });
    const { body } = await send(200, 'GET', sales);
    const east = { id: 'east', name: 'East', range80, sold, isWithin80: false };
    expect(body.places).toContainEqual(expect.objectContaining(east));
    expect(body.places.filter((place: { sold: number | null }) => place.sold === null)).toHaveLength(1);
    expect(body.coverage).toEqual({ of: 1, within80: 0, within95: 0 });
    // The page of the model counts the same.
    expect((await send(200, 'GET', `/analyses/${code}/versions/1/sales`)).body).toEqual({
      model: body.model,
      places: [],
      coverage: body.coverage,
    });
  });

  it('2xx and 409 of jobs', async () => {
    const start = async (input: object) => {
      const body = await priced('enrich.points', input);
      return (await send(200, 'POST', '/actions/enrich.points/execute', { body })).body.result.jobId as string;
    };
    const { example } = actionOf('enrich.points');
    names.job = await start(example);
    const [point] = example.points as { lat: number; lng: number }[];
    const points = Array.from({ length: LIMITS.enrichPointsMax }, (_, id) => ({ ...point, id }));
    const long = `/jobs/${await start({ points, include: ['people', 'economy'], bandSeconds: [1800] })}`;
    await send(409, 'DELETE', `${long}/results`);
    await send(200, 'POST', `${long}/stop`);
    const one = `/jobs/${names.job}`;
    const ends = (path: string) => until(async () => (await call('GET', path)).body.finishedAt !== null);
    await ends(one);
    for (const path of ['/jobs', one, `${one}/results`, `${one}/results/0`]) await send(200, 'GET', path);
    await send(409, 'POST', `${one}/stop`);
    await ends(long);
    await send(200, 'DELETE', `${long}/results`);
  });

  it('2xx and 409 of webhooks', async () => {
    const make = (status: number, events = ['ping']) =>
      send(status, 'POST', '/webhooks', { body: { url: 'https://127.0.0.1:1029/hook', events } });
    const deaf = (await make(201, ['job.failed'])).body.id;
    await send(409, 'POST', `/webhooks/${deaf}/ping`);
    await send(200, 'DELETE', `/webhooks/${deaf}`);
    names.webhook = (await make(201)).body.id;
    const one = `/webhooks/${names.webhook}`;
    for (const verb of ['ping', 'enable', 'rotate-secret']) await send(200, 'POST', `${one}/${verb}`);
    for (const path of ['/webhooks', `${one}/deliveries`]) await send(200, 'GET', path);
    for (let i = 1; i < LIMITS.activeWebhooksPerOrganization; i++) await make(201);
    await make(409);
  });

  it('402, 409 and 422 of actions', async () => {
    const reused = { 'Idempotency-Key': 'reused' };
    const first = await priced('analysis.isochrone', { ...actionOf('analysis.isochrone').example, bandSeconds: [120] });
    await send(200, 'POST', '/actions/analysis.isochrone/execute', { body: first, headers: reused });
    for (const { id, example, tariff } of actions) {
      const elsewhere = movedAway(example);
      if (elsewhere !== null) await send(422, 'POST', `/actions/${id}/quote`, { body: elsewhere });
      const execute = `/actions/${id}/execute`;
      if (tariff === null) {
        if (elsewhere !== null) await send(422, 'POST', execute, { body: elsewhere });
        continue;
      }
      const body = await priced(id, example);
      await send(402, 'POST', execute, { body, key: poor });
      await send(409, 'POST', execute, { body: { ...body, quotedCredits: body.quotedCredits + 1 } });
      await send(422, 'POST', execute, { body, headers: reused });
    }
  });

  it.each(ALIKE)('%i wherever it is declared', async (status) => {
    if (status === 429) {
      const calls = Array.from({ length: 600 }, () => call('GET', '/data', { key: busy }));
      expect((await Promise.all(calls)).filter((answer) => answer.status !== 200)).toEqual([]);
    }
    for (const { method, path, responses, example } of operations) {
      if (!(status in responses)) continue;
      const answer = await send(
        status,
        method,
        filled(path, status),
        wrongCall(method, status, example, bytesTooMany(path)),
      );
      expect(answer.body.status).toBe(status);
    }
  });

  /** The path below /api/v1 with what it names; for 404 nothing of that name is there. */
  function filled(path: string, status: number): string {
    const query =
      status === 400 && !path.includes('{actionId}') ? '?limit=0&territory=none&paper=none&language=none' : '';
    const of = status === 404 ? { actionId: 'no.such', code: '0'.repeat(12), job: 'job_0', webhook: '999999' } : names;
    const id = path.includes('/jobs/') ? of.job : of.webhook;
    const values: Readonly<Record<string, string>> = { ...names, ...of, id };
    return path.replace('/api/v1', '').replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '') + query;
  }

  function wrongCall(method: string, status: (typeof ALIKE)[number], example: unknown, bytes: number): Call {
    const body = example === undefined ? {} : { body: example };
    if (status === 400) return { key: wrong, ...(method === 'GET' ? {} : { body: '[' }) };
    if (status === 401) return { ...body, key: 'nonsense' };
    if (status === 403) return { ...body, key: reader };
    if (status === 404) return { ...body, key: wrong };
    if (status === 413) return { key: wrong, body: { filler: 'x'.repeat(bytes) } };
    if (status === 415) return { key: wrong, body: 'x', headers: { 'Content-Type': 'text/plain' } };
    return { ...body, key: busy };
  }
});

/** More than the route takes, and little more: each is sent. */
const bytesTooMany = (path: string): number =>
  path.endsWith('/corrections/csv') ||
  actions.some(({ id, largeBody }) => largeBody === true && path.includes(`/${id}/`))
    ? LIMITS.largeBodyBytes
    : LIMITS.analysisBodyBytes;

const actionOf = (id: string) => actions.find((action) => action.id === id) as (typeof actions)[number];

/** The input with every place where no territory is; null where it names no place. */
function movedAway(input: object): object | null {
  let moved = 0;
  const text = JSON.stringify(input, (name, value) => {
    if (name !== 'lat' || typeof value !== 'number') return value;
    moved++;
    return value + 20;
  });
  return moved === 0 ? null : JSON.parse(text);
}
