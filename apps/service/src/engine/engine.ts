import type { Action, Channel, Quote } from '@hinterland/actions';
import type { WorkerPool } from './pool.ts';
import { territoriesFor, territoryFor } from './route.ts';
import type { Lease, Territories } from './territories.ts';

/** One parsed question to an action, fixed to a territory at its present data versions. */
export interface Question {
  readonly action: Action;
  readonly input: unknown;
  readonly channel: Channel;
  readonly lease: Lease;
}

export interface QuestionOptions {
  readonly signal: AbortSignal;
  readonly progress?: ((fraction: number, step: string) => void) | undefined;
  readonly batch?: boolean;
}

export interface Priced {
  readonly quote: Quote;
  /** The thread that priced it, which may have kept what the run needs. */
  readonly worker: number;
}

export interface Ran {
  /** The action's result as JSON text in UTF-8. */
  readonly resultJson: Uint8Array;
  /** Credits really due; absent = all that was quoted. */
  readonly creditsDue?: number;
  /** A few figures of the result. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

export interface EngineSettings {
  readonly pool: WorkerPool;
  readonly territories: Territories;
  /** After this a quote or a run ends with run_timeout. */
  readonly timeLimitMilliseconds: number;
}

/** Computes quotes and results in threads of their own, so that the thread that answers requests stays free. */
export class Engine {
  readonly pool: WorkerPool;
  readonly territories: Territories;
  readonly #timeLimitMilliseconds: number;

  constructor({ pool, territories, timeLimitMilliseconds }: EngineSettings) {
    this.pool = pool;
    this.territories = territories;
    this.#timeLimitMilliseconds = timeLimitMilliseconds;
  }

  /** The territory that an input is meant for, kept as it is until released. Throws as territoryFor does. */
  lease(input: unknown, chosen: string | null): Lease {
    return this.territories.lease(territoryFor(input, this.territories.current, chosen));
  }

  /**
   * Every territory that may have the answer of an action that looks in several, or the one that was chosen. Throws
   * outside_coverage where none is.
   */
  leaseAcross(across: NonNullable<Action['across']>, input: unknown, chosen: string | null): Lease[] {
    return territoriesFor(this.territories.current, chosen, (manifest) => across.fits(manifest, input)).map(
      (generation) => this.territories.lease(generation),
    );
  }

  async quote(question: Question, { signal }: QuestionOptions): Promise<Priced> {
    const options = { priority: 'short', timeLimitMilliseconds: this.#timeLimitMilliseconds, signal } as const;
    const { outcome, worker } = await this.pool.perform(taskOf('quote', question), options);
    if (outcome.kind !== 'quote') throw new Error('a quote was answered with a run');
    return { quote: outcome.quote, worker };
  }

  async run(question: Question, { signal, progress, batch }: QuestionOptions, priced?: Priced): Promise<Ran> {
    const { outcome } = await this.pool.perform(taskOf('run', question), {
      priority: batch ? 'batch' : question.action.tariff === null ? 'lookup' : 'run',
      timeLimitMilliseconds: this.#timeLimitMilliseconds,
      signal,
      progress,
      preferredWorker: priced?.worker,
    });
    if (outcome.kind !== 'run') throw new Error('a run was answered with a quote');
    return outcome;
  }
}

const taskOf = (kind: 'quote' | 'run', { action, input, channel, lease }: Question) => ({
  kind,
  territory: lease.generation.key,
  actionId: action.id,
  input,
  channel,
});
