import type { VersionSummary } from '@hinterland/contract';
import { presentSpan } from '../../kit/traces/span.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import { withCharge } from '../../organizations/credits/chargeInResult.ts';
import { spenderOf } from '../../organizations/credits/spender.ts';
import { versionOfHold } from '../analyses/runs.ts';
import { admit } from './admit.ts';
import { startBatch, startParts } from './batch.ts';
import { type ChargedRun, chargeShown, findCharged, timed } from './chargedRun.ts';
import { computeUncharged, type RanIn } from './free.ts';
import { runHeld, takeHold } from './held.ts';
import type { Charged } from './idempotency.ts';
import { agreeOnPrice, askInTerritory } from './price.ts';
import { readRequest } from './readRequest.ts';
import { withRows } from './rowsOfLists.ts';
import type { Call, Executed, RunSettings } from './runs.ts';
import { idempotencyOf } from './sentRequest.ts';

/**
 * One execution, whatever channel it comes from. The order of the steps is the order in which faults are reported:
 *
 * 1. admit: who calls (401), how often (429), which action (404), may they (403)
 * 2. the body: size, type, JSON (413, 415, 400), places of datasets that it names (400), then the action's schema (400)
 * 3. replay: a key that was charged before (422 for another request, 409 while it runs): computed again, uncharged
 * 4. the price: quotedCredits missing (400), territory (422), changed (409)
 * 5. hold the credits (402)
 * 6. run, cancelled when the caller goes (500, 503, 504: the hold is released)
 * 7. commit: charge what is due, end the hold and store the version of a bound analysis, in one transaction
 * 8. answer
 *
 * Of a background action, steps 5 to 7 are those of the job; the answer names the job.
 */
export async function execute(settings: RunSettings, call: Call): Promise<Executed> {
  const { engine, actions } = settings;
  const { caller, action } = await admit(actions, call, 'execute');
  presentSpan()?.note({ 'hinterland.organization.id': caller.organization.id });
  const request = await readRequest(settings, call, caller, action);
  const asked = <T>(work: () => Promise<T>) => withRows(request.rows, request.input, work);
  if (action.tariff === null) {
    const free = () => computeUncharged(engine, call, action, request, { organizationId: caller.organization.id });
    const { resultJson, warnings, territories } = await asked(free);
    return {
      actionId: action.id,
      result: [resultJson],
      territories,
      beside: { warnings: [...request.warnings, ...warnings] },
    };
  }
  const { idempotencyKey: key, sent } = request;
  const run: ChargedRun = {
    settings,
    call,
    action,
    request,
    spender: spenderOf(caller),
    idempotency: key === null || sent === null ? null : idempotencyOf(key, action.id, request.input, sent),
    waitUntil: performance.now() + settings.idempotencyWaitMilliseconds,
  };
  const { batch, parts } = action;
  if (parts !== undefined) return asked(() => startParts(run, parts));
  return asked(() => (batch === undefined ? executeCharged(run) : startBatch(run, batch)));
}

async function executeCharged(run: ChargedRun): Promise<Executed> {
  const earlier = await findCharged(run);
  if (earlier !== null) return replay(run, earlier);
  const question = askInTerritory(run);
  try {
    const { price, priced } = await timed(run, 'price', () => agreeOnPrice(run, question));
    const hold = await timed(run, 'hold', () => takeHold(run, price));
    if (hold.state === 'charged') return await replay(run, hold);
    const { ran, charged, version } = await runHeld(run, question, priced, hold);
    const { territory } = question.lease.generation;
    return answer(run, { ...ran, territories: [territory] }, charged, price.quotedCredits, version);
  } finally {
    question.lease.release();
  }
}

/**
 * Computes the run of a key that was charged before once more, and leaves credits, balance and limits alone. No second
 * version is stored: the answer names the one of the first run.
 */
async function replay(run: ChargedRun, earlier: Charged): Promise<Executed> {
  const { settings, call, action, request, spender } = run;
  const ran = await computeUncharged(settings.engine, call, action, request, spender);
  call.setHeader('Idempotent-Replayed', 'true');
  const version = await versionOfHold(settings.db, earlier.holdId, spender);
  const executed = answer(run, ran, earlier.charged, creditsOf(earlier.quoted), version);
  return { ...executed, beside: { ...executed.beside, replayed: true } };
}

function answer(
  run: ChargedRun,
  ran: RanIn,
  charged: Thousandths,
  quotedCredits: number,
  version: VersionSummary | null,
): Executed {
  const { action, request, idempotency } = run;
  return {
    actionId: action.id,
    result: withCharge(chargeShown(action, charged), ran.resultJson),
    territories: ran.territories,
    beside: {
      quotedCredits,
      ...(idempotency === null ? {} : { idempotencyKey: idempotency.key }),
      ...(version === null ? {} : { version }),
      warnings: [...request.warnings, ...ran.warnings],
    },
  };
}
