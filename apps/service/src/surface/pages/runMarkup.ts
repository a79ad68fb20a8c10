import type { Action } from '@hinterland/actions';
import { type FullRun, findLatestRunId, findLatestRuns } from '../../analyses/runs.ts';
import type { Db } from '../../db/database.ts';
import { KeptAnswers } from '../../engine/keptAnswers.ts';
import type { Generation } from '../../engine/territoriesInForce.ts';
import { LARGE_BYTES, type Offload } from '../../offload/offload.ts';
import { type Html, html, trusted } from './html.ts';
import { runHtml } from './results/run.ts';

export interface RunMarkupSettings {
  readonly db: Db;
  readonly actions: readonly Action[];
  /** Territories in force, whose sources stand below what was computed from them. */
  readonly territories: () => readonly Generation[];
  /** The thread that writes large results. */
  readonly offload: Pick<Offload, 'perform'>;
}

/** A run as parts of a page. */
export interface WrittenRun {
  readonly results: Html;
  /** Whose data it was computed from; empty where its territory is not installed any more. */
  readonly sources: Html;
}

/** Memory for results of shared pages; one may take an eighth of it. */
const KEPT_BYTES = 32 * 2 ** 20;

/**
 * The latest runs of analyses as parts of pages. Each run is written once, a large one in a thread of its own, and kept: its
 * contents never change, and everybody with the link reads the same.
 */
export class RunMarkup {
  readonly #settings: RunMarkupSettings;
  readonly #kept = new KeptAnswers<WrittenRun>(KEPT_BYTES);
  readonly #writing = new Map<number, Promise<WrittenRun | null>>();

  constructor(settings: RunMarkupSettings) {
    this.#settings = settings;
  }

  /** Null where the analysis has not been run. */
  async latest(analysisId: number): Promise<WrittenRun | null> {
    const runId = await findLatestRunId(this.#settings.db, analysisId);
    if (runId === null) return null;
    const known = this.#kept.get(String(runId)) ?? this.#writing.get(runId);
    if (known !== undefined) return known;
    const writing = this.#write(runId, analysisId).finally(() => this.#writing.delete(runId));
    this.#writing.set(runId, writing);
    return writing;
  }

  async #write(runId: number, analysisId: number): Promise<WrittenRun | null> {
    const { db, actions, territories } = this.#settings;
    const latest = (await findLatestRuns(db, analysisId)).get('latestRun');
    if (latest === undefined) return null;
    const { actionId, createdAt, dataVersion } = latest.summary;
    const title = actions.find(({ id }) => id === actionId)?.title ?? actionId;
    const data = Object.entries(dataVersion).map(([family, version]) => `${family} ${version}`);
    const results = html`<h2>${title}</h2>
<p>Computed on ${createdAt.slice(0, 10)} with the data ${data.join(', ')}.</p>
${await this.#results(latest)}`;
    const written = { results, sources: sourcesOf(latest, territories()) };
    this.#kept.keep(String(runId), written, 2 * (results.text.length + written.sources.text.length));
    return written;
  }

  async #results({ results, input }: FullRun): Promise<Html> {
    if (results.length + input.length <= LARGE_BYTES) return runHtml(results, input);
    return trusted((await this.#settings.offload.perform({ kind: 'results', results, input })) as string);
  }
}

/** Names those whose data a run was computed from, each once. */
function sourcesOf({ territoryId, summary }: FullRun, installed: readonly Generation[]): Html {
  const territory = installed.find(({ territory }) => territory.manifest.id === territoryId)?.territory;
  const families = Object.keys(summary.dataVersion) as (keyof typeof summary.dataVersion)[];
  const sources = families.flatMap((family) => territory?.descriptors[family]?.sources ?? []);
  const names = [...new Set(sources.map(({ attribution }) => attribution))];
  return names.length === 0 ? html`` : html`<p class="soft">Data: ${names.join('; ')}.</p>`;
}
