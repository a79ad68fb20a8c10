import pg from 'pg';

/** Statements that are prepared; those that come later are parsed at every call, as all were otherwise. */
const KEPT = 500;

/** The code of "cached plan must not change result type". */
const FEATURE_NOT_SUPPORTED = '0A000';

/** Names that were made in this process: databases may share a session of the embedded one, where each name has one text. */
let made = 0;

/** Names that the statements of a database are prepared under: the same text has the same name on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= KEPT) return known;
    const name = `hinterland_${++made}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every statement is prepared anew, under another name. */
  clear(): void {
    this.#names.clear();
  }
}

export interface PreparedClientConfig extends pg.PoolConfig {
  /** Limit on the answer to one statement; no limit where absent. */
  readonly answerSeconds?: number;
  /** False where the server behind a connection may be another one at the next transaction. */
  readonly prepares?: boolean;
  /** Names that this connection shares with the others of its pool; of its own where absent. */
  readonly statements?: StatementNames;
}

/**
 * A connection that has each statement with parameters parsed and planned once, not at every call: half of what a short
 * statement costs the embedded database. Statements without parameters (begin, commit, migrations) are sent as they are.
 *
 * A newer replica may migrate the database under a running one. A statement whose rows have other columns from then on
 * fails once ("cached plan must not change result type"); then everything is prepared anew.
 */
export class PreparedClient extends pg.Client {
  /** Runs from the last statement that was sent: one timer is set anew where each would need one of its own. */
  readonly #limit: NodeJS.Timeout | null;
  readonly #statements: StatementNames | null;
  #unanswered = 0;

  constructor(config?: PreparedClientConfig) {
    super(config);
    const { answerSeconds, prepares = true, statements = new StatementNames() } = config ?? {};
    this.#statements = prepares ? statements : null;
    this.#limit =
      answerSeconds === undefined ? null : setTimeout(() => this.#endUnanswered(), answerSeconds * 1000).unref();
  }

  // biome-ignore lint/suspicious/noExplicitAny: the many forms of pg's query stay as they are.
  override query(...args: any[]): any {
    const [text, values = []] = args;
    const isPlain = typeof text === 'string' && args.length <= 2 && Array.isArray(values);
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    return isPlain ? this.#ask(text, values) : (super.query as (...args: any[]) => any).apply(this, args);
  }

  /** As pg's query, with a name for a statement with parameters, and without a copy of its description. */
  #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#unanswered++;
    this.#limit?.refresh();
    return new Promise((resolve, reject) => {
      const query: pg.Query & { name?: string | undefined } = new pg.Query(text, values, (error, result) => {
        this.#unanswered--;
        if ((error as pg.DatabaseError | null)?.code === FEATURE_NOT_SUPPORTED) this.#statements?.clear();
        if (error) reject(error);
        else resolve(result);
      });
      if (values.length > 0) query.name = this.#statements?.of(text);
      super.query(query);
    });
  }

  /** Ends the connection where an answer is missing: what waits for it fails, and the pool opens another connection. */
  #endUnanswered(): void {
    if (this.#unanswered > 0) this.connection.stream.destroy();
  }
}
