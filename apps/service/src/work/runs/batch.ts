import type { Batch, Parts } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { Db } from '../../kit/db/database.ts';
import { HEAVY_WEIGHT, weightOfItems } from '../../kit/rates/pace.ts';
import { creditsOf, thousandthsOf } from '../../organizations/credits/amounts.ts';
import { withCharge } from '../../organizations/credits/chargeInResult.ts';
import { jobOfKey, type StartedJob, startJob } from '../jobs/start.ts';
import { type ChargedRun, chargeShown, timed } from './chargedRun.ts';
import { claimDataset } from './claimDataset.ts';
import { agreeOnPrice, askInTerritory } from './price.ts';
import type { Executed } from './runs.ts';

/** What a background action starts. */
interface Background {
  /** Items, or rows of a dataset. */
  readonly total: number;
  /** The most that the caller will pay, in credits; null = what was quoted. */
  readonly maxCredits: number | null;
  readonly datasetId?: string;
  readonly admit?: (trx: Db) => Promise<void>;
  /** Members of the answer that say how much there is to do. */
  shown(total: number): Readonly<Record<string, number>>;
}

/** Starts a job that is a list of calls. */
export function startBatch(run: ChargedRun, batch: Batch<unknown>): Promise<Executed> {
  const { input } = run.request;
  return startInBackground(run, {
    total: batch.items(input).length,
    maxCredits: batch.maxCredits(input),
    shown: (points) => ({ points }),
  });
}

/** Starts a job on the rows of a dataset. */
export function startParts(run: ChargedRun, parts: Parts<unknown>): Promise<Executed> {
  const { input } = run.request;
  const dataset = parts.dataset(input);
  return startInBackground(run, {
    total: dataset.rows,
    maxCredits: parts.maxCredits(input),
    datasetId: dataset.id,
    admit: (trx) => claimDataset(trx, run.spender.organizationId, dataset),
    shown: (rows) => ({ rows, rowsPerPart: LIMITS.enrichDatasetPartRows }),
  });
}

/** A background action: the key of an earlier job answers that job, and never starts a second one. */
async function startInBackground(run: ChargedRun, work: Background): Promise<Executed> {
  const { settings, action, request, spender, idempotency, call } = run;
  const earlier = idempotency === null ? null : await jobOfKey(settings.db, spender.organizationId, idempotency);
  if (earlier !== null) return answerStarted(run, work, earlier);
  const counted = Math.min(work.total, LIMITS.enrichPointsMax);
  await settings.counts.dearer(spender.organizationId, {
    weight: HEAVY_WEIGHT - 1 + weightOfItems(counted),
    signal: call.signal,
  });
  const question = askInTerritory(run);
  try {
    const { price, priced } = await timed(run, 'price', () => agreeOnPrice(run, question));
    const quoted = thousandthsOf(price.quotedCredits);
    const maxCredits = work.maxCredits === null ? quoted : Math.floor(work.maxCredits * 1000);
    const { territory } = question.lease.generation;
    call.signal.throwIfAborted();
    const started = await startJob(settings.db, settings.clock, {
      spender,
      actionId: action.id,
      channel: call.channel,
      input: request.input,
      datasets: request.datasets,
      total: work.total,
      ...(work.datasetId === undefined ? {} : { datasetId: work.datasetId }),
      ...(work.admit === undefined ? {} : { admit: work.admit }),
      territoryId: territory.manifest.id,
      dataVersion: territory.dataVersion,
      analysisCode: action.storesVersion ? call.analysisCode : undefined,
      quote: {
        quotedCredits: price.quotedCredits,
        sampledPoints: price.extra.sampledPoints ?? 0,
        quote: price.quote,
        warnings: priced.warnings,
        ...(Object.keys(request.named).length === 0 ? {} : { named: request.named }),
      },
      maxCredits,
      held: Math.min(quoted, maxCredits),
      idempotency,
    });
    settings.jobRunner.nudge();
    return answerStarted(run, work, started);
  } finally {
    question.lease.release();
  }
}

function answerStarted(
  { call, action, request, idempotency }: ChargedRun,
  { shown }: Background,
  { row, quote, replayed }: StartedJob,
): Executed {
  if (replayed) call.setHeader('Idempotent-Replayed', 'true');
  const result = {
    jobId: row.id,
    ...shown(row.total),
    sampledPoints: quote.sampledPoints,
    maxCredits: creditsOf(row.max_credits),
    estimate: true,
    quote: quote.quote,
  };
  return {
    actionId: action.id,
    result: withCharge(chargeShown(action, row.credits_charged), Buffer.from(JSON.stringify(result))),
    territories: [],
    beside: {
      quotedCredits: quote.quotedCredits,
      ...(idempotency === null ? {} : { idempotencyKey: idempotency.key }),
      ...(replayed ? { replayed: true } : {}),
      warnings: [...request.warnings, ...(quote.warnings ?? [])],
    },
    jobId: row.id,
  };
}
