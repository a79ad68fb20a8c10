import { LIMITS } from '@hinterland/contract';
import { inMemoryTerritory } from '@hinterland/territory';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestDatabase } from './databases.ts';
import { type Reply, startTestService, TestBundles, type TestService } from './service.ts';
import { makeAccount } from './town.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
/** Holds an answer against what the document says of a route. */
type Hold = (path: string, method: Method, reply: Promise<Reply>) => Promise<Reply>;

/** Brings about every status that the routes of corrections declare. `reader`: a key that may only read. */
export async function correctionCalls(database: TestDatabase, reader: string, hold: Hold): Promise<void> {
  const town = inMemoryTerritory({
    manifest: { id: 'town', name: 'Town', bbox: { west: 10, south: 40, east: 11, north: 41 } },
    versions: { territory: '2026-10', players: '2026-11' },
    players: {
      sectors: ['food.bakery'],
      brands: { name: [], wikidata: [], sector: [] },
      stores: {
        id: ['osm/n1', 'osm/n2'],
        name: ['Quay', 'Hill'],
        brand: [-1, -1],
        sector: [0, 0],
        lngMicrodegrees: [10_500_000, 10_510_000],
        latMicrodegrees: [40_500_000, 40_500_000],
        state: [0, 0],
      },
    },
  });
  const held = await startTestService(database, { workers: 1, source: new TestBundles(town) });
  try {
    const uma = await makeAccount(database.db, { email: 'uma@example.com', scopes: ['read', 'manage'] });
    const list = '/api/v1/corrections';
    let id = '1';
    const send = async (
      method: Method,
      path: string,
      query = '',
      options: Parameters<TestService['request']>[2] = {},
    ) =>
      hold(
        path,
        method,
        held.request(method.toUpperCase(), path.replace('{id}', id) + query, { key: uma.secret, ...options }),
      );
    const statusOf = async (...asked: Parameters<typeof send>) => (await send(...asked)).status;
    const gets = [
      ['/api/v1/stores', '?text=Quay', '?limit=0'],
      [list, '', '?limit=0'],
      [`${list}/csv`, '', '?territory=nowhere'],
    ] as const;
    for (const [path, query, wrong] of gets) {
      expect([path, await statusOf('get', path, query)]).toEqual([path, 200]);
      expect([path, await statusOf('get', path, wrong)]).toEqual([path, 400]);
      expect(await statusOf('get', path, '', { key: 'nonsense' })).toBe(401);
    }
    const closed = (storeId: string) => ({ storeId, kind: 'closed' });
    const csv = (storeId: string) => ({ csv: `kind,storeId\nclosed,${storeId}\n` });
    const posts: readonly [string, object, object | null][] = [
      [list, closed('osm/n1'), closed('osm/n2')],
      [`${list}/csv`, csv('osm/n1'), csv('osm/n2')],
      [`${list}/{id}/undo`, {}, null],
    ];
    for (const [path, body, more] of posts) {
      const post = (options: object) => statusOf('post', path, '', { body, ...options });
      expect(await post({ key: 'nonsense' })).toBe(401);
      expect(await post({ key: reader })).toBe(403);
      expect(await post({ headers: { 'Content-Type': 'text/plain' }, body: 'x' })).toBe(415);
      expect(await post({ body: { filler: 'x'.repeat(more === null ? 1_100_000 : 11_000_000) } })).toBe(413);
      expect(await post({ body: '[' })).toBe(400);
      if (more === null) continue;
      const made = await send('post', path, '', { body });
      expect([path, made.status]).toEqual([path, path === list ? 201 : 200]);
      if (path === list) id = String(made.body.id);
      await sql`
        insert into store_correction
          (organization_id, territory_id, store_id, kind, said, user_id, created_at, made_at_revision)
        select ${uma.spender.organizationId}, 'town', 'far/' || n, 'closed', '{}', ${uma.spender.userId}, now(), 1
        from generate_series(1, ${LIMITS.correctionsMax}) n`.execute(database.db);
      expect([path, await post({ body: more })]).toEqual([path, 409]);
      await sql`delete from store_correction where store_id like 'far/%'`.execute(database.db);
    }
    expect(await statusOf('post', `${list}/{id}/undo`)).toBe(200);
    id = '987654';
    expect(await statusOf('post', `${list}/{id}/undo`)).toBe(404);
    // A service without a territory covers nothing.
    const bare = await startTestService(database, { workers: 1, source: new TestBundles() });
    const nowhere = (method: Method, path: string, query = '', body?: object) =>
      hold(path, method, bare.request(method.toUpperCase(), path + query, { key: uma.secret, ...(body && { body }) }));
    try {
      for (const [path, query] of [
        ['/api/v1/stores', '?text=Quay'],
        [list, '?revision=0.1'],
        [`${list}/csv`, ''],
      ] as const)
        expect([path, (await nowhere('get', path, query)).status]).toEqual([path, 422]);
      for (const [path, body] of posts.slice(0, 2)) expect((await nowhere('post', path, '', body)).status).toBe(422);
    } finally {
      await bare.close();
    }
  } finally {
    await held.close();
  }
}
