import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Log } from '../log.ts';

export interface StatusSettings {
  readonly db: Db;
  readonly engine: Engine;
  readonly log: Log;
}

/** Routes for operators and their monitors. */
export const statusRoutes = (settings: StatusSettings): readonly Route[] => [
  route({ method: 'GET', path: '/healthz', access: 'public', handle: () => ({ status: 'ok' }) }),
  route({
    method: 'GET',
    path: '/readyz',
    access: 'public',
    respond: async () => {
      const { ready, ...state } = await readiness(settings);
      return { ...json({ status: ready ? 'ready' : 'not ready', ...state }), status: ready ? 200 : 503 };
    },
  }),
];

/** Ready = the database answers, engine threads wait for work, and at least one territory is in force. */
async function readiness({ db, engine, log }: StatusSettings) {
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
  return { ready, database, threads, territories };
}
