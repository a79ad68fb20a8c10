import type { Action } from '@hinterland/actions';
import { DATA_FAMILIES, type Data, type VersionSummary } from '@hinterland/contract';
import type { Db } from '../../kit/db/database.ts';
import { recordEvent } from '../../kit/events/record.ts';
import type { Thousandths } from '../../organizations/credits/amounts.ts';
import type { Spender } from '../../organizations/credits/spender.ts';
import { type NamedMembers, withNames } from './namedInput.ts';
import { storeRun } from './runs.ts';
import { firstWordsOf } from './said.ts';

/** A run, or a batch of them, that was charged in this transaction. */
export interface ChargedRun {
  readonly action: Action;
  readonly spender: Spender;
  /** The analysis that the caller named, as they sent it. */
  readonly analysisCode: string | undefined;
  readonly holdId: number;
  readonly charged: Thousandths;
  readonly territoryId: string;
  /** Whether figures of the territory may not be shown to everybody: a link for anyone ends with the first of them. */
  readonly isClosed: boolean;
  /** Versions of all families that the run was computed on. */
  readonly dataVersion: Data;
  readonly input: unknown;
  /** Ids of the datasets and of the saved subjects that the input was read from. */
  readonly datasets: readonly string[];
  /** What the input names in place of holding it. */
  readonly named: NamedMembers;
  /** The result as it is answered, as JSON text of an object. Called only where it is stored. */
  readonly results: () => string;
  readonly endedAt: Date;
}

/** Whether a run is stored: of an action whose results are, bound to an analysis. */
export const becomesVersion = (action: Action, analysisCode: string | undefined): analysisCode is string =>
  action.storesVersion && analysisCode !== undefined;

/**
 * Stores the version of the analysis that a run is bound to, and the event about it, in the transaction of its charge:
 * both are there, and the event is sent, only if the charge stands. Null where there is no such version.
 */
export async function recordVersion(trx: Db, run: ChargedRun): Promise<VersionSummary | null> {
  const { action, analysisCode, spender, endedAt } = run;
  if (!becomesVersion(action, analysisCode)) return null;
  const results = run.results();
  const version = await storeRun(trx, {
    spender,
    code: analysisCode,
    holdId: run.holdId,
    actionId: action.id,
    charged: run.charged,
    territoryId: run.territoryId,
    isClosed: run.isClosed,
    dataVersion: dataOfFamilies(run.dataVersion, action.familiesOf?.(run.input) ?? action.families),
    input: withNames(action, run.input, run.named),
    datasets: run.datasets,
    results,
    said: firstWordsOf(action.id, results),
    endedAt,
  });
  if (version !== null) {
    await recordEvent(trx, {
      organizationId: spender.organizationId,
      userId: spender.userId,
      type: 'analysis.version.created',
      subject: `analysis:${analysisCode}:version:${version.versionNo}`,
      data: { analysisCode, version },
      createdAt: endedAt,
    });
  }
  return version;
}

/** The versions of the families that a result depends on. */
function dataOfFamilies(dataVersion: Data, families: readonly (keyof Data)[]): Data {
  const data: Data = {};
  for (const family of DATA_FAMILIES) {
    if (families.includes(family) && dataVersion[family] !== undefined) data[family] = dataVersion[family];
  }
  return data;
}
