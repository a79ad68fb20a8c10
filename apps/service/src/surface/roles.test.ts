import { readFile, writeFile } from 'node:fs/promises';
import type { Role } from '@hinterland/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureMembership } from '../operate/admin/ensure.ts';
import { Browser, CHEAP, signedIn } from '../testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../testing/databases.ts';
import { declaredWeb } from '../testing/routes.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { makeAccount } from '../testing/town.ts';
import { webDocument } from '../testing/webDocument.ts';
import { newJobId } from '../work/jobs/id.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Body of the document's example; an empty one where it has none. */
  readonly body: unknown;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const METHODS = ['get', 'post', 'put', 'delete'];

/** Every operation of a document; those that end a session come last. */
function operationsOf({ paths }: Document): Operation[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const { requestBody } = item[method] as {
        requestBody?: { content?: Record<string, { example?: unknown }> };
      };
      const body = requestBody === undefined ? undefined : (requestBody.content?.['application/json']?.example ?? {});
      return { method: method.toUpperCase(), path, body };
    }),
  );
  const endsSession = ({ path }: Operation) => /sign-out|sessions/.test(path);
  return [...all.filter((one) => !endsSession(one)), ...all.filter(endsSession)];
}

const published = await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
const api = operationsOf(JSON.parse(published));
const web = operationsOf(webDocument(declaredWeb) as unknown as Document);

/**
 * Who asks what, and the status that they see: every route of both documents, with ids of nothing, by every kind of caller. The table
 * is committed; a route that is not in it fails, and so does a status that changes.
 */
describe('every route by every role', () => {
  let database: TestDatabase;
  let service: TestService;
  let acme: number;
  const keys: Record<string, string | undefined> = {};
  const browsers: Record<string, Browser> = {};
  const table: string[] = [];

  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1, passwordCost: CHEAP });
    const { db } = database;
    const all = ['read', 'run', 'manage'] as const;
    const account = (name: string, role: Role, scopes: readonly ('read' | 'run' | 'manage')[], organization = 'Acme') =>
      makeAccount(db, { email: `${name}@example.com`, role, scopes, organization, credits: 1000 });
    keys['no key'] = undefined;
    const revoked = await account('revoked', 'owner', all);
    await sql`update api_key set revoked_at = now() where id = ${revoked.keyId}`.execute(db);
    keys.revoked = revoked.secret;
    const removed = await account('gone', 'owner', all);
    await sql`delete from membership where user_id = ${removed.spender.userId}`.execute(db);
    keys.removed = removed.secret;
    keys['another organization'] = (await account('other', 'owner', all, 'Other')).secret;
    keys.read = (await account('read', 'owner', ['read'])).secret;
    keys.run = (await account('run', 'owner', ['read', 'run'])).secret;
    keys.manage = (await account('manage', 'owner', ['read', 'manage'])).secret;
    for (const role of ['member', 'admin', 'owner'] as const)
      keys[role] = (await account(`key-${role}`, role, all)).secret;
    acme = revoked.spender.organizationId;

    browsers['signed out'] = new Browser(service);
    const join = async (name: string, role: Role | null) => {
      const browser = await signedIn(service, db, `web-${name.replace(' ', '-')}@example.com`);
      const rights = { organizationId: acme, userId: browser.userId, billing: role === 'owner', teamId: null };
      if (role !== null) await ensureMembership(db, { ...rights, role });
      browsers[name] = browser;
      return browser;
    };
    const former = await join('removed', 'owner');
    await sql`delete from membership where user_id = ${former.userId}`.execute(db);
    const outsider = await join('another organization', null);
    await outsider.send('POST', '/organizations', { name: 'Foreign' });
    await join('member', 'member');
    await join('admin', 'admin');
    await join('owner', 'owner');
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const filled = (path: string) =>
    path
      .replace('{organizationId}', String(acme))
      .replace(/\{(code)\}/g, 'abcdefghijkl')
      .replace(/\{actionId\}/g, 'test.charged')
      .replace(/jobs\/\{\w+\}/g, `jobs/${newJobId()}`)
      .replace(/\{\w+\}/g, '999999');

  async function asked({ method, path, body }: Operation): Promise<Record<string, number>> {
    const seen: Record<string, number> = {};
    if (path.startsWith('/web/')) {
      for (const [who, browser] of Object.entries(browsers)) {
        seen[who] = (await browser.send(method, filled(path).replace('/web/v1', ''), body)).status;
      }
      return seen;
    }
    for (const [who, key] of Object.entries(keys)) {
      seen[who] = (
        await service.request(method, filled(path), {
          ...(key === undefined ? {} : { key }),
          ...(body === undefined ? {} : { body }),
        })
      ).status;
    }
    return seen;
  }

  it.each([...api, ...web].map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    async (name, operation) => {
      const seen = await asked(operation);
      table.push(
        `${name}: ${Object.entries(seen)
          .map(([who, status]) => `${who} ${status}`)
          .join(', ')}`,
      );
      expect(Object.values(seen).filter((status) => status >= 500)).toEqual([]);
      const isPublic = seen['no key'] !== undefined && seen['no key'] < 400;
      if (operation.path.startsWith('/api/') && !isPublic) {
        expect([seen['no key'], seen.revoked, seen.removed]).toEqual([401, 401, 401]);
      }
      if (operation.path.includes('{organizationId}')) {
        expect([seen['signed out'], seen.removed, seen['another organization']]).toEqual([401, 404, 404]);
        expect([name, seen.owner]).not.toEqual([name, 403]);
      }
      // No role may less than one below it.
      if (seen.member !== undefined && seen.member < 400)
        expect([seen.admin, seen.owner]).toEqual([seen.member, seen.member]);
    },
  );

  it('the table is the committed one (UPDATE_GOLDEN=1 accepts another)', async () => {
    const file = new URL('./roles.golden.txt', import.meta.url);
    const text = `${table.sort((a, b) => (a < b ? -1 : 1)).join('\n')}\n`;
    if (process.env.UPDATE_GOLDEN) await writeFile(file, text);
    expect(table.length).toBe(api.length + web.length);
    expect(text).toBe(await readFile(file, 'utf8'));
  });
});
