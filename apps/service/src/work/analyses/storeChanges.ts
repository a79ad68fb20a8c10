import { type Action, changesAround, findAction } from '@hinterland/actions';
import type { VersionStoreChanges } from '@hinterland/contract';
import type { Engine } from '../../engine/engine.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Reader } from './access.ts';
import type { SeenRun } from './seen.ts';

const CHANGES = findAction('markets.changes') as Action;

/** Refusals of a place that newer data no longer have. */
const REFUSALS: readonly string[] = ['validation_error', 'outside_coverage'];

interface Answer {
  readonly parts: readonly { readonly id: string }[];
  readonly totals: Readonly<Record<string, NonNullable<VersionStoreChanges['totals']>>>;
}

/**
 * What changed among the stores that a run counted, since then and where it counted them. Counted without charge, as subscriptions are: the run
 * was paid, and each is compared with a list once, since the engine keeps the answer. Which stores they are is a question with a price.
 */
export async function readStoreChanges(
  engine: Engine,
  { summary, territoryId, input }: SeenRun,
  { organization }: Reader,
  signal: AbortSignal,
): Promise<VersionStoreChanges> {
  const since = (summary.dataVersion as Readonly<Record<string, string>>).players ?? null;
  const territory = engine.territories.current.find((one) => one.territory.manifest.id === territoryId)?.territory;
  const until = territory?.dataVersion.players ?? null;
  const unknown = { since, until, totals: null, question: null };
  const isKept = territory?.earlierStores.some(({ version }) => version === since) === true;
  if (since === null || since === until || !isKept) return unknown;
  const question = changesAround(JSON.parse(input), since);
  if (question === null) return unknown;
  const lease = engine.lease({}, territoryId);
  try {
    const asked = { action: CHANGES, input: question, channel: 'api', lease } as const;
    const { resultJson } = await engine.run(asked, { signal, organizationId: organization.id });
    const { parts, totals } = JSON.parse(Buffer.from(resultJson).toString('utf8')) as Answer;
    return { since, until, totals: totals[parts.at(-1)!.id]!, question: { ...question } };
  } catch (error) {
    if (error instanceof ProblemError && REFUSALS.includes(error.code)) return unknown;
    throw error;
  } finally {
    lease.release();
  }
}
