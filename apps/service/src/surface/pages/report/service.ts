import { createHash } from 'node:crypto';
import type { Action } from '@hinterland/actions';
import { type Box, originOf, viewOf } from '@hinterland/answers';
import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { KeptAnswers } from '../../../engine/keptAnswers.ts';
import type { Generation } from '../../../engine/territoriesInForce.ts';
import type { Clock, Db } from '../../../kit/db/database.ts';
import { LARGE_BYTES, type Offload } from '../../../kit/offload/offload.ts';
import { ProblemError, unavailable } from '../../../kit/problem.ts';
import { type Brand, readBrand } from '../../../organizations/identity/brand.ts';
import { type Found, findReadable, type Reader } from '../../../work/analyses/access.ts';
import { findLatestRunId, findLatestRuns, findVersion } from '../../../work/analyses/runs.ts';
import { type SeenRun, seenRun } from '../../../work/analyses/seen.ts';
import { type Caveats, caveatsOf } from '../../../work/territories/data/caveats.ts';
import type { Tiles } from '../../../work/tiles/service.ts';
import { drawingOf, placesOf } from './area.ts';
import { type ReportParts, reportDocument, reportParts } from './document.ts';
import { withListsRead } from './listsRead.ts';
import { boxOfReport } from './map.ts';
import type { DataSource, Paper, ReportSource } from './source.ts';

export interface ReportSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly tiles: Tiles;
  readonly actions: readonly Action[];
  /** The thread that writes large reports. */
  readonly offload: Pick<Offload, 'perform'>;
}

/** What is reported: a version, or the latest run where absent. */
export interface Wanted {
  readonly version?: number | undefined;
  readonly paper: Paper;
  readonly language: string;
}

/** Reports on stored runs. */
export type Reports = ReturnType<typeof makeReports>;

/** The action that finds the addresses near a place, as far as it is read. */
const REVERSE = 'search.reverse_address';
interface Reversed {
  readonly poles: readonly { readonly addresses: readonly { readonly parts: { readonly locality: string } }[] }[];
}

/** Memory for reports that are read again. */
const KEPT_BYTES = 16 * 2 ** 20;

export function makeReports({ db, clock, engine, tiles, actions, offload }: ReportSettings) {
  const kept = new KeptAnswers<string | ReportParts>(KEPT_BYTES);
  const making = new Map<string, Promise<ReportParts>>();

  /** The territory of a run, as it is now. */
  const generationOf = ({ territoryId }: SeenRun): Generation | undefined =>
    engine.territories.current.find(({ territory }) => territory.manifest.id === territoryId);

  /** The area of the question, drawn with the data in force; null where there is none. */
  async function areaOf({ input }: SeenRun, generation: Generation, signal: AbortSignal): Promise<string | null> {
    const drawing = drawingOf(actions, JSON.parse(input));
    if (drawing === null) return null;
    const lease = engine.territories.lease(generation);
    try {
      const { resultJson } = await engine.run({ ...drawing, channel: 'web', lease }, { signal });
      return Buffer.from(resultJson).toString('utf8');
    } catch (error) {
      // The map has no area then, and its legend none either.
      if (error instanceof ProblemError && error.status < 500) return null;
      if (!(error instanceof ProblemError)) throw error;
      throw unavailable(said('map_late'), 5);
    } finally {
      lease.release();
    }
  }

  /** The town that the question's first place lies in, by the nearest address; null where it has no place or nothing is near. */
  async function townOf({ input }: SeenRun, generation: Generation, signal: AbortSignal): Promise<string | null> {
    const action = actions.find(({ id }) => id === REVERSE);
    const [place] = placesOf(JSON.parse(input));
    if (action === undefined || place === undefined) return null;
    const lease = engine.territories.lease(generation);
    try {
      const asked = action.input.parse({ ...place, limit: 1 });
      const { resultJson } = await engine.run({ action, input: asked, channel: 'web', lease }, { signal });
      const { poles } = JSON.parse(Buffer.from(resultJson).toString('utf8')) as Reversed;
      return poles[0]?.addresses[0]?.parts.locality || null;
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    } finally {
      lease.release();
    }
  }

  /** Gathers what a report is written from, and writes the document, or its parts. */
  async function write(
    part: 'document' | 'parts',
    { found, run }: Reported,
    { paper, language }: Wanted,
    about: About,
    signal: AbortSignal,
  ): Promise<string | ReportParts> {
    const { summary, results, input } = run;
    const generation = generationOf(run);
    const area = generation === undefined ? null : await areaOf(run, generation, signal);
    const texts = { results, input, area };
    const box = isLarge(run)
      ? ((await offload.perform({ kind: 'report', part: 'box', source: texts, bytes: bytesOf(run) })) as Box | null)
      : boxOfReport(texts);
    const town = generation === undefined ? null : await townOf(run, generation, signal);
    const source: ReportSource = {
      ...texts,
      town,
      name: found.name,
      owner: found.owner.name,
      organization: about.organization,
      actionId: summary.actionId,
      actionTitle: actions.find(({ id }) => id === summary.actionId)?.title ?? summary.actionId,
      versionNo: summary.versionNo,
      createdAt: summary.createdAt,
      dataVersion: summary.dataVersion as Record<string, string>,
      tiles:
        generation === undefined || box === null
          ? []
          : await tiles.behind(generation.territory.manifest.id, viewOf(box), {
              party: `analysis ${found.id}`,
              signal,
            }),
      sources: generation === undefined ? [] : sourcesOf(generation),
      caveats:
        generation === undefined ? NO_CAVEATS : caveatsOf(generation.territory, Object.keys(summary.dataVersion)),
      paper,
      brand: about.brand,
      language,
    };
    if (!isLarge(run)) return part === 'parts' ? reportParts(source) : reportDocument(source);
    return (await offload.perform({ kind: 'report', part, source, bytes: bytesOf(run) })) as string | ReportParts;
  }

  return {
    /** Returns the run that is meant of an analysis that the caller may read. Throws not_found. */
    async run(reader: Reader, code: string, version?: number): Promise<Reported> {
      const found = await findReadable(db, clock, reader, code);
      const run =
        version === undefined
          ? (await findLatestRuns(db, found.id)).get('latestRun')
          : await findVersion(db, found.id, version);
      if (run != null) {
        const seen = seenRun(actions, found, run);
        return { found, run: found.isInside ? await withListsRead({ db, clock, actions }, reader, seen) : seen };
      }
      throw new ProblemError('not_found', version === undefined ? said('not_run_yet') : said('no_version'));
    },

    /** Returns a run with the area of its question and where its data come from. Throws as `run` does. */
    async answered(reader: Reader, code: string, version: number | undefined, signal: AbortSignal) {
      const { found, run } = await this.run(reader, code, version);
      const generation = generationOf(run);
      const area = generation === undefined ? null : await areaOf(run, generation, signal);
      const territories = generation === undefined ? [] : [generation.territory];
      return { found, run, area, origin: originOf(run.summary.actionId, territories) };
    },

    /**
     * Returns the report as HTML: the same bytes for the same run, name, brand, language and data in force. Throws not_found, and
     * service_unavailable where too much waits.
     */
    async html(reader: Reader, code: string, wanted: Wanted, signal: AbortSignal): Promise<string> {
      const reported = await this.run(reader, code, wanted.version);
      const { found, run } = reported;
      const about = await aboutOf(db, found.id);
      const key = keyOf([found, run.summary, about, wanted.paper, wanted.language, generationOf(run)?.key]);
      const known = kept.get(key) as string | undefined;
      if (known !== undefined) return known;
      const document = (await write('document', reported, wanted, about, signal)) as string;
      kept.keep(key, document, 2 * document.length);
      return document;
    },

    /**
     * Returns the parts of the report on the latest run, for pages of their own; null where there is no run. They are made once,
     * however many people look at the page, and large ones in a thread of their own. Throws not_found, and service_unavailable
     * where too much waits.
     */
    async parts(reader: Reader, code: string, language: string): Promise<ReportParts | null> {
      const found = await findReadable(db, clock, reader, code);
      const runId = await findLatestRunId(db, found.id);
      if (runId === null) return null;
      const inForce = engine.territories.current.map(({ key }) => key);
      const key = keyOf(['parts', found, runId, await aboutOf(db, found.id), language, inForce]);
      const known = (kept.get(key) as ReportParts | undefined) ?? making.get(key);
      if (known !== undefined) return known;
      const wanted = { paper: 'a4', language } as const;
      // Others may wait for what the first visitor began: it ends with nobody's leaving.
      const made = this.run(reader, code)
        .then(async (reported) => {
          const about = await aboutOf(db, found.id);
          const parts = (await write('parts', reported, wanted, about, new AbortController().signal)) as ReportParts;
          kept.keep(key, parts, 2 * JSON.stringify(parts).length);
          return parts;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}

const keyOf = (source: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(source)).digest('base64');

/** An analysis, and the run of it that is reported. */
interface Reported {
  readonly found: Found;
  readonly run: SeenRun;
}

interface About {
  readonly organization: string;
  readonly brand: Brand;
}

/** The organization that an analysis belongs to, and how its reports look. */
async function aboutOf(db: Db, analysisId: number): Promise<About> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from analysis a join organization o on o.id = a.organization_id where a.id = ${analysisId}`.execute(
    db,
  );
  const { id = 0, name = '' } = rows[0] ?? {};
  return { organization: name, brand: await readBrand(db, id) };
}

/** Memory that the texts of a run take; large ones are left to a thread of its own. */
const bytesOf = ({ results, input }: SeenRun): number => 2 * (results.length + input.length);
const isLarge = (run: SeenRun): boolean => bytesOf(run) > 2 * LARGE_BYTES;

const NO_CAVEATS: Caveats = { modelledBy: [], rough: [], roughReasons: [] };

/** Sources of the data in force, each once per family. */
const sourcesOf = ({ territory }: Generation): readonly DataSource[] =>
  Object.values(territory.descriptors).flatMap(({ family, sources }) =>
    sources.map(({ name, licence, attribution }) => ({ family, name, licence, attribution })),
  );
