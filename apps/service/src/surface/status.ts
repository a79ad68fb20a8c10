import { sql } from 'kysely';
import { type Answer, json } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import type { Route } from './v1.ts';

/** Routes for whoever keeps the service running. */
export const statusRoutes: readonly Route[] = [
  { method: 'GET', path: '/healthz', access: 'public', answer: async () => json({ status: 'ok' }) },
  { method: 'GET', path: '/readyz', access: 'public', answer: getReadiness },
];

/** Ready = the database answers, engine threads wait for work, and at least one territory is in force. */
async function getReadiness({ db, engine, log }: HttpParts, _exchange: Exchange): Promise<Answer> {
  const database = await sql`select 1`.execute(db).then(
    () => 'ok',
    (error) => {
      log.warn({ err: error }, 'database not ready');
      return 'unreachable';
    },
  );
  const threads = engine.pool.state.ready > 0 ? 'ok' : 'starting';
  const territories = engine.territories.current.map(({ territory }) => territory.manifest.id);
  const ready = database === 'ok' && threads === 'ok' && territories.length > 0;
  const body = { status: ready ? 'ready' : 'not ready', database, threads, territories };
  return { ...json(body), status: ready ? 200 : 503 };
}
