import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Db } from '../../../../apps/service/src/kit/db/database.ts';
import { migrate } from '../../../../apps/service/src/kit/db/migrate.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { Session } from './session.ts';

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
  /** Beside the simulation: no steps, no faults; statements without parameters may be several. */
  readonly db: Db;
  /** The same for questions that are asked again and again, which it prepares. */
  readonly looks: Db;
  chances: Chances = NO_FAULTS;
  rewrite: Rewrite = (text) => text;
  /** What the clock of the database shows when a statement of a process comes. */
  instant: () => Date = () => new Date();
  /** Called where the fault of a statement is the end of its process. */
  onKill: (process: Process) => void = () => {};
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
    const beside = (query: Client['query']) => databaseOn({ connect: async () => ({ query, release() {} }) });
    this.looks = beside(async (text, values) => answerOf(session.ask(text, values)));
    this.db = beside(async (text, values) =>
      answerOf(values.length > 0 ? session.ask(text, values) : await session.run(text)),
    );
  }

  /** In memory, with the schema. */
  static async open(): Promise<SimulatedDatabase> {
    const database = new SimulatedDatabase(await Session.open());
    await migrate(database.db);
    // The order of rows depends on plans: they depend on nothing that was asked before, as each seed begins without any.
    await database.#session.run(
      'set synchronous_commit = off; set plan_cache_mode = force_generic_plan; discard plans',
    );
    return database;
  }

  /** Takes all rows; ids begin at 1 again. */
  async empty(): Promise<void> {
    const { rows } = await sql<{ names: string }>`
      select string_agg(format('%I', tablename), ', ') as names from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_%' and tablename <> 'sql_functions'`.execute(
      this.looks,
    );
    // What is append-only is emptied, too.
    await this.#session.run(`begin; set local session_replication_role = replica;
      truncate ${rows[0]!.names} restart identity; commit; discard plans`);
  }

  /** The database as a process sees it. */
  of(process: Process, scheduler: Scheduler): Db {
    return databaseOn({ connect: async () => new Connection(process, scheduler, this) });
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  /** Executes a statement of a process. */
  async ask(text: string, values: readonly unknown[]): Promise<Answer> {
    return answerOf(this.#session.ask(this.rewrite(text), values, this.instant()));
  }
}

interface Answer {
  readonly command: 'SELECT';
  readonly rowCount: number;
  readonly rows: unknown[];
}

const answerOf = (rows: unknown[]): Answer => ({ command: 'SELECT', rowCount: rows.length, rows });

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
