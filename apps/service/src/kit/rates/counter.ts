/**
 * The counter of every bound that a process keeps by itself. It counts what subjects took: requests, bytes, milliseconds of a pace, wrong
 * keys. Its window is a level that drains by so much a second and is not drained where that is 0. A subject is any text: a party, a policy
 * with a key, a network. Beyond `subjects` of them, the one that took last the longest ago is forgotten.
 *
 * What replicas count together is in the database (attempts.ts, rateLimit.ts).
 */
export class Counter {
  readonly #subjects: number;
  /** Levels as they were at a time in milliseconds; the latest subject at the end. */
  readonly #levels = new Map<string, { readonly level: number; readonly at: number }>();

  constructor(subjects = 10_000) {
    this.#subjects = subjects;
  }

  /** Returns what a subject took and has not drained. `at` is in milliseconds that never go back. */
  level(subject: string, perSecond: number, at: number): number {
    const before = this.#levels.get(subject);
    return before === undefined ? 0 : Math.max(0, before.level - ((at - before.at) / 1000) * perSecond);
  }

  /** Sets the level of a subject. */
  set(subject: string, level: number, at: number): void {
    this.#levels.delete(subject);
    this.#levels.set(subject, { level, at });
    if (this.#levels.size > this.#subjects) this.#levels.delete(this.#levels.keys().next().value as string);
  }
}
