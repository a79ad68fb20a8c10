import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../kit/db/database.ts';
import { json } from '../kit/http/answer.ts';
import { type Route, route } from '../kit/http/route.ts';
import type { Log } from '../kit/log.ts';

interface StatusSettings {
  readonly db: Db;
  readonly engine: Engine;
  readonly log: Log;
}

/** Routes for operators and their monitors. */
export const statusRoutes = (readiness: Readiness): readonly Route[] => [
  route({ method: 'GET', path: '/healthz', access: 'public', handle: () => ({ status: 'ok' }) }),
  route({
    method: 'GET',
    path: '/readyz',
    access: 'public',
    respond: async () => {
      const { ready, ...state } = await readiness();
      return { ...json({ status: ready ? 'ready' : 'not ready', ...state }), status: ready ? 200 : 503 };
    },
  }),
];

/** Whether a process can do its work, and which of its parts cannot. Answers within two seconds. */
export type Readiness = () => Promise<{
  readonly ready: boolean;
  readonly database: 'ok' | 'unreachable';
  readonly threads: 'ok' | 'starting';
  readonly territories: readonly string[];
  readonly damaged?: readonly string[];
  readonly behind?: readonly string[];
}>;

/**
 * Ready = the database answers, engine threads wait for work, and at least one territory is in force. Damaged ones are
 * named, and those of which other processes have newer data in force.
 */
export function makeReadiness({ engine, ...settings }: StatusSettings): Readiness {
  const databaseAnswers = makeProbe(settings);
  return async () => {
    const database = (await databaseAnswers()) ? 'ok' : 'unreachable';
    const threads = engine.pool.state.ready > 0 ? 'ok' : 'starting';
    const territories = engine.territories.current.map(({ territory }) => territory.manifest.id);
    const damaged = engine.territories.damaged.map(({ territory }) => territory);
    const { behind } = engine.territories;
    const ready = database === 'ok' && threads === 'ok' && territories.length > 0;
    return {
      ready,
      database,
      threads,
      territories,
      ...(damaged.length === 0 ? {} : { damaged }),
      ...(behind.length === 0 ? {} : { behind }),
    };
  };
}

/** Time that the database has to answer the probe. */
const PROBE_MILLISECONDS = 1500;

/**
 * Makes the probe of the database: false when no answer comes in time. One statement is under way at most, so that
 * monitors of a database that hangs do not take its connections.
 */
function makeProbe({ db, log }: Pick<StatusSettings, 'db' | 'log'>): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null;
  const ask = async () => {
    try {
      await sql`select 1`.execute(db);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'database not ready');
      return false;
    } finally {
      underWay = null;
    }
  };
  return () => {
    underWay ??= ask();
    const late = new AbortController();
    const timeUp = sleep(PROBE_MILLISECONDS, false, { signal: late.signal }).catch(() => false);
    return Promise.race([underWay, timeUp]).finally(() => late.abort());
  };
}
