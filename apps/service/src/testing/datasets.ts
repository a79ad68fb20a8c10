import { actions } from '@hinterland/actions';
import type { Role } from '@hinterland/contract';
import type { Territory } from '@hinterland/territory';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Clock } from '../kit/db/database.ts';
import { threadProgram } from '../kit/threadProgram.ts';
import { ensureMembership } from '../operate/admin/ensure.ts';
import { type Browser, CHEAP, type SignedIn, signedIn } from './browser.ts';
import type { TestDatabase } from './databases.ts';
import { startTestService, TestBundles, type TestService } from './service.ts';
import { makeAccount } from './town.ts';
import { until } from './until.ts';

/** How a service of the suite differs from others. */
interface Started {
  readonly database?: TestDatabase;
  readonly jobsAtOnce?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/**
 * One service on a town for a suite about datasets. Before each test Acme has an owner, an admin and a mate, who is a
 * member; a stranger owns another organization.
 */
export function datasetsOfAcme(database: () => TestDatabase, town: () => Territory, first: () => Started = () => ({})) {
  const suite = {} as {
    service: TestService;
    owner: SignedIn;
    mate: SignedIn;
    admin: SignedIn;
    stranger: SignedIn;
    /** Ids of the organizations. */
    acme: number;
    other: number;
  };
  const db = () => database().db;
  const start = (more: Started = {}) =>
    startTestService(more.database ?? database(), {
      ...(more.env === undefined ? {} : { env: more.env }),
      ...(more.clock === undefined ? {} : { clock: more.clock }),
      workers: 1,
      passwordCost: CHEAP,
      registry: { actions, module: threadProgram('actions').href },
      source: new TestBundles(town()),
      jobMilliseconds: 50,
      jobLeaseSeconds: 2,
      jobsAtOnce: more.jobsAtOnce ?? 2,
    });

  beforeAll(async () => {
    suite.service = await start(first());
  });
  afterAll(() => suite.service?.close());
  beforeEach(async () => {
    suite.acme = (await makeAccount(db())).spender.organizationId;
    const eve = { organization: 'Other', email: 'eve@example.com' };
    suite.other = (await makeAccount(db(), eve)).spender.organizationId;
    const { service, acme } = suite;
    suite.owner = await signedIn(service, db(), 'ann@example.com');
    suite.stranger = await signedIn(service, db(), 'eve@example.com');
    const person = async (email: string, role: Role) => {
      const browser = await signedIn(service, db(), email);
      const { userId } = browser;
      await ensureMembership(db(), { organizationId: acme, userId, role, billing: false, teamId: null });
      return browser;
    };
    suite.mate = await person('mate@example.com', 'member');
    suite.admin = await person('admin@example.com', 'admin');
  });

  const at = (path = '', organization = suite.acme) => `/organizations/${organization}/datasets${path}`;
  /** Uploads a file. */
  const send = (text: string | Uint8Array, { by = suite.owner as Browser, query = '', type = 'text/csv' } = {}) =>
    by.send('POST', at(`?name=Stores${query}`), text, { 'Content-Type': type });
  const get = async (id: string, by: Browser = suite.owner) => (await by.send('GET', at(`/${id}`))).body;
  /** Waits for the end of the dataset's job. */
  const idle = async (id: string) => {
    await until(async () => (await get(id)).job === null);
    return get(id);
  };
  const lastJob = async (id: string) => (await suite.owner.send('GET', at(`/${id}/jobs`))).body.data[0];

  return Object.assign(suite, {
    db,
    start,
    at,
    send,
    get,
    idle,
    lastJob,
    /** Uploads, and waits for the import. */
    imported: async (text: string | Uint8Array, query = '', by: Browser = suite.owner) => {
      const reply = await send(text, { query, by });
      expect(reply.status, reply.text).toBe(202);
      return idle(reply.body.id);
    },
    rowsOf: async (id: string, query = '') => (await suite.owner.send('GET', at(`/${id}/rows${query}`))).body,
    /** Geocodes, and returns the job at its end. */
    geocode: async (id: string) => {
      const { status, text } = await suite.owner.send('POST', at(`/${id}/geocode`), {});
      expect(status, text).toBe(202);
      await idle(id);
      return lastJob(id);
    },
  });
}
