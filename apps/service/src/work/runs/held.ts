import { said } from '@hinterland/answers/said';
import type { VersionSummary } from '@hinterland/contract';
import type { Priced, Question, Ran } from '../../engine/engine.ts';
import { keepLease, type LeaseKeeper } from '../../kit/background/lease.ts';
import type { Db } from '../../kit/db/database.ts';
import { unavailable } from '../../kit/problem.ts';
import { creditsOf, type Thousandths, thousandthsOf } from '../../organizations/credits/amounts.ts';
import { withCharge } from '../../organizations/credits/chargeInResult.ts';
import { commitHold } from '../../organizations/credits/commit.ts';
import { type Hold, holdCredits } from '../../organizations/credits/hold.ts';
import { renewLease } from '../../organizations/credits/lease.ts';
import { releaseHold } from '../../organizations/credits/release.ts';
import { becomesVersion, recordVersion } from '../analyses/record.ts';
import { closedSource } from '../analyses/shareable.ts';
import { type ChargedRun, chargeShown, findCharged, timed } from './chargedRun.ts';
import type { Charged } from './idempotency.ts';
import type { Price } from './price.ts';
import type { RunSettings } from './runs.ts';

/** Holds the price. Another call with the same key may be faster: then its end is waited for, and its charge is the only one. */
export async function takeHold(run: ChargedRun, price: Price): Promise<Hold | Charged> {
  const { settings, call, action, spender, idempotency } = run;
  const amount = thousandthsOf(price.quotedCredits);
  for (;;) {
    call.signal.throwIfAborted();
    const hold = await holdCredits(settings.db, settings.clock, {
      spender,
      actionId: action.id,
      channel: call.channel,
      amount,
      idempotency,
      leaseSeconds: settings.holdLeaseSeconds,
    });
    if (hold.state !== 'running') return hold;
    const earlier = await findCharged(run);
    if (earlier !== null) return earlier;
  }
}

/** Computes the run and charges it. However the run ends, its hold ends with it; if the process dies, the hold ends with its lease. */
export async function runHeld(
  run: ChargedRun,
  question: Question,
  priced: Priced,
  hold: Hold,
): Promise<{ ran: Ran; charged: Thousandths; version: VersionSummary | null }> {
  const { settings, call, action, spender } = run;
  const lease = keepHold(settings, hold);
  try {
    const signal = AbortSignal.any([call.signal, lease.signal]);
    const ran = await timed(run, 'run', () =>
      settings.engine.run(
        question,
        { signal, progress: call.progress, organizationId: spender.organizationId },
        priced,
      ),
    );
    signal.throwIfAborted();
    const charged = dueOf(run, ran, hold);
    const { territory } = question.lease.generation;
    const record = (trx: Db, endedAt: Date) =>
      recordVersion(trx, {
        action,
        spender,
        analysisCode: call.analysisCode,
        holdId: hold.id,
        charged,
        territoryId: territory.manifest.id,
        isClosed: closedSource(territory) !== undefined,
        dataVersion: territory.dataVersion,
        input: question.input,
        datasets: run.request.datasets,
        named: run.request.named,
        results: () => Buffer.concat(withCharge(chargeShown(action, charged), ran.resultJson)).toString('utf8'),
        endedAt,
      });
    const alongside = becomesVersion(action, call.analysisCode) ? record : null;
    // The wait for a connection may be long: a caller who has left meanwhile is not charged.
    const version = await timed(run, 'commit', () =>
      commitHold(settings.db, settings.clock, hold, charged, { alongside, signal }),
    );
    return { ran, charged, version };
  } catch (error) {
    await releaseHold(settings.db, settings.clock, hold).catch((failure) => {
      settings.log.error({ hold: hold.id, err: failure }, 'hold not released; its lease will end it');
    });
    throw error;
  } finally {
    lease.stop();
  }
}

/** Renews the lease of a hold while its run is computed. Once the hold has ended, its result may not be handed out. */
const keepHold = ({ db, clock, log, holdLeaseSeconds }: RunSettings, hold: Hold): LeaseKeeper =>
  keepLease({
    seconds: holdLeaseSeconds,
    renew: () => renewLease(db, clock, hold, holdLeaseSeconds),
    lost: () => unavailable(said('given_up')),
    onError: (error) => log.warn({ hold: hold.id, err: error }, 'lease not renewed'),
  });

/** Returns the credits to charge: those that the action reports as due, never more than were held. */
function dueOf({ settings, action }: ChargedRun, { creditsDue }: Ran, hold: Hold): Thousandths {
  if (creditsDue === undefined) return hold.amount;
  const due = Math.round(creditsDue * 1000);
  if (due >= 0 && due <= hold.amount) return due;
  settings.log.error({ action: action.id, creditsDue, held: creditsOf(hold.amount) }, 'creditsDue outside the quote');
  return due < 0 ? 0 : hold.amount;
}
