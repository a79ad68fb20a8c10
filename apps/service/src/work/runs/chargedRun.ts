import type { Action } from '@hinterland/actions';
import { measured } from '../../kit/metrics/measured.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import type { ChargeShown } from '../../organizations/credits/chargeInResult.ts';
import type { Idempotency } from '../../organizations/credits/idempotency.ts';
import type { Spender } from '../../organizations/credits/spender.ts';
import { type Charged, chargedBefore } from './idempotency.ts';
import type { RunRequest } from './request.ts';
import type { Call, RunSettings } from './runs.ts';

/** One call of a charged action, on its way through the steps of execute.ts. */
export interface ChargedRun {
  readonly settings: RunSettings;
  readonly call: Call;
  readonly action: Action;
  readonly request: RunRequest;
  readonly spender: Spender;
  readonly idempotency: Idempotency | null;
  /** Deadline for waiting for an earlier run under the same key, on the clock of performance.now. */
  readonly waitUntil: number;
}

/** Members of the result that show its charge; none where the action does not show it. */
export const chargeShown = (action: Action, charged: Thousandths): ChargeShown =>
  action.resultShowsCharge ? { charged: true, creditsCharged: creditsOf(charged) } : {};

/** Does a step of a charged run, and counts it. */
export const timed = <T>({ settings, action }: ChargedRun, step: string, work: () => Promise<T>): Promise<T> =>
  measured(settings.metrics, action.id, step, work);

/** The charge of an earlier run under the same key; null where there is no key, or no such run. */
export async function findCharged(run: ChargedRun): Promise<Charged | null> {
  const { settings, call, spender, idempotency, waitUntil } = run;
  if (idempotency === null) return null;
  return chargedBefore(settings.db, spender.organizationId, idempotency, waitUntil, call.signal);
}
