import { join } from 'node:path';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type EmbeddedDatabase, type EmbeddedLimits, openEmbedded } from './embedded.ts';
import { PreparedClient, type PreparedClientConfig, StatementNames } from './preparedClient.ts';

/** A connection pool or an open transaction. Statements are SQL, each with the type of its rows. */
export type Db = Kysely<unknown>;

export interface Database {
  readonly db: Db;
  readonly kind: 'embedded' | 'postgresql';
  readonly connections: Connections;
  /** Resolves with the reason when the database is lost for good; never for PostgreSQL, which is reconnected. */
  readonly lost: Promise<Error>;
  /** Copies the files of the embedded database to a new folder; absent for PostgreSQL, which has tools of its own. */
  readonly copyTo?: (folder: string) => Promise<void>;
  close(): Promise<void>;
}

/** Connections of this process. */
export interface Connections {
  /** Connections that are idle and busy, and callers that wait for one. */
  counts(): { readonly idle: number; readonly busy: number; readonly waiting: number };
  /** Receives how long each caller waited, whether it got a connection or gave up. */
  onWait(listener: (seconds: number) => void): void;
}

export interface DatabaseSettings {
  /** PostgreSQL 15 or later; absent = the embedded database. */
  readonly databaseUrl?: string | undefined;
  /**
   * Whether the address leads to a pooler that gives a connection for one transaction at a time: then nothing is left at the server
   * between two of them, neither prepared statements nor limits, which the operator sets for the user of the database.
   */
  readonly pooled?: boolean;
  /** Folder of the embedded database. */
  readonly home: string;
  /** Limits of the embedded database that tests shorten. */
  readonly embedded?: EmbeddedLimits;
}

/** Opens PostgreSQL or the embedded database: the same driver and the same SQL speak to both. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl !== undefined) return openPostgres(settings.databaseUrl, settings.pooled === true);
  const embedded = await openEmbedded(join(settings.home, 'database'), settings.embedded);
  return wrap('embedded', embedded.poolConfig, embedded);
}

/** Limit of the server on one statement. */
const STATEMENT_SECONDS = 20;
/** Limit of the server on the wait for one lock: a locked organization must not take every connection of the pool. */
const LOCK_SECONDS = 3;
/** Limit of the server on the pause between two statements of a transaction, for a process that is frozen or cut off. */
const IDLE_IN_TRANSACTION_SECONDS = 60;
/** Limit of this process on the answer to one statement, for a server that is frozen or cut off. */
const ANSWER_SECONDS = STATEMENT_SECONDS + 5;

/** Limits that the server keeps, milliseconds. */
export const SERVER_LIMITS = {
  statement_timeout: STATEMENT_SECONDS * 1000,
  lock_timeout: LOCK_SECONDS * 1000,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS * 1000,
} as const;

function openPostgres(connectionString: string, pooled: boolean): Database {
  return wrap('postgresql', {
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...(pooled ? { prepares: false } : SERVER_LIMITS),
    answerSeconds: ANSWER_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'hinterland',
  });
}

function wrap(kind: Database['kind'], poolConfig: PreparedClientConfig, embedded?: EmbeddedDatabase): Database {
  const pool = new pg.Pool({
    ...poolConfig,
    statements: new StatementNames(),
    Client: PreparedClient,
    types: { getTypeParser } as pg.CustomTypesConfig,
  } as PreparedClientConfig);
  // A connection that breaks is replaced at the next query; without a listener it would end the process. The pool listens
  // to connections that are idle, its client to those that are checked out.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let waited: (seconds: number) => void = () => {};
  const timedPool = {
    async connect() {
      const begun = performance.now();
      try {
        return await pool.connect();
      } finally {
        waited((performance.now() - begun) / 1000);
      }
    },
    end: () => pool.end(),
  };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: timedPool }) });
  return {
    db,
    kind,
    connections: {
      counts: () => ({
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      }),
      onWait(listener) {
        waited = listener;
      },
    },
    lost: embedded?.lost ?? new Promise<Error>(() => {}),
    ...(embedded === undefined ? {} : { copyTo: embedded.copyTo }),
    async close() {
      await db.destroy();
      await embedded?.close();
    },
  };
}

const INT8 = 20;
const DATE = 1082;

/** int8 as a number, refused when it does not fit; dates as YYYY-MM-DD; everything else as `pg` does. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return parseInt8;
  if (oid === DATE) return (text: string) => text;
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database does not fit a JSON number`);
  return value;
}

/**
 * The clock that decides about months, leases and windows. Replicas share the database's; a test brings its own.
 */
export interface Clock {
  /** Null = the clock of the database. */
  instant(): Date | null;
}

export const databaseClock: Clock = { instant: () => null };

/** The instant of a clock as a parameter of an SQL function: null = the function reads the clock of the database. */
export const instantOf = (clock: Clock): string | null => clock.instant()?.toISOString() ?? null;

/** The present as an SQL expression of type timestamptz. */
export function now(clock: Clock): RawBuilder<Date> {
  const instant = clock.instant();
  return instant === null ? sql<Date>`clock_timestamp()` : sql<Date>`${instant.toISOString()}::timestamptz`;
}
