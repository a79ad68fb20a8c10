import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { Browser, CHEAP, signedIn } from '../../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { declaredWeb } from '../../testing/routes.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

/** Who asks: with billing rights, or without. */
const ROLES = ['owner', 'bare', 'admin', 'member', 'billing', 'outsider', 'nobody'] as const;

const NO = '403 insufficient_role';
const [OUT, SIGNED_OUT] = ['404 not_found', '401 not_signed_in'] as const;
const EVERYBODY = ['200', '200', '200', '200', '200', OUT, SIGNED_OUT];
const SEES = ['200', '200', '200', NO, '200', OUT, SIGNED_OUT];
const BUYS = ['200', NO, NO, NO, '200', OUT, SIGNED_OUT];
const FINDS = [OUT, NO, NO, NO, OUT, OUT, SIGNED_OUT];

/** Status by role of every route about credits, what they cost and what storage costs. */
const MATRIX: readonly (readonly [method: string, path: string, body: object | undefined, seen: readonly string[]])[] =
  [
    ['GET', '/credits', undefined, SEES],
    ['GET', '/storage', undefined, EVERYBODY],
    ['GET', '/buyers', undefined, EVERYBODY],
    ['GET', '/offer', undefined, BUYS],
    ['GET', '/low-credits', undefined, SEES],
    ['PUT', '/low-credits', { credits: 5 }, BUYS],
    ['GET', '/orders', undefined, SEES],
    ['GET', '/orders.csv', undefined, BUYS],
    ['POST', '/orders', { credits: 5 }, BUYS.with(0, '201').with(4, '201')],
    ['GET', '/orders/:orderId/receipt', undefined, FINDS],
    ['DELETE', '/orders/:orderId', undefined, BUYS],
  ];

describe('routes about money by role', () => {
  let database: TestDatabase;
  let service: TestService;
  let acme: number;
  let browsers: Record<(typeof ROLES)[number], Browser>;

  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1, passwordCost: CHEAP });
    const owner = await signedIn(service, database.db, 'owner@example.com');
    acme = (await owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
    const member = async (name: string, role: 'owner' | 'admin' | 'member', billing: boolean) => {
      const browser = await signedIn(service, database.db, `${name}@example.com`);
      await ensureMembership(database.db, {
        organizationId: acme,
        userId: browser.userId,
        role,
        billing,
        teamId: null,
      });
      return browser;
    };
    browsers = {
      owner,
      bare: await member('bare', 'owner', false),
      admin: await member('admin', 'admin', false),
      member: await member('member', 'member', false),
      billing: await member('billing', 'member', true),
      outsider: await signedIn(service, database.db, 'outsider@example.com'),
      nobody: new Browser(service),
    };
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  it('the matrix names every route', () => {
    const below =
      /^\/web\/v1\/organizations\/:organizationId(\/(?:credits|storage|buyers|offer|low-credits|orders)\b.*)$/;
    const routes = declaredWeb.flatMap(({ method, path }) => {
      const rest = below.exec(path)?.[1];
      return rest === undefined ? [] : [`${method} ${rest}`];
    });
    expect(MATRIX.map(([method, path]) => `${method} ${path}`).sort()).toEqual(routes.sort());
  });

  it.each(MATRIX)('%s %s %j', async (method, path, body, seen) => {
    const statuses: string[] = [];
    for (const role of ROLES) {
      const { id } = (await browsers.owner.send('POST', `/organizations/${acme}/orders`, { credits: 1 })).body;
      const named = `/organizations/${acme}${path.replace(':orderId', String(id))}`;
      const reply = await browsers[role].send(method, named, body);
      statuses.push(reply.status < 400 ? String(reply.status) : `${reply.status} ${reply.body.error}`);
      await browsers.owner.send('DELETE', `/organizations/${acme}/orders/${id}`);
      await sql`update credit_order set created_at = created_at - interval '1 day'`.execute(database.db); // 20 orders a day
    }
    expect(statuses).toEqual(seen);
  });
});
