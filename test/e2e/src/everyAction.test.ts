import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Action, actions, placeLists } from '@hinterland/actions';
import { type ActionId, type ActionInput, Hinterland } from '@hinterland/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenIdentities } from '../../../packages/actions/src/testing/identities.ts';
import { callers, type DemoService, startDemo } from './demoService.ts';
import { exampleOf, examples, pictureOf, runExample, tellOutput, toldOutput } from './examples.ts';
import { root } from './hinterland.ts';
import { type Channel, overMcp } from './overMcp.ts';
import { uploader } from './uploader.ts';

const LAT = -36.2;
const LNG = -151.7;
const triangle = {
  type: 'Polygon',
  coordinates: [
    [
      [LNG, LAT],
      [LNG + 0.02, LAT],
      [LNG, LAT + 0.02],
      [LNG, LAT],
    ],
  ],
};

const northOf = (...ids: readonly number[]) => ids.map((id) => ({ id, lat: LAT + id / 200, lng: LNG }));

/** What each action is asked beside its example: another way to say where, and what the example leaves out. */
const MORE: Readonly<Record<string, readonly object[]>> = {
  'analysis.isochrone': [
    {
      origins: [
        { lat: LAT, lng: LNG },
        { lat: LAT, lng: LNG - 0.02 },
      ],
      radiusMeters: [500, 1500],
      geometry: false,
    },
    { origins: [{ lat: LAT, lng: LNG }], bandMeters: [1000], mode: 'walk', direction: 'outbound' },
    { origins: [{ lat: LAT, lng: LNG }], bandSeconds: [900], compareModes: true, departure: { day: 'saturday' } },
  ],
  'analysis.people_economy': [{ polygon: triangle, topics: ['income', 'consumption'] }],
  'analysis.markets_sector': [{ polygon: triangle, sectors: ['food.bakery'], mixNeighbours: true }],
  'analysis.category_mix': [
    { origins: [{ lat: LAT, lng: LNG }], bandMeters: [1500], neighboursOf: 'food.supermarket' },
  ],
  'analysis.markets_brands': [{ polygon: triangle, brands: ['Halcyon Fare'] }],
  'markets.changes': [
    { polygon: triangle, since: '2026-07' },
    { areas: ['XM-101'], sectors: ['horeca.restaurant'] },
  ],
  'analysis.realestate': [
    { polygon: triangle, detail: 'full', rowsLimit: 20, period: 'year' },
    { origins: [{ lat: LAT, lng: LNG }], bandSeconds: [300], mode: 'bicycle', kinds: ['rent'] },
  ],
  'analysis.brand_coverage': [
    { brand: 'Halcyon Fare', plannedPoints: [{ id: 1, lat: LAT, lng: LNG + 0.025 }], minutes: 5, mode: 'walk' },
  ],
  'analysis.site_comparison': [{ candidates: northOf(1, 2), radiusMeters: [800] }],
  'network.coverage': [
    {
      stores: northOf(0, 2),
      minutes: 10,
      mode: 'walk',
      measure: 'households',
      alsoMeasures: ['aged_65_plus'],
      geometry: true,
      whiteSpotLevel: 'postcode',
    },
  ],
  'network.matrix': [{ origins: northOf(1, 2, 3), mode: 'bicycle', direction: 'inbound', maxMinutes: 5 }],
  'network.nearest': [{ origins: [{ lat: LAT, lng: LNG }], destinations: northOf(1, 2, 3), count: 2 }],
  'site.rank': [
    {
      candidates: northOf(1, 2, 3),
      sectorCode: 'food.bakery',
      mode: 'walk',
    },
  ],
  'site.search': [
    {
      measure: 'aged_65_plus',
      minutes: 8,
      areas: ['XM-101'],
      candidates: 'addresses',
      spacingMeters: 400,
      mode: 'walk',
    },
  ],
  'enrich.point': [
    { lat: LAT, lng: LNG, radiusMeters: [800], include: ['realestate', 'brands'], brands: ['Halcyon Fare'] },
  ],
  'enrich.points': [
    { points: [{ id: 7, lat: LAT, lng: LNG }], bandMeters: [800], include: ['people', 'economy'], maxCredits: 100 },
  ],
  'search.addresses': [{ query: 'station road 1', continent: 'oceania', near: { lat: LAT, lng: LNG } }],
  'search.resolve_address': [{ query: 'No Such Street 99999', continent: 'oceania' }],
  'search.reverse_address': [{ lat: LAT + 0.01, lng: LNG, limit: 1, maxDistanceMeters: 50 }],
  'areas.list': [{ kind: 'postcode', geometry: true, limit: 2, offset: 1 }, { contains: { lat: LAT, lng: LNG } }],
  'markets.sectors': [{ query: 'bakery', language: 'de', mapping: true }],
  'search.brands': [{ limit: 3, offset: 1 }],
};

/** The actions that take a mode: those that depend on timetables. */
const withMode = actions.filter(({ families }) => families.includes('transit'));

/** The example of an action by public transport on a Saturday; three minutes by car are a walk in place of a journey. */
const byTransit = ({ example }: Pick<Action, 'example'>) => ({
  ...example,
  ...('bandSeconds' in example ? { bandSeconds: [900, 1800] } : {}),
  ...('minutes' in example ? { minutes: 20 } : {}),
  mode: 'transit',
  departure: { day: 'saturday', from: '10:00', to: '11:00' },
});

const inputsOf = (action: Action) => [
  action.example as object,
  // Every action takes the name of a territory.
  ...(MORE[action.id] ?? [{ ...action.example, territory: 'maravea' }]),
  ...(withMode.includes(action) ? [byTransit(action)] : []),
];

/** Figures with more than nine significant digits or six decimals; coordinates are as the caller gave them. */
function longFigures(value: unknown, path = ''): string[] {
  if (typeof value === 'number') {
    const [digits, exponent] = value.toExponential().split('e') as [string, string];
    const significant = digits.replace(/[-.]/g, '').length;
    const isLong = significant > 9 || significant - 1 - Number(exponent) > 6;
    return isLong && !/\/(lat|lng)$/.test(path) ? [`${path}: ${value}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => longFigures(member, `${path}/${name}`));
}

/** With the client. */
function overRest(url: string, apiKey: string): Channel {
  const hinterland = new Hinterland({ baseUrl: url, apiKey });
  const balance = async () => (await hinterland.credits()).balance;
  return {
    async run(id, sent) {
      const input = sent as ActionInput<ActionId>;
      const before = await balance();
      const { quotedCredits } = await hinterland.quote(id as ActionId, input);
      const priced = quotedCredits === 0 ? {} : { quotedCredits };
      const { result } = await hinterland.execute(id as ActionId, input, priced);
      if (!('jobId' in result)) return { quotedCredits, creditsTaken: before - (await balance()), result };
      const { jobId, ...estimate } = result;
      await hinterland.jobs.wait(jobId, { everySeconds: 0.2 });
      const rows: unknown[] = [];
      for await (const row of hinterland.jobs.results(jobId)) rows.push(row);
      return { quotedCredits, creditsTaken: before - (await balance()), result: { estimate, rows } };
    },
  };
}

/** Runs by one channel after the other. */
function inTurn(channels: readonly Channel[]): Channel {
  let next = 0;
  return { run: (id, input) => channels[next++ % channels.length]!.run(id, input) };
}

describe('on the demo territory', () => {
  let service: DemoService;
  let rest: Channel;
  let mcp: Channel;
  let tools: readonly Awaited<ReturnType<typeof overMcp>>[] = [];

  beforeAll(async () => {
    // A key may make 60 charged calls a minute, and the rest of a long answer is one, too.
    const names = Array.from({ length: 8 }, (_, i) => `key ${i}`);
    service = await startDemo({ organizations: [callers(...names)] });
    const [restKeys, mcpKeys] = [service.others.slice(0, 2), service.others.slice(2)];
    rest = inTurn(restKeys.map((key) => overRest(service.url, key)));
    tools = await Promise.all(mcpKeys.map((key) => overMcp(service.url, key)));
    mcp = inTurn(tools);
  });
  afterAll(async () => {
    for (const one of tools) await one.close();
    await service?.stop();
  });

  it.each(actions.map((action) => [action.id, action] as const))(
    'S2 S3 S8 %s fits its published schemas, and is the same over HTTP and as a tool, at the same price',
    async (id, action) => {
      for (const input of inputsOf(action)) {
        const ran = await rest.run(id, input);
        expect(await mcp.run(id, input)).toEqual(ran);
        expect(longFigures(ran.result)).toEqual([]);
        expect([input, brokenIdentities(ran.result as object)]).toEqual([input, []]);
        expect(ran.creditsTaken).toBeLessThanOrEqual(ran.quotedCredits);
        expect(ran.quotedCredits > 0).toBe(action.tariff !== null);
      }
    },
  );

  it('S244 places uploaded as a dataset give what the same places as a list give, over HTTP and as a tool', async () => {
    const upload = await uploader(service.url);
    let read = 0;
    for (const action of actions) {
      const lists = placeLists(action).filter(({ name }) => Array.isArray(action.example[name]));
      if (lists.length === 0) continue;
      const input: Record<string, unknown> = { ...action.example };
      for (const { name } of lists) {
        const places = input[name] as { id: string; name?: string; lat: number; lng: number }[];
        const rows = places.map((place) => [place.id, place.name ?? '', place.lat, place.lng].join());
        input[name] = { dataset: await upload(`id,name,lat,lng\n${rows.join('\n')}\n`) };
        read++;
      }
      const byList = await rest.run(action.id, action.example);
      expect([action.id, await rest.run(action.id, input)]).toEqual([action.id, byList]);
      expect([action.id, await mcp.run(action.id, input)]).toEqual([action.id, byList]);
    }
    expect(read).toBeGreaterThan(5);
  });

  it('S8 the examples of answers in openapi.json are what the demo answers', async () => {
    const answers: Record<string, object> = {};
    for (const { id, example } of actions) answers[id] = await workedAnswer(service, id, example);
    expectWorked('worked-answers.json', answers);
  });

  it('D163 the worked answers by public transport are what the demo answers', async () => {
    const answers: Record<string, any> = {};
    for (const action of withMode) {
      const input = byTransit(action);
      answers[action.id] = { input, ...(await workedAnswer(service, action.id, input)) };
      if (action.background) continue;
      const { result } = answers[action.id].execute;
      expect([action.id, result.dataVersion.transit]).toEqual([action.id, expect.any(String)]);
      expect([action.id, JSON.stringify(result)]).toEqual([action.id, expect.stringContaining('"date":"2026-')]);
    }
    expectWorked('transit-answers.json', answers);
  });

  it('S268 /actions, openapi.json and tools/list name the same actions, those of the registry', async () => {
    const ids = actions.map(({ id }) => id).toSorted();
    const get = async (path: string) =>
      (await fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${service.key}` } })).json();
    const { data } = (await get('/api/v1/actions')) as { data: { id: string }[] };
    const { paths } = (await get('/api/v1/openapi.json')) as { paths: object };
    const described = (verb: string) =>
      Object.keys(paths).flatMap((path) => new RegExp(`^/api/v1/actions/([a-z_.]+)/${verb}$`).exec(path)?.[1] ?? []);
    const ofService = [
      'account_credits',
      'actions_quote',
      'answers_rest',
      'jobs_get',
      'jobs_results',
      'jobs_stop',
      'stores_correct',
      'stores_list',
      'stores_undo_correction',
      'tools_describe',
    ];
    expect(data.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(described('quote').toSorted()).toEqual(ids);
    expect(described('execute').toSorted()).toEqual(ids);
    expect(new Set(tools[0]!.tools)).toEqual(new Set([...ids.map((id) => id.replaceAll('.', '_')), ...ofService]));
  });

  it('the check is one: another result is found', async () => {
    const input = { level: 4, limit: 1 };
    expect(await mcp.run('areas.list', { ...input, limit: 2 })).not.toEqual(await rest.run('areas.list', input));
  });

  it('areas and brands are read to their end from page to page', async () => {
    const hinterland = new Hinterland({ baseUrl: service.url, apiKey: service.key });
    const { result } = await hinterland.execute('areas.list', { level: 6, limit: 500 });
    const codes: string[] = [];
    for await (const { code } of hinterland.areas({ level: 6, limit: 2 })) codes.push(code);
    expect(result.total).toBeGreaterThan(2);
    expect(codes).toEqual(result.areas.map(({ code }) => code));
  });

  describe('examples', () => {
    const scratch = mkdtempSync(join(tmpdir(), 'hinterland-examples-'));
    afterAll(() => rmSync(scratch, { recursive: true, force: true }));

    it('there is one for every action', () => {
      expect(examples.toSorted()).toEqual(actions.map(({ id }) => exampleOf(id)).toSorted());
    });

    it.each(examples)('%s prints and draws what its page says', async (name) => {
      const { output, drawn } = await runExample(name, service, scratch);
      if (process.env.UPDATE_GOLDEN === '1') {
        tellOutput(name, output);
        if (drawn !== null) writeFileSync(pictureOf(name), drawn);
      }
      expect(output).toBe(toldOutput(name));
      expect(existsSync(pictureOf(name))).toBe(drawn !== null);
      if (drawn === null) return;
      // Words and figures of the picture; its outlines may differ by parts of a pixel between machines.
      const words = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
      expect(words(drawn)).toEqual(words(readFileSync(pictureOf(name), 'utf8')));
      expect(drawn).not.toMatch(/href|url\(http|NaN/);
    });

    it('without a key they say where to get one', async () => {
      await expect(runExample('areas-list.mjs', { ...service, key: '' }, scratch)).rejects.toThrow('HINTERLAND_KEY');
    });
  });

  it('the samples of the client’s README run and print what they should', async () => {
    const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
    const samples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, sample]) => sample as string);
    const env = { PATH: process.env.PATH, HINTERLAND_KEY: service.key };
    const printed: string[] = [];
    for (const sample of samples) {
      const source = sample.replace('http://127.0.0.1:8080', service.url);
      const options = { cwd: join(root, 'packages/client'), env };
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], options);
      printed.push(stdout);
    }
    expect(printed).toEqual(['300 58817\n600 54068\n900 17567\n', 'succeeded 2\ncentre 10\nnorth 10\n']);
  });
});

/** The quote and the answer of a call, its lists shortened. */
async function workedAnswer({ url, others: [, , key] }: DemoService, id: string, input: object) {
  const post = async (verb: string, body: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/api/v1/actions/${id}/${verb}`, init)).json() as any;
  };
  const quote = await post('quote', input);
  const priced = quote.quotedCredits === 0 ? input : { ...input, quotedCredits: quote.quotedCredits };
  const execute = await post('execute', priced);
  expect(execute).toHaveProperty('result');
  if ('jobId' in execute.result) execute.result.jobId = 'job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5';
  return shortened({ quote, execute });
}

function expectWorked(name: string, answers: object): void {
  const file = join(root, 'apps/service/examples', name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  expect(answers).toEqual(JSON.parse(readFileSync(file, 'utf8')));
}

/** The beginning of every list, for readers, and of lists within lists the first; a ring of a polygon stays a ring. */
function shortened<T>(value: T, most = 2): T {
  if (Array.isArray(value)) {
    const isRing = value.length >= 4 && value.every((one) => Array.isArray(one) && typeof one[0] === 'number');
    const isPosition = value.length === 2 && value.every((one) => typeof one === 'number');
    if (isPosition) return value;
    return (isRing ? [...value.slice(0, 3), value[0]] : value.slice(0, most).map((one) => shortened(one, 1))) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, most)])) as T;
}
