import type { Action, Channel, Progress, Quote, RowWork } from '@hinterland/actions';
import type { Warning } from '@hinterland/contract';
import { presentSpan } from '../kit/traces/span.ts';
import { KeptAnswers } from './keptAnswers.ts';
import type { MapQuestion, Viewing } from './map.ts';
import type { WorkerPool } from './pool.ts';
import type { BesideResult, Outcome, Overlay, Task } from './protocol.ts';
import { territoriesFor, territoryFor } from './route.ts';
import type { TaskOptions } from './task.ts';
import type { Lease, Territories } from './territoriesInForce.ts';

/** One parsed question to an action, fixed to a territory at its present data versions. */
export interface Question {
  readonly action: Action;
  readonly input: unknown;
  readonly channel: Channel;
  readonly lease: Lease;
}

export interface QuestionOptions {
  readonly signal: AbortSignal;
  /** Organization that the work is done for; absent where it is for nobody in particular. */
  readonly organizationId?: number | undefined;
  /** Who takes turns with others where it is no organization. */
  readonly party?: string | undefined;
  /** Whether the party is somebody who is not signed in. */
  readonly isStranger?: boolean | undefined;
  readonly progress?: Progress | undefined;
}

export interface Priced {
  readonly quote: Quote;
  /** Those that the data of the territory give reason for. */
  readonly warnings: readonly Warning[];
  /** The thread that priced it, which may have kept what the run needs; absent where the price was known. */
  readonly worker?: number;
}

export interface Ran extends BesideResult {
  /** The action's result as JSON text in UTF-8. */
  readonly resultJson: Uint8Array;
}

/** An item of a batch that was computed, to be stored. */
export interface RanItem extends BesideResult {
  /** The action's result as JSON text in UTF-8, by gzip. */
  readonly resultGzip: Uint8Array;
}

export interface EngineSettings {
  readonly pool: WorkerPool;
  readonly territories: Territories;
  /** After this a quote or a run ends with run_timeout. */
  readonly timeLimitMilliseconds: number;
  /** Memory for answers that repeated questions on the same data get again; 0 keeps none. */
  readonly keptBytes: number;
  readonly overlays: OverlaySource;
}

/** Corrections of stores, by who asks. */
export interface OverlaySource {
  /**
   * Those that an organization, or somebody of none, sees in a territory now; null where there are none.
   */
  of(organizationId: number | undefined, territoryId: string): Promise<Overlay | null>;
}

/** Computes quotes and results in threads of their own, so that the thread that answers requests stays free. */
export class Engine {
  readonly pool: WorkerPool;
  readonly territories: Territories;
  readonly #timeLimitMilliseconds: number;
  readonly #kept: KeptAnswers<Outcome>;
  readonly #overlays: OverlaySource;
  readonly #overlaysOfLeases = new WeakMap<Lease, Map<number | undefined, Promise<Overlay | null>>>();

  constructor({ pool, territories, timeLimitMilliseconds, keptBytes, overlays }: EngineSettings) {
    this.pool = pool;
    this.territories = territories;
    this.#timeLimitMilliseconds = timeLimitMilliseconds;
    this.#kept = new KeptAnswers(keptBytes);
    this.#overlays = overlays;
  }

  /**
   * The territory that an input is meant for, kept as it is until released. Throws as territoryFor does, and
   * service_unavailable where its data are damaged.
   */
  lease(input: unknown, chosen: string | null): Lease {
    return this.territories.lease(territoryFor(input, this.territories.known, chosen));
  }

  /**
   * Every territory that may have the answer of an action that looks in several, or the one that was chosen. Damaged
   * ones are left out. Throws outside_coverage where none is there, and service_unavailable where all are damaged.
   */
  leaseAcross(across: NonNullable<Action['across']>, input: unknown, chosen: string | null): Lease[] {
    const { territories } = this;
    const fitting = territoriesFor(territories.known, chosen, (manifest) => across.fits(manifest, input));
    const inForce = fitting.filter((generation) => territories.current.includes(generation));
    return (inForce.length > 0 ? inForce : fitting).map((generation) => territories.lease(generation));
  }

  /** The price; `paid` where it is part of a run. */
  async quote(
    question: Question,
    { signal, organizationId, party, isStranger, paid = false }: QuestionOptions & { readonly paid?: boolean },
  ): Promise<Priced> {
    const { takesLong } = question.action;
    const { outcome, worker } = await this.#answer(await this.#taskOf('quote', question, organizationId), {
      priority: paid ? (takesLong ? 'long' : 'run') : takesLong ? 'longQuote' : 'short',
      signal,
      organizationId,
      party,
      isStranger,
    });
    if (outcome.kind !== 'quote') throw new Error('a quote was answered with a run');
    const { quote, warnings } = outcome;
    return { quote, warnings, ...(worker === undefined ? {} : { worker }) };
  }

  /** Computes a result. One that costs credits is handed out only once the data were found to be as written. */
  async run(question: Question, options: QuestionOptions, priced?: Priced): Promise<Ran> {
    const { signal, progress, organizationId, party, isStranger } = options;
    const { tariff, takesLong } = question.action;
    const { outcome } = await this.#answer(await this.#taskOf('run', question, organizationId), {
      priority: tariff === null ? 'lookup' : takesLong ? 'long' : 'run',
      signal,
      progress,
      organizationId,
      party,
      isStranger,
      preferredWorker: priced?.worker,
    });
    if (outcome.kind !== 'run') throw new Error('a run was answered with a quote');
    if (tariff !== null) await question.lease.verified(signal);
    return outcome;
  }

  /** Computes an item of a batch, as the last in the lane for long work, of data that were found to be as written. */
  async runItem(question: Question, { signal, organizationId }: QuestionOptions): Promise<RanItem> {
    const options = { priority: 'batch', signal, organizationId } as const;
    const { outcome } = await this.#answer(await this.#taskOf('item', question, organizationId), options);
    if (outcome.kind !== 'item') throw new Error('an item was answered with something else');
    await question.lease.verified(signal);
    return outcome;
  }

  /** Does something with rows of a table, as the last in the lane for long work, of data that were found to be as written. */
  async workOnRows<I, R>(
    work: RowWork<I, R>,
    input: I,
    lease: Lease,
    {
      signal,
      organizationId,
      rows = 1,
    }: Pick<QuestionOptions, 'signal' | 'organizationId'> & { readonly rows?: number },
  ): Promise<R> {
    const task: Task = {
      kind: 'run',
      territory: lease.generation.key,
      actionId: work.id,
      input,
      channel: 'batch',
      ...(await this.#overlayOf(lease, organizationId)),
    };
    const timeLimitMilliseconds = this.#timeLimitMilliseconds * rows;
    const { outcome } = await this.pool.perform(task, {
      priority: 'batch',
      signal,
      organizationId,
      timeLimitMilliseconds,
    });
    if (outcome.kind !== 'run') throw new Error('a run was answered with a quote');
    await lease.verified(signal);
    return JSON.parse(new TextDecoder().decode(outcome.resultJson)) as R;
  }

  /** Returns a part of the map, gzipped; null where there is none. Answered like a lookup, and kept. */
  async map(question: MapQuestion, lease: Lease, { party, isStranger, signal }: Viewing): Promise<Uint8Array | null> {
    const task: Task = {
      kind: 'map',
      territory: lease.generation.key,
      actionId: 'map',
      input: question,
      channel: 'web',
    };
    const options = { priority: 'lookup', signal, party, isStranger } as const;
    // Answers are kept by what was asked as text, which bytes of a background map are not.
    const { outcome } = await ('basemap' in question
      ? this.pool.perform(task, { ...options, timeLimitMilliseconds: this.#timeLimitMilliseconds })
      : this.#answer(task, options));
    if (outcome.kind !== 'map') throw new Error('a map was answered with an action');
    return outcome.bytes;
  }

  async #taskOf(kind: Task['kind'], question: Question, organizationId: number | undefined): Promise<Task> {
    const { action, input, channel, lease } = question;
    const task = { kind, territory: lease.generation.key, actionId: action.id, input, channel };
    return readsStores(question) ? { ...task, ...(await this.#overlayOf(lease, organizationId)) } : task;
  }

  /** Like the data of a territory, corrections of its stores stay as they were when it was leased: a price fits its result. */
  async #overlayOf(lease: Lease, organizationId: number | undefined): Promise<Pick<Task, 'overlay'>> {
    const { manifest, players } = lease.generation.territory;
    if (players === null) return {};
    const known = this.#overlaysOfLeases.get(lease) ?? new Map<number | undefined, Promise<Overlay | null>>();
    this.#overlaysOfLeases.set(lease, known);
    const found = known.get(organizationId) ?? this.#overlays.of(organizationId, manifest.id);
    known.set(organizationId, found);
    const overlay = await found;
    return overlay === null ? {} : { overlay };
  }

  /**
   * Actions are pure, so what was computed of the same input and the same data is the answer still. The key of a
   * generation is never used for other data. Items of a batch are all different: they would only push out the rest.
   */
  async #answer(
    task: Task,
    options: Omit<TaskOptions, 'timeLimitMilliseconds' | 'about'>,
  ): Promise<{ readonly outcome: Outcome; readonly worker?: number }> {
    options.signal?.throwIfAborted();
    const asked = options.priority === 'batch' ? null : JSON.stringify(task);
    const known = asked === null ? undefined : this.#kept.get(asked);
    if (known !== undefined) {
      presentSpan()?.note({ 'hinterland.answer_kept': true });
      return { outcome: known };
    }
    const timeLimitMilliseconds = this.#timeLimitMilliseconds;
    const isLarge = asked !== null && asked.length > LARGE_CHARACTERS;
    const priority = isLarge && options.priority === 'short' ? 'longQuote' : options.priority;
    const answer = await this.pool.perform(task, { ...options, priority, timeLimitMilliseconds, about: placeOf(task) });
    if (asked !== null) this.#kept.keep(asked, answer.outcome, bytesOf(answer.outcome));
    return answer;
  }
}

/** A free quote of a longer question, such as a polygon of thousands of positions, is long work: no run waits for it. */
const LARGE_CHARACTERS = 65_536;

function bytesOf(outcome: Outcome): number {
  if (outcome.kind === 'run') return outcome.resultJson.byteLength;
  if (outcome.kind === 'item') return outcome.resultGzip.byteLength;
  if (outcome.kind === 'map') return outcome.bytes?.byteLength ?? 0;
  return 2 * JSON.stringify(outcome.quote).length;
}

/** What calls about one place have in common: the thread that answered one may have kept its catchment for the next. */
function placeOf({ territory, input }: Task): string {
  const { origins, lat, lng, mode } = (input ?? {}) as Record<string, unknown>;
  return JSON.stringify([territory, origins ?? [{ lat, lng }], mode]);
}

const readsStores = ({ action, input }: Question): boolean =>
  (action.familiesOf?.(input) ?? action.families).includes('players');
