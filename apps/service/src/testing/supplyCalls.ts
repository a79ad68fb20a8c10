import { LIMITS } from '@hinterland/contract';
import { inMemoryTerritory } from '@hinterland/territory';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestDatabase } from './databases.ts';
import { type Reply, startTestService, TestBundles, type TestService } from './service.ts';
import { makeAccount } from './town.ts';

type Method = 'get' | 'post' | 'delete';
/** Holds an answer against what the document says of a route. */
type Hold = (path: string, method: Method, reply: Promise<Reply>) => Promise<Reply>;

const SQUARE = [
  [10.4, 40.4],
  [10.6, 40.4],
  [10.6, 40.6],
  [10.4, 40.6],
  [10.4, 40.4],
];

/** Brings about every status that the routes of subscriptions to changes declare. `reader`: a key that may only read. */
export async function supplyCalls(database: TestDatabase, reader: string, hold: Hold): Promise<void> {
  const town = inMemoryTerritory({
    manifest: { id: 'town', name: 'Town', bbox: { west: 10, south: 40, east: 11, north: 41 } },
    versions: { territory: '2026-10', players: '2026-11' },
    players: { sectors: ['food.bakery'] },
  });
  const held = await startTestService(database, { workers: 1, source: new TestBundles(town) });
  const list = '/api/v1/supply/subscriptions';
  const body = { name: 'Quay', question: { polygon: { type: 'Polygon', coordinates: [SQUARE] } } };
  try {
    const uma = await makeAccount(database.db, { email: 'una@example.com', scopes: ['read', 'manage'] });
    const send = (method: Method, path: string, id: string, options: Parameters<TestService['request']>[2] = {}) =>
      hold(path, method, held.request(method.toUpperCase(), path.replace('{id}', id), { key: uma.secret, ...options }));
    const statusOf = async (...asked: Parameters<typeof send>) => (await send(...asked)).status;
    const made = await send('post', list, '', { body });
    expect([made.status, await statusOf('get', list, '')]).toEqual([201, 200]);
    expect(await statusOf('get', list, '', { key: 'nonsense' })).toBe(401);
    const post = (options: object) => statusOf('post', list, '', { body, ...options });
    expect(await post({ key: 'nonsense' })).toBe(401);
    expect(await post({ key: reader })).toBe(403);
    expect(await post({ headers: { 'Content-Type': 'text/plain' }, body: 'x' })).toBe(415);
    expect(await post({ body: { filler: 'x'.repeat(1_100_000) } })).toBe(413);
    expect(await post({ body: { ...body, question: {} } })).toBe(400);
    await sql`
      insert into supply_subscription (organization_id, user_id, territory_id, name, question, mail, language, seen, created_at)
      select ${uma.spender.organizationId}, ${uma.spender.userId}, 'far', 'Far', '{}', false, 'en', '1', now()
      from generate_series(1, ${LIMITS.supplySubscriptions}) n`.execute(database.db);
    expect(await post({})).toBe(409);
    const one = `${list}/{id}`;
    expect(await statusOf('delete', one, String(made.body.id), { key: 'nonsense' })).toBe(401);
    expect(await statusOf('delete', one, String(made.body.id), { key: reader })).toBe(403);
    expect(await statusOf('delete', one, String(made.body.id))).toBe(200);
    expect(await statusOf('delete', one, String(made.body.id))).toBe(404);
    // A service without a territory covers nothing.
    const bare = await startTestService(database, { workers: 1, source: new TestBundles() });
    try {
      const nowhere = hold(list, 'post', bare.request('POST', list, { key: uma.secret, body }));
      expect((await nowhere).status).toBe(422);
    } finally {
      await bare.close();
    }
  } finally {
    await held.close();
  }
}
