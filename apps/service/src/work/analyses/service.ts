import type { Action } from '@hinterland/actions';
import { said } from '@hinterland/answers/said';
import {
  type AnalysisListItem,
  LIMITS,
  type NewSales,
  type NewShares,
  type SalesThatCame,
  type Shares,
  type VersionListItem,
  type VersionStoreChanges,
} from '@hinterland/contract';
import type { Engine } from '../../engine/engine.ts';
import type { Generation } from '../../engine/territoriesInForce.ts';
import { type Doer, note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Attempts } from '../../kit/rates/attempts.ts';
import type { RequestCounts } from '../../kit/rates/budgets.ts';
import { weightOfBody } from '../../kit/rates/pace.ts';
import { requireRole } from '../../kit/who.ts';
import { type Found, findOwn, findReadable, type Reader, unknownAnalysis } from './access.ts';
import { copyAnalysis } from './copy.ts';
import { readSites, replaceSites } from './embedding.ts';
import { type ListPage, listAnalyses } from './list.ts';
import { analysisJson, listItem, shareNotice, sharesOf, versionJson } from './present.ts';
import { withRoom } from './room.ts';
import { type FullRun, findLatestRuns, findVersion, listVersions } from './runs.ts';
import { readSales, storeSales } from './salesThatCame.ts';
import { seenRun, seenState, seenStateText } from './seen.ts';
import { requireShareable } from './shareable.ts';
import { peopleToNotify } from './shareMails.ts';
import { readShares, replaceShares } from './shares.ts';
import { readSavedState, type SavedState, saveState } from './state.ts';
import { bytesOfCopy, deleteAnalysis, insertAnalysis, readState, renameAnalysis } from './store.ts';
import { readStoreChanges } from './storeChanges.ts';

export interface AnalysisSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly counts: Pick<RequestCounts, 'dearer'>;
  readonly actions: readonly Action[];
  readonly engine: Engine;
  /** Territories in force. */
  readonly territories: () => readonly Generation[];
  readonly baseUrl: () => string;
  readonly mailSender: Nudge;
}

/** Analyses, by their code and for callers who have been admitted. */
export type Analyses = ReturnType<typeof makeAnalyses>;

export function makeAnalyses(settings: AnalysisSettings) {
  const { db, clock, actions, attempts, counts, engine, territories, baseUrl, mailSender } = settings;
  return {
    /** Throws insufficient_role where somebody but the organization's owner asks for all of them. */
    async list(caller: Reader, page: Partial<ListPage> = {}): Promise<AnalysisListItem[]> {
      if (page.of === 'all') requireRole(caller, ['owner'], "list everybody's analyses");
      return (await listAnalyses(db, caller, page)).map((listed) => listItem(listed, baseUrl()));
    },

    /** Returns the single read, as JSON text. Throws not_found. */
    async read(caller: Reader, code: string): Promise<string> {
      const analysis = await findReadable(db, clock, caller, code);
      const [state, latest] = await Promise.all([readState(db, analysis.id), findLatestRuns(db, analysis.id)]);
      if (state === null) throw unknownAnalysis();
      const runs = new Map([...latest].map(([part, run]) => [part, seenRun(actions, analysis, run)]));
      return analysisJson(analysis, seenStateText(analysis, state), runs, territories(), baseUrl());
    },

    /** Newest first. Throws not_found. */
    async versions(caller: Reader, code: string): Promise<VersionListItem[]> {
      return listVersions(db, (await findReadable(db, clock, caller, code)).id);
    },

    /** Returns one version in full, as JSON text. Throws not_found. */
    async version(caller: Reader, code: string, versionNo: string): Promise<string> {
      const analysis = await findReadable(db, clock, caller, code);
      return versionJson(seenRun(actions, analysis, await requireVersion(db, analysis, versionNo)));
    },

    /** What changed among the stores that a version counted. Throws not_found. */
    async storeChanges(caller: Reader, code: string, no: string, signal: AbortSignal): Promise<VersionStoreChanges> {
      const analysis = await findReadable(db, clock, caller, code);
      const run = seenRun(actions, analysis, await requireVersion(db, analysis, no));
      return readStoreChanges(engine, run, caller, signal);
    },

    /** What a version forecasts, beside the sales that came. Throws not_found. */
    async sales(caller: Reader, code: string, versionNo: string): Promise<SalesThatCame> {
      const analysis = await findReadable(db, clock, caller, code);
      return readSales(db, analysis, await requireVersion(db, analysis, versionNo), caller);
    },

    /** Stores sales that came at places of a version. Throws not_found, not_owner and validation_error. */
    async saveSales(caller: Reader, code: string, versionNo: string, sales: NewSales): Promise<SalesThatCame> {
      const analysis = await findOwn(db, clock, caller, code, 'say which sales came');
      const run = await requireVersion(db, analysis, versionNo);
      await db.transaction().execute((trx) => storeSales(trx, clock, analysis, run, sales));
      return readSales(db, analysis, run, caller);
    },

    /** Returns the code of the new analysis. Throws payload_too_large and organization_limit_reached. */
    async create(caller: Reader, { name, state }: NewAnalysis): Promise<string> {
      const text = stateText(state);
      return withRoom(db, caller.organization.id, (trx) => insertAnalysis(trx, clock, caller, { name, state: text }));
    },

    /** Returns the state alone, with its number. Throws not_found. */
    async state(caller: Reader, code: string): Promise<SavedState> {
      const analysis = await findReadable(db, clock, caller, code);
      return seenState(analysis, await readSavedState(db, analysis));
    },

    /**
     * Saves a state that is based on the stored one of that number. Throws not_found, not_owner, payload_too_large,
     * organization_limit_reached and state_changed.
     */
    async saveState(caller: Reader, code: string, revision: number, state: NewAnalysis['state']) {
      const analysis = await findOwn(db, clock, caller, code, 'change it');
      const text = stateText(state);
      return withRoom(db, caller.organization.id, (trx) => saveState(trx, clock, analysis, { revision, text }));
    },

    /** Throws not_found or not_owner. */
    async rename(caller: Reader, code: string, name: string): Promise<void> {
      const analysis = await findOwn(db, clock, caller, code, 'rename it');
      if (!(await renameAnalysis(db, clock, analysis.id, name))) throw unknownAnalysis();
    },

    /**
     * Copies an analysis that the caller may read into a new one of theirs, which counts as a body of its size. Returns its code.
     * Throws not_found and rate_limited.
     */
    async duplicate(caller: Reader, code: string, withResults: boolean, signal: AbortSignal): Promise<string> {
      const original = await findReadable(db, clock, caller, code);
      const weight = weightOfBody(await bytesOfCopy(db, original.id, withResults));
      if (weight > 0) await counts.dearer(caller.organization.id, { weight, signal });
      const copy = await copyAnalysis(db, clock, actions, caller, original, {
        name: nameOfCopy(original.name),
        withResults,
      });
      if (copy === null) throw unknownAnalysis();
      return copy;
    },

    /** Throws not_found or not_owner. */
    async remove(caller: Reader & Doer, code: string): Promise<void> {
      const analysis = await findOwn(db, clock, caller, code, 'delete it');
      await db.transaction().execute(async (trx) => {
        if (!(await deleteAnalysis(trx, analysis.id))) throw unknownAnalysis();
        await note(trx, clock, caller, 'analysis.deleted', { id: code, name: analysis.name });
      });
    },

    /** Throws not_found or not_owner. */
    async shares(caller: Reader, code: string): Promise<Shares> {
      const analysis = await findOwn(db, clock, caller, code, 'see who may read it');
      const stored = await readShares(db, clock, analysis.id);
      if (stored === null) throw unknownAnalysis();
      return sharesOf(stored, code, baseUrl());
    },

    /** Replaces all permissions; people who have not been notified of the analysis yet are. Throws not_found, not_owner, rate_limited, and validation_error for a link to figures that not everybody may see. */
    async share(caller: Reader & Doer, code: string, wanted: NewShares): Promise<Shares> {
      const analysis = await findOwn(db, clock, caller, code, 'share it');
      if (wanted.anyone) await requireShareable(db, territories(), analysis.id);
      const notified = await peopleToNotify(db, attempts, caller, analysis.id, wanted.people);
      const stored = await db.transaction().execute(async (trx) => {
        const untold = await replaceShares(trx, clock, analysis.id, wanted);
        if (untold === null) throw unknownAnalysis();
        for (const email of untold) {
          if (notified.has(email)) await queueMail(trx, clock, shareNotice(analysis, email, baseUrl()));
        }
        await note(trx, clock, caller, 'analysis.shared', { id: code, name: analysis.name, details: { ...wanted } });
        return readShares(trx, clock, analysis.id);
      });
      mailSender.nudge();
      if (stored === null) throw unknownAnalysis();
      return sharesOf(stored, code, baseUrl());
    },

    /** Returns the origins of the sites that may embed the analysis. Throws not_found or not_owner. */
    async sites(caller: Reader, code: string): Promise<string[]> {
      const analysis = await findOwn(db, clock, caller, code, 'see which sites may embed it');
      const sites = await readSites(db, analysis.id);
      if (sites === null) throw unknownAnalysis();
      return sites;
    },

    /** Replaces the sites that may embed the analysis. Throws not_found or not_owner. */
    async embed(caller: Reader & Doer, code: string, sites: readonly string[]): Promise<void> {
      const analysis = await findOwn(db, clock, caller, code, 'let sites embed it');
      await db.transaction().execute(async (trx) => {
        if (!(await replaceSites(trx, analysis.id, sites))) throw unknownAnalysis();
        await note(trx, clock, caller, 'analysis.shared', { id: code, name: analysis.name, details: { sites } });
      });
    },
  };
}

/** Throws not_found where the analysis has no version of that number. */
async function requireVersion(db: Db, { id }: Found, versionNo: string): Promise<FullRun> {
  const found = /^[1-9]\d{0,8}$/.test(versionNo) ? await findVersion(db, id, Number(versionNo)) : null;
  if (found !== null) return found;
  throw new ProblemError('not_found', said('no_version'));
}

export interface NewAnalysis {
  readonly name: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** Throws payload_too_large. */
function stateText(state: NewAnalysis['state']): string {
  const text = JSON.stringify(state);
  if (Buffer.byteLength(text) <= LIMITS.analysisStateBytes) return text;
  throw new ProblemError('payload_too_large', `The state may have ${LIMITS.analysisStateBytes} bytes as JSON.`);
}

/** "Sites" becomes "Sites (copy)", cut to the longest name. */
function nameOfCopy(name: string): string {
  return [...`${name} (copy)`].slice(0, LIMITS.analysisNameCharacters).join('').trimEnd();
}
