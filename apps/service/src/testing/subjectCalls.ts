import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestDatabase } from './databases.ts';
import type { Reply, RequestOptions, TestService } from './service.ts';
import { makeAccount } from './town.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
/** Holds an answer against what the document says of a route. */
type Hold = (path: string, method: Method, reply: Promise<Reply>) => Promise<Reply>;

/** Brings about every status that the routes of subjects and projects declare. `reader`: a key that may only read. */
export async function subjectCalls(
  service: TestService,
  database: TestDatabase,
  reader: string,
  hold: Hold,
): Promise<void> {
  const role = 'member' as const;
  const scopes = ['read', 'manage'] as const;
  const sue = await makeAccount(database.db, { email: 'sue@example.com', role, scopes });
  const tom = await makeAccount(database.db, { email: 'tom@example.com', role, scopes });
  const { organizationId, userId } = sue.spender;
  const made = await service.request('POST', '/api/v1/analyses', { key: sue.secret, body: { name: 'Sites' } });
  const place = { kind: 'place', name: 'Quay', lat: 40.25, lng: 10.5 };
  const project = { name: 'Sixth bakery' };
  const ids = { subjects: '', projects: '' };
  const full = {
    subjects: sql`
      insert into subject (id, organization_id, user_id, kind, name, territory_id, lat, lng, content, created_at, updated_at)
      select 'far' || n, ${organizationId}, ${userId}, 'place', 'Far', 'town', 40, 10, '{}', now(), now()
      from generate_series(1, ${LIMITS.subjectsMax}) n`,
    projects: sql`
      insert into project (id, organization_id, user_id, name, note, created_at, updated_at)
      select 'far' || n, ${organizationId}, ${userId}, 'Far', '', now(), now()
      from generate_series(1, ${LIMITS.projectsMax}) n`,
  };
  for (const [thing, body] of [
    ['subjects', place],
    ['projects', project],
  ] as const) {
    const list = `/api/v1/${thing}`;
    const one = `${list}/{id}`;
    const statusOf = async (method: Method, path: string, options: RequestOptions = {}, query = '') => {
      const url = path.replace('{id}', ids[thing]) + query;
      const sent = service.request(method.toUpperCase(), url, { key: sue.secret, ...options });
      return (await hold(path, method, sent)).status;
    };
    const reply = service.request('POST', list, { key: sue.secret, body });
    const { status, body: first } = await hold(list, 'post', reply);
    expect([thing, status]).toEqual([thing, 201]);
    ids[thing] = first.id;
    const changes: readonly (readonly [Method, string, object])[] = [
      ['post', list, body],
      ['put', one, body],
      ...(thing === 'projects' ? ([['post', `${one}/answers`, { code: made.body.id }]] as const) : []),
    ];
    for (const [method, path, right] of changes) {
      const name = `${method} ${path}`;
      const ask = async (options: RequestOptions) => [name, await statusOf(method, path, { body: right, ...options })];
      expect(await ask({ key: 'nonsense' })).toEqual([name, 401]);
      expect(await ask({ key: reader })).toEqual([name, 403]);
      expect(await ask({ headers: { 'Content-Type': 'text/plain' }, body: 'x' })).toEqual([name, 415]);
      expect(await ask({ body: { filler: 'x'.repeat(1_100_000) } })).toEqual([name, 413]);
      expect(await ask({ body: '[' })).toEqual([name, 400]);
      if (path !== list) expect(await ask({})).toEqual([name, 200]);
      if (thing === 'subjects') expect(await ask({ body: { ...place, lat: -40 } })).toEqual([name, 422]);
    }
    const more = thing === 'subjects' ? `${list}/csv` : `${one}/report`;
    for (const path of [list, one, more]) {
      expect([path, await statusOf('get', path)]).toEqual([path, 200]);
      expect([path, await statusOf('get', path, { key: 'nonsense' })]).toEqual([path, 401]);
      if (!path.endsWith('/csv')) expect(await statusOf('get', path, {}, '?language=none')).toBe(400);
    }
    await full[thing].execute(database.db);
    expect([thing, await statusOf('post', list, { body })]).toEqual([thing, 409]);
    await sql`delete from ${sql.table(thing.slice(0, -1))} where id like 'far%'`.execute(database.db);
    expect(await statusOf('put', one, { key: tom.secret, body })).toBe(403);
    expect(await statusOf('delete', one, { key: 'nonsense' })).toBe(401);
    expect(await statusOf('delete', one, { key: tom.secret })).toBe(403);
    expect(await statusOf('delete', one)).toBe(200);
    expect(await statusOf('get', one)).toBe(404);
    if (thing === 'projects') expect(await statusOf('get', more)).toBe(404);
    expect(await statusOf('delete', one)).toBe(404);
    for (const [method, path, right] of changes.slice(1))
      expect([path, await statusOf(method, path, { body: right })]).toEqual([path, 404]);
  }
}
