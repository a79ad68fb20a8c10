/**
 * Answers of the engine by what was asked, the ones used longest ago forgotten first once they have more than `maxBytes`
 * bytes together. What is asked must name the data it is asked of: an answer is never looked at again.
 */
export class KeptAnswers<T> {
  readonly #maxBytes: number;
  readonly #answers = new Map<string, { readonly answer: T; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of everything kept. */
  get bytes(): number {
    return this.#bytes;
  }

  get(question: string): T | undefined {
    const found = this.#answers.get(question);
    if (found === undefined) return undefined;
    this.#answers.delete(question);
    this.#answers.set(question, found);
    return found.answer;
  }

  /** `answerBytes`: what the answer takes by itself. One that is larger than an eighth of all is not kept. */
  keep(question: string, answer: T, answerBytes: number): void {
    const bytes = answerBytes + 2 * question.length + ENTRY_BYTES;
    if (bytes > this.#maxBytes / 8) return;
    this.#forget(question);
    this.#answers.set(question, { answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(question: string): void {
    this.#bytes -= this.#answers.get(question)?.bytes ?? 0;
    this.#answers.delete(question);
  }
}

/** An entry of the map and the objects around an answer, roughly. */
const ENTRY_BYTES = 500;
