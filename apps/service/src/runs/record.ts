import type { Action } from '@hinterland/actions';
import { DATA_FAMILIES, type Data, type VersionSummary } from '@hinterland/contract';
import { storeRun } from '../analyses/runs.ts';
import type { Thousandths } from '../credits/amounts.ts';
import type { Spender } from '../credits/spender.ts';
import type { Db } from '../db/database.ts';
import type { Question } from '../engine/engine.ts';
import { recordEvent } from '../events/record.ts';

/** A run that has just been charged. */
export interface ChargedOutcome {
  readonly action: Action;
  readonly question: Question;
  readonly spender: Spender;
  /** The analysis that the caller named, as they sent it. */
  readonly analysisCode: string | undefined;
  readonly holdId: number;
  readonly charged: Thousandths;
  /** The result as it will be answered, as pieces of JSON text. Called only where it is stored. */
  readonly result: () => readonly Uint8Array[];
  readonly endedAt: Date;
}

/** Whether a run is stored: of an action whose results are, bound to an analysis. */
export const becomesVersion = (action: Action, analysisCode: string | undefined): analysisCode is string =>
  action.storesVersion && analysisCode !== undefined;

/**
 * Everything that is written with a charge, in its transaction: the version of the analysis that the run is bound to,
 * and the event about it, which is then sent when, and only when, the charge stands.
 */
export async function recordRun(trx: Db, outcome: ChargedOutcome): Promise<VersionSummary | null> {
  const { question, result, ...run } = outcome;
  const { territory } = question.lease.generation;
  return recordVersion(trx, {
    ...run,
    territoryId: territory.manifest.id,
    dataVersion: territory.dataVersion,
    input: question.input,
    results: () => Buffer.concat(result()).toString('utf8'),
  });
}

/** A charged run, or a batch of them, that may become a version. */
export interface VersionToRecord extends Omit<ChargedOutcome, 'question' | 'result'> {
  readonly territoryId: string;
  /** Versions of all families that the run was computed on. */
  readonly dataVersion: Data;
  readonly input: unknown;
  /** JSON text of an object. */
  readonly results: () => string;
}

/** Stores the version of the analysis that a run is bound to, and the event about it; null where there is none. */
export async function recordVersion(trx: Db, run: VersionToRecord): Promise<VersionSummary | null> {
  const { action, analysisCode, spender, endedAt } = run;
  if (!becomesVersion(action, analysisCode)) return null;
  const version = await storeRun(trx, {
    spender,
    code: analysisCode,
    holdId: run.holdId,
    actionId: action.id,
    charged: run.charged,
    territoryId: run.territoryId,
    dataVersion: dataOfFamilies(run.dataVersion, action.families),
    input: run.input,
    results: run.results(),
    endedAt,
  });
  if (version !== null) {
    await recordEvent(trx, {
      organizationId: spender.organizationId,
      type: 'analysis.version.created',
      subject: `analysis:${analysisCode}:version:${version.versionNo}`,
      data: { analysisCode, version },
      createdAt: endedAt,
    });
  }
  return version;
}

/** Of the versions in force, those of the families that an action depends on. */
function dataOfFamilies(dataVersion: Data, families: readonly (keyof Data)[]): Data {
  const data: Data = {};
  for (const family of DATA_FAMILIES) {
    if (families.includes(family) && dataVersion[family] !== undefined) data[family] = dataVersion[family];
  }
  return data;
}
