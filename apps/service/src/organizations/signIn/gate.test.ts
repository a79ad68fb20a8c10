import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Exchange } from '../../kit/http/exchange.ts';
import { Budgets, makeRequestCounts } from '../../kit/rates/budgets.ts';
import { ensureUser } from '../../operate/admin/ensure.ts';
import { sharedDatabase } from '../../testing/databases.ts';
import { makeSessionGate } from './gate.ts';
import type { Browser } from './library.ts';
import type { SignIn } from './signIn.ts';

it('M4 every request of a session counts for its user, and for no other one', async () => {
  const database = await sharedDatabase();
  try {
    const { db } = database;
    const sessions = new Map<string, { id: number; expiresAt: Date }>();
    for (const name of ['ann', 'bob']) {
      const { id: userId } = await ensureUser(db, `${name}@example.com`, name);
      const { rows } = await sql<{ id: number }>`
        insert into web_session (user_id, token, expires_at, created_at, updated_at)
        values (${userId}, ${(name === 'ann' ? '0' : '1').repeat(64)}, now() + interval '1 day', now(), now())
        returning id`.execute(db);
      sessions.set(name, { id: rows[0]!.id, expiresAt: new Date() });
    }
    const signIn = {
      session: async ({ cookie }: Browser) => ({ session: sessions.get(cookie as string), cookies: [] }),
    } as unknown as SignIn;
    // A clock that stands still: nothing is regained.
    const counts = makeRequestCounts({
      budgets: new Budgets(() => 0),
      pace: { enter: async () => {} },
      maximumOf: () => 0,
    });
    const gate = makeSessionGate({ db, signIn, baseUrl: () => 'http://localhost', counts });
    const visit = (cookie: string) =>
      gate.visitor({ header: () => cookie, setCookies() {}, note() {}, address: '::1' } as unknown as Exchange);
    const { user } = await visit('ann');
    for (let sent = 1; sent < LIMITS.sessionRequestsPerMinute; sent++) counts.ofUser(user.id);
    await expect(visit('ann')).rejects.toMatchObject({ status: 429, fields: { policy: 'session_requests' } });
    expect((await visit('bob')).user.name).toBe('bob');
  } finally {
    await database.close();
  }
});
