import { ProblemError } from '../problem.ts';

/** Bytes of bodies that a subject may send: so many per second, and `burst` at once after a pause. */
export interface ByteRate {
  /** Named in the answer that refuses. */
  readonly policy: string;
  readonly bytesPerSecond: number;
  readonly burst: number;
}

const MEBIBYTE = 2 ** 20;
export const BYTES_PER_KEY: ByteRate = { policy: 'bytes', bytesPerSecond: 4 * MEBIBYTE, burst: 32 * MEBIBYTE };
/** Higher than that of a key: many users of one office share an address. */
export const BYTES_PER_ADDRESS: ByteRate = {
  policy: 'bytes_address',
  bytesPerSecond: 8 * MEBIBYTE,
  burst: 64 * MEBIBYTE,
};

/** Subjects that are remembered; beyond it the one whose budget was used longest ago is forgotten. */
const SUBJECTS = 10_000;

/** Budgets of bytes by subject: an address, a key. Each process keeps its own. */
export class ByteBudgets {
  readonly #now: () => number;
  /** Bytes used and not regained yet, at a time in milliseconds; the latest subject at the end. */
  readonly #used = new Map<string, { readonly bytes: number; readonly at: number }>();

  /** `now` answers milliseconds that never go back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Spends bytes of a subject's budget before they are read. Throws rate_limited where there is too little of it. */
  spend({ policy, bytesPerSecond, burst }: ByteRate, subject: string, bytes: number): void {
    const key = `${policy} ${subject}`;
    const at = this.#now();
    const before = this.#used.get(key) ?? { bytes: 0, at };
    const used = Math.max(0, before.bytes - ((at - before.at) / 1000) * bytesPerSecond) + bytes;
    if (used > burst) {
      const retryAfter = Math.max(1, Math.ceil((used - burst) / bytesPerSecond));
      throw new ProblemError(
        'rate_limited',
        `Bodies of more than ${bytesPerSecond} bytes per second came for a while. Wait ${retryAfter} s.`,
        { policy, retryAfter },
        { 'Retry-After': String(retryAfter) },
      );
    }
    this.#used.delete(key);
    this.#used.set(key, { bytes: used, at });
    if (this.#used.size > SUBJECTS) this.#used.delete(this.#used.keys().next().value as string);
  }
}
