import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseClock } from '../kit/db/database.ts';
import { ensureMembership } from '../operate/admin/ensure.ts';
import { grantCredits } from '../organizations/credits/grant.ts';
import { Browser, CHEAP, signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { declaredWeb } from '../testing/routes.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { until } from '../testing/until.ts';

/** Who asks. What paths name was made by `maker`, a member; `other` is the maker from a page of another site. */
const ROLES = ['owner', 'admin', 'maker', 'billing', 'outsider', 'nobody', 'other'] as const;
type Role = (typeof ROLES)[number];

const EVERYBODY = ['200', '200', '200', '200'] as const;
const MADE = ['201', '201', '201', '201'] as const;
/** Of what the maker shares with nobody: the organization's owner reads it, and nobody else changes it. */
const READ = ['200', '404 not_found', '200', '404 not_found'] as const;
const CHANGED = ['403 not_owner', '404 not_found', '200', '404 not_found'] as const;
/** Webhooks are not for plain members, until the organization opens them. */
const LISTENERS = ['200', '200', '403 insufficient_role', '403 insufficient_role'] as const;
const CREDITS = ['200', '200', '403 insufficient_role', '200'] as const;

type Row = readonly [method: string, path: string, body: object | undefined, seen: readonly string[]];

/** Status by role: owner, admin, the maker, a member with billing rights. */
const MATRIX: readonly Row[] = [
  ['POST', '/actions/test.charged/quote', {}, EVERYBODY],
  ['POST', '/actions/test.charged/execute', { quotedCredits: 4 }, EVERYBODY],
  // The drawn territory has no areas.
  ['GET', '/areas/nowhere', undefined, Array(4).fill('404 not_found')],
  ['GET', '/areas/nowhere/within', undefined, Array(4).fill('404 not_found')],
  ['GET', '/ledger', undefined, CREDITS],
  ['GET', '/ledger.csv', undefined, CREDITS],
  ['GET', '/usage', undefined, CREDITS],
  ['GET', '/analyses', undefined, EVERYBODY],
  ['GET', '/analyses?of=all', undefined, ['200', ...Array(3).fill('403 insufficient_role')]],
  ['POST', '/analyses', { name: 'New' }, MADE],
  ['GET', '/analyses/:code', undefined, READ],
  ['PUT', '/analyses/:code/name', { name: 'Taken over' }, CHANGED],
  ['POST', '/analyses/:code/duplicate', undefined, ['201', '404 not_found', '201', '404 not_found']],
  ['GET', '/analyses/:code/versions', undefined, READ],
  ['GET', '/analyses/:code/versions/1', undefined, READ],
  ['GET', '/analyses/:code/versions/1/sales', undefined, READ],
  ['GET', '/analyses/:code/versions/1/store-changes', undefined, READ],
  [
    'PUT',
    '/analyses/:code/versions/1/sales',
    { sales: [{ id: 'quay', sold: 1 }] },
    ['403 not_owner', '404 not_found', '400 validation_error', '404 not_found'],
  ],
  ['GET', '/analyses/:code/report', undefined, READ],
  ['GET', '/analyses/:code/shares', undefined, CHANGED],
  ['PUT', '/analyses/:code/shares', { anyone: true }, CHANGED],
  ['GET', '/analyses/:code/state', undefined, READ],
  ['PUT', '/analyses/:code/state', { revision: 1, state: {} }, CHANGED],
  ['GET', '/analyses/:code/embedding', undefined, CHANGED],
  ['PUT', '/analyses/:code/embedding', { sites: ['https://news.example'] }, CHANGED],
  ['DELETE', '/analyses/:code', undefined, CHANGED],
  ['GET', '/jobs', undefined, EVERYBODY],
  ['GET', '/jobs/:job', undefined, READ],
  // A batch has results and no files.
  ['GET', '/jobs/:job/parts', undefined, Array(4).fill('404 not_found')],
  ['GET', '/jobs/:job/results', undefined, READ],
  ['GET', '/jobs/:job/results/0', undefined, READ],
  ['POST', '/jobs/:job/stop', undefined, ['403 not_owner', '404 not_found', '409 job_not_running', '404 not_found']],
  ['DELETE', '/jobs/:job/results', undefined, READ],
  ['GET', '/webhooks', undefined, LISTENERS],
  [
    'POST',
    '/webhooks',
    { url: 'https://example.com/', events: ['ping'] },
    ['201', '201', '403 insufficient_role', '403 insufficient_role'],
  ],
  ['POST', '/webhooks/:webhook/enable', undefined, LISTENERS],
  ['POST', '/webhooks/:webhook/rotate-secret', undefined, LISTENERS],
  ['GET', '/webhooks/:webhook/deliveries', undefined, LISTENERS],
  ['POST', '/webhooks/:webhook/ping', undefined, LISTENERS],
  ['DELETE', '/webhooks/:webhook', undefined, LISTENERS],
];

/** Routes below an organization that have a matrix of their own, beside identity and datasets. */
const HERE = /^\/web\/v1\/organizations\/:organizationId\/(actions|areas|ledger|usage|analyses|jobs|webhooks)\b/;

describeOnBoth('routes of the session surface by role', (database) => {
  let service: TestService;
  let acme: number;
  let browsers: Record<Exclude<Role, 'other'>, Browser>;
  const db = () => database().db;

  beforeAll(async () => {
    service = await startTestService(database(), {
      workers: 1,
      passwordCost: CHEAP,
      webhookWays: { resolve: async () => ['8.8.8.8'], connect: () => new Socket().destroy(new Error('away')) },
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    const owner = await signedIn(service, db(), 'owner@example.com');
    acme = (await owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
    const member = async (name: string, role: 'admin' | 'member', billing: boolean) => {
      const browser = await signedIn(service, db(), `${name}@example.com`);
      await ensureMembership(db(), { organizationId: acme, userId: browser.userId, role, billing, teamId: null });
      return browser;
    };
    const outsider = await signedIn(service, db(), 'outsider@example.com');
    await outsider.send('POST', '/organizations', { name: 'Theirs' });
    browsers = {
      owner,
      admin: await member('admin', 'admin', false),
      maker: await member('maker', 'member', false),
      billing: await member('billing', 'member', true),
      outsider,
      nobody: new Browser(service),
    };
    await grantCredits(db(), databaseClock, acme, 1_000_000);
  });

  type Ids = Readonly<Record<string, string>>;

  /** An analysis with a version and a job with a result, of the maker, and a webhook of the owner. */
  async function things(): Promise<Ids> {
    const make = async (path: string, body: object, headers = {}) =>
      (await browsers.maker.send('POST', `/organizations/${acme}${path}`, body, headers)).body;
    const { code } = await make('/analyses', { name: 'Sites' });
    await make('/actions/test.charged/execute', { quotedCredits: 4 }, { 'X-Analysis-Id': code });
    const points = [{ id: 1, lat: 40.5, lng: 10.5, credits: 1 }];
    const { jobId } = (await make('/actions/test.batch/execute', { points, quotedCredits: 1 })).result;
    await sql`delete from webhook`.execute(db()); // there is room for ten
    const webhook = { url: 'https://example.com/', events: ['ping'] };
    const { id } = (await browsers.owner.send('POST', `/organizations/${acme}/webhooks`, webhook)).body;
    const job = `/organizations/${acme}/jobs/${jobId}`;
    await until(async () => (await browsers.maker.send('GET', job)).body.status === 'succeeded');
    return { code, job: jobId, webhook: String(id) };
  }
  const filled = (path: string, ids: Ids) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string);
  const state = async () => {
    const tables = [
      'analysis',
      'analysis_run',
      'analysis_person',
      'sales_that_came',
      'job',
      'webhook',
      'credit_account',
      'ledger_entry',
    ];
    const rows = tables.map((name) => sql`select t::text from ${sql.table(name)} t order by 1`.execute(db()));
    return JSON.stringify((await Promise.all(rows)).map((one) => one.rows));
  };
  const send = (role: Role, method: string, path: string, body: unknown) => {
    if (role !== 'other') return browsers[role].send(method, path, body);
    const headers = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
    return browsers.maker.send(method, path, body, headers);
  };

  it('the matrix names every route', () => {
    const shape = (path: string) => path.replace(/\?.*$/, '').replace(/:\w+/g, ':');
    const fixed: Ids = { actionId: 'test.charged', area: 'nowhere', no: '1', index: '0' };
    const routes = declaredWeb
      .filter(({ path }) => HERE.test(path))
      .map(({ method, path }) => {
        const rest = path.replace('/web/v1/organizations/:organizationId', '');
        return `${method} ${shape(rest.replace(/:(actionId|area|no|index)/g, (_, name: string) => fixed[name] as string))}`;
      });
    const tried = MATRIX.map(([method, path]) => `${method} ${shape(path)}`);
    expect([...new Set(tried)].sort()).toEqual(routes.sort());
  });

  it.each(MATRIX)('%s %s %j: owner, admin, maker, billing %j', async (method, path, body, seen) => {
    let ids = await things();
    for (const role of ROLES.toReversed()) {
      const sameSite = method === 'GET' ? seen[ROLES.indexOf('maker')] : '403 cross_site_request';
      const expected = { outsider: '404 not_found', nobody: '401 not_signed_in', other: sameSite };
      const before = await state();
      const reply = await send(role, method, `/organizations/${acme}${filled(path, ids)}`, body);
      const status = reply.status < 400 ? String(reply.status) : `${reply.status} ${reply.body.error}`;
      expect([role, status]).toEqual([role, expected[role as 'other'] ?? seen[ROLES.indexOf(role)]]);
      if (reply.status >= 400 || method === 'GET') expect([role, await state()]).toEqual([role, before]);
      else if (path.includes(':') && role !== 'owner') ids = await things();
    }
  });

  it('ids of another organization get the answer of what is not there', async () => {
    const ids = await things();
    const nothing: Ids = { code: 'abcdefghijkl', job: 'job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5', webhook: '999999' };
    const { body } = await browsers.outsider.send('GET', '/organizations');
    const theirs = `/organizations/${body.data[0].organization.id}`;
    const said = ({ status, body: { error, detail } }: { status: number; body: Record<string, unknown> }) => [
      status,
      error,
      detail,
    ];
    const before = await state();
    for (const [method, path, sent] of MATRIX.filter(([, one]) => one.includes(':'))) {
      const crossed = await browsers.outsider.send(method, theirs + filled(path, ids), sent);
      const missing = await browsers.outsider.send(method, theirs + filled(path, nothing), sent);
      expect([path, ...said(crossed)]).toEqual([path, ...said(missing)]);
      expect([path, crossed.status]).toEqual([path, 404]);
    }
    expect(await state()).toBe(before);
  });
});
