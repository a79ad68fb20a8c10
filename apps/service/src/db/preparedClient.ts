import pg from 'pg';

/** Statements that are prepared; those that come later are parsed at every call, as all were otherwise. */
const KEPT = 500;

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
}

/**
 * A connection that has each statement with parameters parsed and planned once, not at every call: half of what a short
 * statement costs the embedded database. Statements without parameters (begin, commit, migrations) are sent as they are.
 *
 * A newer replica may migrate the database under a running one. A statement whose rows have other columns from then on
 * fails once ("cached plan must not change result type"); then everything is prepared anew.
 */
export class PreparedClient extends pg.Client {
  readonly #answerMilliseconds: number;

  constructor(config?: PreparedClientConfig) {
    super(config);
    this.#answerMilliseconds = (config?.answerSeconds ?? 0) * 1000;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the many forms of pg's query stay as they are.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    const query = super.query as (...args: any[]) => any;
    if (name === undefined) return this.#limited(query.apply(this, args));
    const answer = query.call(this, { name, text, values }, ...rest);
    return answer instanceof Promise ? this.#limited(answer).catch(prepareAnew) : answer;
  }

  /** Ends the connection when an answer stays away: what waits on it fails, and the pool opens another one. */
  #limited<T>(answer: T): T {
    if (this.#answerMilliseconds === 0 || !(answer instanceof Promise)) return answer;
    const timer = setTimeout(() => this.connection.stream.destroy(), this.#answerMilliseconds);
    return answer.finally(() => clearTimeout(timer)) as T;
  }
}

const FEATURE_NOT_SUPPORTED = '0A000';

function prepareAnew(error: Error & { code?: string }): never {
  if (error.code === FEATURE_NOT_SUPPORTED) names.clear();
  throw error;
}
