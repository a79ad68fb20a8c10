import pg from 'pg';

/** Statements that are prepared; those that come later are parsed at every call, as all were otherwise. */
const KEPT = 500;

/** The code of "cached plan must not change result type". */
const FEATURE_NOT_SUPPORTED = '0A000';

const names = new Map<string, string>();
let made = 0;

/** The name that a statement is prepared under: the same text has the same name on every connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= KEPT) return known;
  const name = `hinterland_${++made}`;
  names.set(text, name);
  return name;
}

export interface PreparedClientConfig extends pg.PoolConfig {
  /** Limit on the answer to one statement; no limit where absent. */
  readonly answerSeconds?: number;
  /** False where the server behind a connection may be another one at the next transaction. */
  readonly prepares?: boolean;
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
  readonly #prepares: boolean;
  #unanswered = 0;

  constructor(config?: PreparedClientConfig) {
    super(config);
    const { answerSeconds, prepares = true } = config ?? {};
    this.#prepares = prepares;
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
        if ((error as pg.DatabaseError | null)?.code === FEATURE_NOT_SUPPORTED) names.clear();
        if (error) reject(error);
        else resolve(result);
      });
      if (values.length > 0 && this.#prepares) query.name = nameOf(text);
      super.query(query);
    });
  }

  /** Ends the connection where an answer is missing: what waits for it fails, and the pool opens another connection. */
  #endUnanswered(): void {
    if (this.#unanswered > 0) this.connection.stream.destroy();
  }
}
