import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Db } from '../../../../apps/service/src/kit/db/database.ts';
import { migrate } from '../../../../apps/service/src/kit/db/migrate.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** Found before the function of that name that PostgreSQL has. */
const CLOCK = `create schema simulated;
create function simulated.clock_timestamp() returns timestamptz language sql volatile as
  $$ select coalesce(nullif(current_setting('simulated.now', true), '')::timestamptz, pg_catalog.clock_timestamp()) $$;
set search_path = simulated, public, pg_catalog`;
const DATE = 1082;
const BYTEA = 17;

/** How likely a statement of a process meets a fault of the connection, or the end of its process. */
export interface Chances {
  /** The connection breaks before the statement was executed. */
  readonly lostQuestion: number;
  /** The connection breaks after the statement was executed; the process does not know. */
  readonly lostAnswer: number;
  readonly killBefore: number;
  readonly killAfter: number;
}

export const NO_FAULTS: Chances = { lostQuestion: 0, lostAnswer: 0, killBefore: 0, killAfter: 0 };

/** Changes a statement on its way to the database: a fault that is planted. */
export type Rewrite = (text: string) => string;

/**
 * The embedded database in this thread, as one session that connections of many processes share: transactions come one after the other,
 * and between them everything happens in the order of the scheduler. What connections do is real; that they break is drawn.
 */
export class SimulatedDatabase {
  /** Beside the simulation: no steps, no faults. */
  readonly db: Db;
  chances: Chances = NO_FAULTS;
  rewrite: Rewrite = (text) => text;
  /** What the clock of the database shows when a statement of a process comes. */
  instant: () => Date = () => new Date();
  /** Called where the fault of a statement is the end of its process. */
  onKill: (process: Process) => void = () => {};
  readonly #pglite: PGlite;

  private constructor(pglite: PGlite) {
    this.#pglite = pglite;
    this.db = databaseOn({ connect: async () => ({ query: (text, values) => this.#ask(text, values), release() {} }) });
  }

  /** In memory, with the schema. */
  static async open(): Promise<SimulatedDatabase> {
    const bytes = (text: string) => Buffer.from(text.slice(2), 'hex');
    const pglite = await PGlite.create({ parsers: { [DATE]: (text) => text, [BYTEA]: bytes } });
    const database = new SimulatedDatabase(pglite);
    await migrate(database.db);
    // The clock of the database is that of the simulation.
    await sql.raw(CLOCK).execute(database.db);
    // Plans that are kept depend on what was asked before, and the order of rows on plans.
    await sql`set plan_cache_mode = force_custom_plan`.execute(database.db);
    return database;
  }

  /** Takes all rows; ids begin at 1 again. */
  async empty(): Promise<void> {
    const { rows } = await sql<{ names: string }>`
      select string_agg(format('%I', tablename), ', ') as names from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_%' and tablename <> 'sql_functions'`.execute(this.db);
    // What is append-only is emptied, too.
    await sql
      .raw(`begin; set local session_replication_role = replica; truncate ${rows[0]!.names} restart identity; commit`)
      .execute(this.db);
  }

  /** The database as a process sees it. */
  of(process: Process, scheduler: Scheduler): Db {
    return databaseOn({ connect: async () => new Connection(process, scheduler, this) });
  }

  close(): Promise<void> {
    return this.#pglite.close();
  }

  /** Executes a statement. */
  async ask(text: string, values: readonly unknown[]): Promise<Answer> {
    if (text !== 'rollback') {
      const shown = [this.instant().toISOString()];
      await this.#pglite.query("select set_config('simulated.now', $1, false)", shown);
    }
    return this.#ask(this.rewrite(text), values);
  }

  async #ask(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (values.length > 0) return answerOf(await this.#pglite.query(text, [...values]));
    return answerOf((await this.#pglite.exec(text)).at(-1));
  }
}

interface Answer {
  readonly command: 'SELECT';
  readonly rowCount: number;
  readonly rows: unknown[];
}

const answerOf = (results: { readonly rows: unknown[] } | undefined): Answer => ({
  command: 'SELECT',
  rowCount: results?.rows.length ?? 0,
  rows: results?.rows ?? [],
});

interface Client {
  query(text: string, values: readonly unknown[]): Promise<Answer>;
  release(): void;
}

const databaseOn = (pool: { connect(): Promise<Client> }): Db =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { ...pool, end: async () => {} } as never }) });

/** What a process is told when its connection breaks. */
export class ConnectionLost extends Error {}

class Connection implements Client {
  #isBroken = false;
  readonly #process: Process;
  readonly #scheduler: Scheduler;
  readonly #database: SimulatedDatabase;

  constructor(process: Process, scheduler: Scheduler, database: SimulatedDatabase) {
    this.#process = process;
    this.#scheduler = scheduler;
    this.#database = database;
  }

  query(text: string, values: readonly unknown[]): Promise<Answer> {
    if (this.#isBroken) return Promise.reject(new ConnectionLost('the connection is broken'));
    return this.#scheduler.perform(this.#process, this, () => this.#step(text, values));
  }

  release(): void {}

  async #step(text: string, values: readonly unknown[]): Promise<Answer> {
    const { chances } = this.#database;
    const drawn = this.#scheduler.random.next();
    const { killBefore, lostQuestion, lostAnswer, killAfter } = chances;
    if (drawn < killBefore) return this.#kill();
    if (drawn < killBefore + lostQuestion) return this.#break();
    const answer = await this.#execute(text, values);
    if (drawn > 1 - lostAnswer) return this.#break();
    if (drawn > 1 - lostAnswer - killAfter) return this.#kill();
    return answer;
  }

  async #execute(text: string, values: readonly unknown[]): Promise<Answer> {
    if (text === 'begin') this.#scheduler.owner = this;
    try {
      return await this.#database.ask(text, values);
    } finally {
      if (text === 'commit' || text === 'rollback') this.#scheduler.owner = null;
    }
  }

  /** The server takes back what was not committed. */
  async #break(): Promise<never> {
    this.#isBroken = true;
    await this.#takeBack();
    throw new ConnectionLost('the connection broke');
  }

  async #kill(): Promise<never> {
    await this.#takeBack();
    this.#database.onKill(this.#process);
    throw new ConnectionLost('the process was killed');
  }

  async #takeBack(): Promise<void> {
    if (this.#scheduler.owner !== this) return;
    this.#scheduler.owner = null;
    await this.#database.ask('rollback', []);
  }
}
