/** Tasks of a kind that count. */
const RECENT = 20;

/** Durations of recent tasks on a thread, by their kind. */
export class Durations {
  readonly #recent = new Map<string, number[]>();

  /** Notes a task that has ended after so many milliseconds in its thread. */
  note(kind: string, milliseconds: number): void {
    const recent = this.#recent.get(kind) ?? [];
    recent.push(milliseconds);
    if (recent.length > RECENT) recent.shift();
    this.#recent.set(kind, recent);
  }

  /** Mean of the last twenty of the kind, in milliseconds; 0 where there is none. */
  mean(kind: string): number {
    const recent = this.#recent.get(kind) ?? [];
    return recent.length === 0 ? 0 : recent.reduce((sum, one) => sum + one, 0) / recent.length;
  }
}
