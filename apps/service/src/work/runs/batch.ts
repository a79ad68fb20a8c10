import type { Batch } from '@hinterland/actions';
import { HEAVY_WEIGHT, weightOfItems } from '../../kit/rates/pace.ts';
import { creditsOf, thousandthsOf } from '../../organizations/credits/amounts.ts';
import { withCharge } from '../../organizations/credits/chargeInResult.ts';
import { jobOfKey, type StartedJob, startJob } from '../jobs/start.ts';
import { type ChargedRun, chargeShown, timed } from './chargedRun.ts';
import { agreeOnPrice, askInTerritory } from './price.ts';
import type { Executed } from './runs.ts';

/** A background action: the key of an earlier job answers that job, and never starts a second one. */
export async function startBatch(run: ChargedRun, batch: Batch<unknown>): Promise<Executed> {
  const { settings, action, request, spender, idempotency, call } = run;
  const earlier = idempotency === null ? null : await jobOfKey(settings.db, spender.organizationId, idempotency);
  if (earlier !== null) return answerStarted(run, earlier);
  const items = batch.items(request.input);
  const weight = HEAVY_WEIGHT - 1 + weightOfItems(items.length);
  await settings.counts.dearer(spender.organizationId, { weight, signal: call.signal });
  const question = askInTerritory(run);
  try {
    const { price, priced } = await timed(run, 'price', () => agreeOnPrice(run, question));
    const quoted = thousandthsOf(price.quotedCredits);
    const wanted = batch.maxCredits(request.input);
    const maxCredits = wanted === null ? quoted : Math.floor(wanted * 1000);
    const { territory } = question.lease.generation;
    call.signal.throwIfAborted();
    const started = await startJob(settings.db, settings.clock, {
      spender,
      actionId: action.id,
      channel: call.channel,
      input: request.input,
      items,
      territoryId: territory.manifest.id,
      dataVersion: territory.dataVersion,
      analysisCode: call.analysisCode,
      quote: {
        quotedCredits: price.quotedCredits,
        sampledPoints: price.extra.sampledPoints ?? 0,
        quote: price.quote,
        warnings: priced.warnings,
      },
      maxCredits,
      held: Math.min(quoted, maxCredits),
      idempotency,
    });
    settings.jobRunner.nudge();
    return answerStarted(run, started);
  } finally {
    question.lease.release();
  }
}

function answerStarted({ call, action, request, idempotency }: ChargedRun, started: StartedJob): Executed {
  const { row, quote, replayed } = started;
  if (replayed) call.setHeader('Idempotent-Replayed', 'true');
  const result = {
    jobId: row.id,
    points: row.total,
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
