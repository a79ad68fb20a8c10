import { setTimeout as sleep } from 'node:timers/promises';
import type { Agreement, Held } from './agreement.ts';

export interface FollowingSettings {
  readonly agreement: Agreement;
  readonly everyMilliseconds: number;
  /** Interval while something is about to change. */
  readonly soonMilliseconds: number;
  /** What this process has of its territories. */
  readonly held: () => readonly Held[];
  /** Whether new data wait for their moment, or this process lacks what is in force. */
  readonly waits: () => boolean;
  /** Answers by these data from here on, or, where the process does not have them, not at all. */
  readonly settle: (territory: string, fingerprint: string) => void;
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/**
 * Keeps the territories of this process at what is in force for all. A moment that was once named holds also while the database is away:
 * then it comes by the clock of this process.
 */
export class Following {
  readonly #settings: FollowingSettings;
  readonly #stop = new AbortController();
  /** The moments ahead, by territory. */
  readonly #moments = new Map<string, { readonly fingerprint: string; readonly timer: NodeJS.Timeout }>();
  #failing = false;
  #going: Promise<void> = Promise.resolve();

  constructor(settings: FollowingSettings) {
    this.#settings = settings;
  }

  /** Takes part for the first time, before this process answers any call. */
  async start(): Promise<void> {
    await this.#agree();
    this.#going = this.#goOn();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const { timer } of this.#moments.values()) clearTimeout(timer);
    await this.#going;
    await this.#settings.agreement.leave().catch(() => {}); // the others count it as gone a little later
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const { waits, soonMilliseconds, everyMilliseconds } = this.#settings;
      // Short steps, since new data may be ready at any time.
      for (let waited = 0; waited < everyMilliseconds && !signal.aborted; waited += soonMilliseconds) {
        await sleep(soonMilliseconds, undefined, { signal, ref: false }).catch(() => {});
        if (waits()) break;
      }
      if (!signal.aborted) await this.#agree();
    }
  }

  async #agree(): Promise<void> {
    const { agreement, held, settle, report } = this.#settings;
    try {
      for (const { territory, fingerprint, next } of await agreement.agree(held())) {
        if (this.#stop.signal.aborted) return;
        settle(territory, fingerprint);
        if (next !== null) this.#expect(territory, next);
      }
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) report('territories not agreed on, tried again', { error: (error as Error).message });
      this.#failing = true;
    }
  }

  #expect(territory: string, { fingerprint, milliseconds }: { fingerprint: string; milliseconds: number }): void {
    const known = this.#moments.get(territory);
    if (known?.fingerprint === fingerprint) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.#moments.delete(territory);
      this.#settings.settle(territory, fingerprint);
    }, milliseconds).unref();
    this.#moments.set(territory, { fingerprint, timer });
  }
}
