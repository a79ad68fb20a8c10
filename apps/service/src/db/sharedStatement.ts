import type { QueryExecutorProvider } from 'kysely';
import type { Db } from './database.ts';

/** Most questions of one statement: other queries wait for it in the embedded database. */
const TOGETHER = 16;

/** Classes of errors that lie in the values of a question: exceptions of data, constraints, exceptions of functions. */
const OF_ONE_QUESTION: readonly string[] = ['22', '23', 'P0'];

/**
 * Answers questions of one party in their order, all in one statement. Questions as rows of `values` cost a question that comes
 * alone no more than a statement for one; arrays would.
 */
type Ask<Q, A> = (on: QueryExecutorProvider, questions: readonly Q[]) => Promise<readonly A[]>;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly signal: AbortSignal | undefined;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/**
 * One statement for questions that wait together. A question that comes alone is asked at once. Those that come while the
 * statement of their party is under way, or waits for a connection, share the next one, in their order: under load a party asks
 * the database a few times for many calls, and at rest nobody waits longer.
 *
 * All questions of a statement succeed or fail with it. Where it fails by the values of one of them it is rolled back, and each
 * is asked by itself, so that no question suffers from another.
 */
export class SharedStatement<Q, A> {
  readonly #ask: Ask<Q, A>;
  /** Of each database the questions that wait, by party; a party is there as long as its questions are being asked. */
  readonly #parties = new WeakMap<Db, Map<number, Waiting<Q, A>[]>>();

  constructor(ask: Ask<Q, A>) {
    this.#ask = ask;
  }

  /**
   * Answers a question; in a transaction by a statement of its own. A question whose signal is aborted before its statement
   * begins is not asked: then the reason is thrown.
   */
  async answer(db: Db, party: number, question: Q, signal?: AbortSignal): Promise<A> {
    signal?.throwIfAborted();
    if (db.isTransaction) return (await this.#ask(db, [question]))[0] as A;
    return new Promise((resolve, reject) => {
      const parties = this.#parties.get(db) ?? new Map<number, Waiting<Q, A>[]>();
      this.#parties.set(db, parties);
      const waiting = parties.get(party);
      const one = { question, signal, resolve, reject };
      if (waiting !== undefined) waiting.push(one);
      else {
        const queue = [one];
        parties.set(party, queue);
        void this.#askAll(db, queue, () => parties.delete(party));
      }
    });
  }

  /** `ended` is called as soon as none waits: a question that comes then begins anew. */
  async #askAll(db: Db, queue: Waiting<Q, A>[], ended: () => void): Promise<void> {
    while (queue.length > 0) {
      try {
        await onConnection(db, (connection) => this.#askNext(connection, queue));
      } catch (error) {
        // There is no connection: none of those who wait for one gets it.
        for (const { reject } of queue.splice(0)) reject(error);
      }
    }
    ended();
  }

  async #askNext(connection: QueryExecutorProvider, queue: Waiting<Q, A>[]): Promise<void> {
    const together = queue.splice(0, TOGETHER).filter(({ signal, reject }) => {
      if (signal?.aborted) reject(signal.reason);
      return !signal?.aborted;
    });
    try {
      await this.#askTogether(connection, together);
    } catch (error) {
      if (together.length === 1 || !liesInOne(error as Error)) for (const { reject } of together) reject(error);
      else for (const one of together) await this.#askTogether(connection, [one]).catch(one.reject);
    }
  }

  async #askTogether(connection: QueryExecutorProvider, together: readonly Waiting<Q, A>[]): Promise<void> {
    if (together.length === 0) return;
    const answers = await this.#ask(
      connection,
      together.map(({ question }) => question),
    );
    for (const [i, { resolve }] of together.entries()) resolve(answers[i] as A);
  }
}

/** As `connection` of Kysely, which builds a Kysely for each. */
function onConnection<T>(db: Db, work: (connection: QueryExecutorProvider) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    const own = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
    return work({ getExecutor: () => own });
  });
}

const liesInOne = ({ code }: Error & { readonly code?: string }): boolean =>
  code?.length === 5 && OF_ONE_QUESTION.includes(code.slice(0, 2));
