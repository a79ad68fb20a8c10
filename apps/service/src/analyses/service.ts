import { type AnalysisListItem, LIMITS, type NewShares, type Shares, type VersionListItem } from '@hinterland/contract';
import type { Nudge } from '../background/loop.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import { queueMail } from '../mail/outbox.ts';
import { ProblemError } from '../problem.ts';
import { findOwn, findReadable, type Reader, unknownAnalysis } from './access.ts';
import { analysisJson, listItem, shareNotice, sharesOf, versionJson } from './present.ts';
import { findLatestRuns, findVersion, listVersions } from './runs.ts';
import { readShares, replaceShares } from './shares.ts';
import { copyAnalysis, deleteAnalysis, insertAnalysis, listAnalyses, readState, renameAnalysis } from './store.ts';

/** What analyses need of the service. */
export interface AnalysisParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly baseUrl: () => string;
  readonly mailSender: Nudge;
}

export async function list({ db, baseUrl }: AnalysisParts, caller: Reader): Promise<AnalysisListItem[]> {
  return (await listAnalyses(db, caller)).map((listed) => listItem(listed, baseUrl()));
}

/** The single read, as JSON text. Throws not_found. */
export async function read(parts: AnalysisParts, caller: Reader, code: string): Promise<string> {
  const { db, clock, engine, baseUrl } = parts;
  const analysis = await findReadable(db, clock, caller, code);
  const [state, latest] = await Promise.all([readState(db, analysis.id), findLatestRuns(db, analysis.id)]);
  if (state === null) throw unknownAnalysis();
  return analysisJson(analysis, state, latest, engine.territories.current, baseUrl());
}

/** Newest first. Throws not_found. */
export async function versions({ db, clock }: AnalysisParts, caller: Reader, code: string): Promise<VersionListItem[]> {
  return listVersions(db, (await findReadable(db, clock, caller, code)).id);
}

/** One version in full, as JSON text. Throws not_found. */
export async function version(
  { db, clock }: AnalysisParts,
  caller: Reader,
  code: string,
  versionNo: string,
): Promise<string> {
  const analysis = await findReadable(db, clock, caller, code);
  const found = /^[1-9]\d{0,8}$/.test(versionNo) ? await findVersion(db, analysis.id, Number(versionNo)) : null;
  if (found !== null) return versionJson(found);
  throw new ProblemError(
    'not_found',
    'This analysis has no version with this number. Its versions are listed at /versions.',
  );
}

/** Makes an analysis and answers its code. Throws payload_too_large. */
export async function create(
  { db, clock }: AnalysisParts,
  caller: Reader,
  { name, state }: { readonly name: string; readonly state: Readonly<Record<string, unknown>> },
): Promise<string> {
  const text = JSON.stringify(state);
  if (Buffer.byteLength(text) > LIMITS.analysisStateBytes) {
    throw new ProblemError('payload_too_large', `The state may have ${LIMITS.analysisStateBytes} bytes as JSON.`);
  }
  return insertAnalysis(db, clock, caller, { name, state: text });
}

/** Throws not_found or not_owner. */
export async function rename({ db, clock }: AnalysisParts, caller: Reader, code: string, name: string): Promise<void> {
  const analysis = await findOwn(db, clock, caller, code, 'rename it');
  if (!(await renameAnalysis(db, clock, analysis.id, name))) throw unknownAnalysis();
}

/** Copies an analysis that the caller may read into a new one of theirs and answers its code. Throws not_found. */
export async function duplicate(
  { db, clock }: AnalysisParts,
  caller: Reader,
  code: string,
  withResults: boolean,
): Promise<string> {
  const original = await findReadable(db, clock, caller, code);
  const copy = await copyAnalysis(db, clock, caller, original, { name: nameOfCopy(original.name), withResults });
  if (copy === null) throw unknownAnalysis();
  return copy;
}

/** "Sites" becomes "Sites (copy)", cut to what a name may have. */
function nameOfCopy(name: string): string {
  return [...`${name} (copy)`].slice(0, LIMITS.analysisNameCharacters).join('').trimEnd();
}

/** Throws not_found or not_owner. */
export async function remove({ db, clock }: AnalysisParts, caller: Reader, code: string): Promise<void> {
  const analysis = await findOwn(db, clock, caller, code, 'delete it');
  if (!(await deleteAnalysis(db, analysis.id))) throw unknownAnalysis();
}

/** Throws not_found or not_owner. */
export async function shares(parts: AnalysisParts, caller: Reader, code: string): Promise<Shares> {
  const { db, clock, baseUrl } = parts;
  const analysis = await findOwn(db, clock, caller, code, 'see who may read it');
  const stored = await readShares(db, clock, analysis.id);
  if (stored === null) throw unknownAnalysis();
  return sharesOf(stored, code, baseUrl());
}

/** Replaces all permissions; people who were never told of the analysis are told. Throws not_found or not_owner. */
export async function share(parts: AnalysisParts, caller: Reader, code: string, wanted: NewShares): Promise<Shares> {
  const { db, clock, baseUrl, mailSender } = parts;
  const analysis = await findOwn(db, clock, caller, code, 'share it');
  const stored = await db.transaction().execute(async (trx) => {
    const untold = await replaceShares(trx, clock, analysis.id, wanted);
    if (untold === null) throw unknownAnalysis();
    for (const email of untold) await queueMail(trx, clock, shareNotice(analysis, email, baseUrl()));
    return readShares(trx, clock, analysis.id);
  });
  mailSender.nudge();
  if (stored === null) throw unknownAnalysis();
  return sharesOf(stored, code, baseUrl());
}
