import type { DatabaseConnection, RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Most questions of one statement: other queries wait for it in the embedded database. */
const TOGETHER = 16;

/** Classes of errors that lie in the values of a question: exceptions of data, constraints, exceptions of functions. */
const OF_ONE_QUESTION: readonly string[] = ['22', '23', 'P0'];

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
export class SharedStatement<Q, R, A = R> {
  readonly #statementFor: (questions: readonly Q[]) => RawBuilder<R>;
  readonly #answersOf: (rows: readonly R[], questions: readonly Q[]) => readonly A[];
  /** Of each database the questions that wait, by party; a party is there as long as its questions are being asked. */
  readonly #parties = new WeakMap<Db, Map<number, Waiting<Q, A>[]>>();

  /**
   * `statementFor` answers questions of one party in their order. Joined by `union all`, or as rows of `values`, a question that
   * comes alone costs little more than a statement for one; arrays would cost much more. `answersOf` finds the answer of each
   * in the rows.
   */
  constructor(
    statementFor: (questions: readonly Q[]) => RawBuilder<R>,
    answersOf: (rows: readonly R[], questions: readonly Q[]) => readonly A[],
  ) {
    this.#statementFor = statementFor;
    this.#answersOf = answersOf;
  }

  /**
   * Answers a question; in a transaction by a statement of its own. A question whose signal is aborted before its statement
   * begins is not asked: then the reason is thrown.
   */
  async answer(db: Db, party: number, question: Q, signal?: AbortSignal): Promise<A> {
    signal?.throwIfAborted();
    if (db.isTransaction) {
      const { rows } = await this.#statementFor([question]).execute(db);
      return this.#answersOf(rows, [question])[0] as A;
    }
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
        await db.getExecutor().provideConnection((connection) => this.#askNext(db, connection, queue));
      } catch (error) {
        // There is no connection: none of those who wait for one gets it.
        for (const { reject } of queue.splice(0)) reject(error);
      }
    }
    ended();
  }

  async #askNext(db: Db, connection: DatabaseConnection, queue: Waiting<Q, A>[]): Promise<void> {
    const together = queue.splice(0, TOGETHER).filter(({ signal, reject }) => {
      if (signal?.aborted) reject(signal.reason);
      return !signal?.aborted;
    });
    try {
      await this.#askTogether(db, connection, together);
    } catch (error) {
      if (together.length === 1 || !liesInOne(error as Error)) for (const { reject } of together) reject(error);
      else for (const one of together) await this.#askTogether(db, connection, [one]).catch(one.reject);
    }
  }

  async #askTogether(db: Db, connection: DatabaseConnection, together: readonly Waiting<Q, A>[]): Promise<void> {
    if (together.length === 0) return;
    const questions = together.map(({ question }) => question);
    const { rows } = await connection.executeQuery<R>(this.#statementFor(questions).compile(db));
    const answers = this.#answersOf(rows, questions);
    for (const [i, { resolve }] of together.entries()) resolve(answers[i] as A);
  }
}

const liesInOne = ({ code }: Error & { readonly code?: string }): boolean =>
  code?.length === 5 && OF_ONE_QUESTION.includes(code.slice(0, 2));
