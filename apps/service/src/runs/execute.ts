import type { Action, Batch } from '@hinterland/actions';
import type { VersionSummary, Warning } from '@hinterland/contract';
import { versionOfHold } from '../analyses/runs.ts';
import { keepLease, type LeaseKeeper } from '../background/lease.ts';
import { creditsOf, type Thousandths, thousandthsOf } from '../credits/amounts.ts';
import { commitHold } from '../credits/commit.ts';
import { type Hold, holdCredits } from '../credits/hold.ts';
import type { Idempotency } from '../credits/idempotency.ts';
import { renewLease } from '../credits/lease.ts';
import { releaseHold } from '../credits/release.ts';
import { type Spender, spenderOf } from '../credits/spender.ts';
import type { Db } from '../db/database.ts';
import type { Priced, Question, Ran } from '../engine/engine.ts';
import { jobOfKey, type StartedJob, startJob } from '../jobs/start.ts';
import { ProblemError, unavailable } from '../problem.ts';
import { computeAcross } from './across.ts';
import { admit } from './admit.ts';
import type { Call } from './call.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { RunParts } from './parts.ts';
import { type Price, priceOf } from './price.ts';
import { bodyLimit } from './quote.ts';
import { readDatasets } from './readDatasets.ts';
import { becomesVersion, recordRun } from './record.ts';
import { type Charged, chargedBefore } from './replay.ts';
import { parseRequest, type RunRequest } from './request.ts';
import { type ChargeShown, withCharge } from './result.ts';

/** What an execution answers. The result stays JSON text, as the engine thread wrote it. */
export interface Executed {
  readonly actionId: string;
  readonly resultJson: Uint8Array;
  /** Members that the result carries first: charged and creditsCharged, where the action shows them. */
  readonly shownInResult: ChargeShown;
  /** Members beside the result. */
  readonly beside: {
    readonly quotedCredits?: number;
    readonly idempotencyKey?: string;
    readonly replayed?: true;
    /** The version that the run was stored as. */
    readonly version?: VersionSummary;
    readonly warnings: readonly Warning[];
  };
  /** The job that was started. */
  readonly jobId?: string;
}

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
 * Of a background action, steps 5 to 7 are those of the job; the answer tells which one was put into the queue.
 */
export async function execute(parts: RunParts, call: Call): Promise<Executed> {
  const { caller, action } = await admit(parts, call, 'execute');
  const body = await call.readBody(bodyLimit(action.id));
  const read = await readDatasets(parts, caller, action, body);
  const request = parseRequest(action, read, call.idempotencyHeader);
  if (action.tariff === null) return executeFree(parts, call, action, request);
  const { idempotencyKey } = request;
  const run: ChargedRun = {
    parts,
    call,
    action,
    request,
    spender: spenderOf(caller),
    idempotency:
      idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: fingerprintOf(action.id, request.input) },
    waitUntil: performance.now() + parts.idempotencyWaitMilliseconds,
  };
  return action.batch === undefined ? executeCharged(run) : startBatch(run, action.batch);
}

interface ChargedRun {
  readonly parts: RunParts;
  readonly call: Call;
  readonly action: Action;
  readonly request: RunRequest;
  readonly spender: Spender;
  readonly idempotency: Idempotency | null;
  /** End of the patience with an earlier run under the same key, on the clock of performance.now. */
  readonly waitUntil: number;
}

async function executeFree(parts: RunParts, call: Call, action: Action, request: RunRequest): Promise<Executed> {
  const { resultJson } = await computeOnce(parts, call, action, request);
  return { actionId: action.id, resultJson, shownInResult: {}, beside: { warnings: request.warnings } };
}

async function executeCharged(run: ChargedRun): Promise<Executed> {
  const earlier = await findCharged(run);
  if (earlier !== null) return replay(run, earlier);
  const question = askInTerritory(run);
  try {
    const { price, priced } = await agreeOnPrice(run, question);
    const hold = await takeHold(run, price);
    if (hold.state === 'charged') return await replay(run, hold);
    const { ran, charged, version } = await runHeld(run, question, priced, hold);
    return answer(run, ran, charged, price.quotedCredits, version);
  } finally {
    question.lease.release();
  }
}

/** A background action: the key of an earlier job answers that job, and never starts a second one. */
async function startBatch(run: ChargedRun, batch: Batch<unknown>): Promise<Executed> {
  const { parts, action, request, spender, idempotency, call } = run;
  const earlier = idempotency === null ? null : await jobOfKey(parts.db, spender.organizationId, idempotency);
  if (earlier !== null) return answerStarted(run, earlier);
  const question = askInTerritory(run);
  try {
    const { price } = await agreeOnPrice(run, question);
    const quoted = thousandthsOf(price.quotedCredits);
    const wanted = batch.maxCredits(request.input);
    const maxCredits = wanted === null ? quoted : Math.floor(wanted * 1000);
    const { territory } = question.lease.generation;
    call.signal.throwIfAborted();
    const started = await startJob(parts.db, parts.clock, {
      spender,
      actionId: action.id,
      input: request.input,
      items: batch.items(request.input),
      territoryId: territory.manifest.id,
      dataVersion: territory.dataVersion,
      analysisCode: call.analysisCode,
      quote: {
        quotedCredits: price.quotedCredits,
        sampledPoints: price.extra.sampledPoints ?? 0,
        quote: price.quote,
      },
      maxCredits,
      held: Math.min(quoted, maxCredits),
      idempotency,
    });
    parts.jobs.nudge();
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
    resultJson: Buffer.from(JSON.stringify(result)),
    shownInResult: chargeShown(action, row.credits_charged),
    beside: {
      quotedCredits: quote.quotedCredits,
      ...(idempotency === null ? {} : { idempotencyKey: idempotency.key }),
      ...(replayed ? { replayed: true } : {}),
      warnings: request.warnings,
    },
    jobId: row.id,
  };
}

/** Step 3. */
async function findCharged({ parts, call, spender, idempotency, waitUntil }: ChargedRun): Promise<Charged | null> {
  if (idempotency === null) return null;
  return chargedBefore(parts, spender.organizationId, idempotency, waitUntil, call.signal);
}

/**
 * A key that was charged before: the run is computed again, and credits, balance and limits are left alone. No second
 * version is stored; the answer tells of the first run's.
 */
async function replay(run: ChargedRun, earlier: Charged): Promise<Executed> {
  const ran = await computeOnce(run.parts, run.call, run.action, run.request);
  run.call.setHeader('Idempotent-Replayed', 'true');
  const version = await versionOfHold(run.parts.db, earlier.holdId, run.spender);
  const executed = answer(run, ran, earlier.charged, creditsOf(earlier.quoted), version);
  return { ...executed, beside: { ...executed.beside, replayed: true } };
}

/** Step 4. The question stays with the territory and data versions that it finds now, from the price to the result. */
function askInTerritory(run: ChargedRun): Question {
  const { parts, call, action, request } = run;
  try {
    const lease = parts.engine.lease(request.input, request.territory);
    return { action, input: request.input, channel: call.channel, lease };
  } catch (error) {
    throw quoteComesFirst(run, error);
  }
}

async function agreeOnPrice(run: ChargedRun, question: Question): Promise<{ price: Price; priced: Priced }> {
  const { parts, call, request } = run;
  let priced: Priced;
  try {
    priced = await parts.engine.quote(question, { signal: call.signal });
  } catch (error) {
    throw quoteComesFirst(run, error);
  }
  const price = priceOf(priced.quote);
  if (request.quotedCredits === null) throw quoteRequired(price);
  if (request.quotedCredits !== price.quotedCredits) {
    throw new ProblemError(
      'quote_changed',
      `The run now costs ${price.quotedCredits} credits, not ${request.quotedCredits}. Nothing was charged. ` +
        `Repeat the call with quotedCredits ${price.quotedCredits} if you agree.`,
      { quotedCredits: price.quotedCredits, quote: price.quote },
    );
  }
  return { price, priced };
}

/** A missing quote is reported before what is wrong with the territory, as if the territory had not been looked at. */
function quoteComesFirst({ request }: ChargedRun, error: unknown): unknown {
  const aboutTerritory = error instanceof ProblemError && error.status === 422;
  return aboutTerritory && request.quotedCredits === null ? quoteRequired(null) : error;
}

function quoteRequired(price: Price | null): ProblemError {
  if (price === null) {
    return new ProblemError(
      'quote_required',
      'This action is charged: ask for a quote first, and send its quotedCredits.',
    );
  }
  return new ProblemError(
    'quote_required',
    `This run costs ${price.quotedCredits} credits. Repeat the call with quotedCredits ${price.quotedCredits} if you agree.`,
    { quotedCredits: price.quotedCredits, quote: price.quote },
  );
}

/** Step 5. Another call with the same key may be faster: then its end is waited for, and its charge is the only one. */
async function takeHold(run: ChargedRun, price: Price): Promise<Hold | Charged> {
  const { parts, call, action, spender, idempotency } = run;
  const amount = thousandthsOf(price.quotedCredits);
  for (;;) {
    call.signal.throwIfAborted();
    const hold = await holdCredits(parts.db, parts.clock, {
      spender,
      actionId: action.id,
      amount,
      idempotency,
      leaseSeconds: parts.holdLeaseSeconds,
    });
    if (hold.state !== 'running') return hold;
    const earlier = await findCharged(run);
    if (earlier !== null) return earlier;
  }
}

/** Steps 6 and 7. However the run ends, its hold ends with it; if the process dies, the hold ends with its lease. */
async function runHeld(
  run: ChargedRun,
  question: Question,
  priced: Priced,
  hold: Hold,
): Promise<{ ran: Ran; charged: Thousandths; version: VersionSummary | null }> {
  const { parts, call, action, spender } = run;
  const lease = keepHold(parts, hold);
  try {
    const signal = AbortSignal.any([call.signal, lease.signal]);
    const ran = await parts.engine.run(question, { signal, progress: call.progress }, priced);
    signal.throwIfAborted();
    const charged = dueOf(run, ran, hold);
    const record = (trx: Db, endedAt: Date) =>
      recordRun(trx, {
        action,
        question,
        spender,
        analysisCode: call.analysisCode,
        holdId: hold.id,
        charged,
        result: () => withCharge(chargeShown(action, charged), ran.resultJson),
        endedAt,
      });
    const alongside = becomesVersion(action, call.analysisCode) ? record : null;
    const version = await commitHold(parts.db, parts.clock, hold, charged, alongside);
    return { ran, charged, version };
  } catch (error) {
    await releaseHold(parts.db, parts.clock, hold).catch((failure) => {
      parts.log.error({ hold: hold.id, err: failure }, 'hold not released; its lease will end it');
    });
    throw error;
  } finally {
    lease.stop();
  }
}

/** Renews the lease of a hold while its run is computed. Once the hold has ended, its result may not be handed out. */
const keepHold = ({ db, clock, log, holdLeaseSeconds }: RunParts, hold: Hold): LeaseKeeper =>
  keepLease({
    seconds: holdLeaseSeconds,
    renew: () => renewLease(db, clock, hold, holdLeaseSeconds),
    lost: () => unavailable('The run was given up while it was computed; nothing was charged. Repeat it.'),
    onError: (error) => log.warn({ hold: hold.id, err: error }, 'lease not renewed'),
  });

/** What is charged: what the action says is due, never more than was held. */
function dueOf({ parts, action }: ChargedRun, { creditsDue }: Ran, hold: Hold): Thousandths {
  if (creditsDue === undefined) return hold.amount;
  const due = Math.round(creditsDue * 1000);
  if (due >= 0 && due <= hold.amount) return due;
  parts.log.error({ action: action.id, creditsDue, held: creditsOf(hold.amount) }, 'creditsDue outside the quote');
  return due < 0 ? 0 : hold.amount;
}

/** What the result tells of its charge. */
const chargeShown = (action: Action, charged: Thousandths): ChargeShown =>
  action.resultShowsCharge ? { charged: true, creditsCharged: creditsOf(charged) } : {};

/** Step 8. */
function answer(
  run: ChargedRun,
  ran: Ran,
  charged: Thousandths,
  quotedCredits: number,
  version: VersionSummary | null,
): Executed {
  const { action, request, idempotency } = run;
  return {
    actionId: action.id,
    resultJson: ran.resultJson,
    shownInResult: chargeShown(action, charged),
    beside: {
      quotedCredits,
      ...(idempotency === null ? {} : { idempotencyKey: idempotency.key }),
      ...(version === null ? {} : { version }),
      warnings: request.warnings,
    },
  };
}

/** A run that charges nothing: of a free action, or of a key that was charged before. */
async function computeOnce(parts: RunParts, call: Call, action: Action, request: RunRequest): Promise<Ran> {
  if (action.across !== undefined) return computeAcross(parts, call, action, action.across, request);
  const lease = parts.engine.lease(request.input, request.territory);
  try {
    const question = { action, input: request.input, channel: call.channel, lease };
    return await parts.engine.run(question, { signal: call.signal, progress: call.progress });
  } finally {
    lease.release();
  }
}
