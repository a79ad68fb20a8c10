import type { Action } from '@hinterland/actions';
import type { Scope } from '@hinterland/contract';
import type { Caller } from '../keys/caller.ts';
import { ProblemError } from '../problem.ts';
import { type Policy, RATE_LIMIT_POLICY, rateLimitHeader, takeRate } from '../rates/take.ts';
import type { Call } from './call.ts';
import type { RunParts } from './parts.ts';

type Admission = Pick<RunParts, 'db' | 'clock'>;

/** Counts a call in its windows and says what is left in the answer's headers. Throws rate_limited. */
export async function limitRate(
  { db, clock }: Admission,
  caller: Caller,
  setHeader: Call['setHeader'],
  policies: readonly Policy[],
): Promise<void> {
  setHeader('RateLimit-Policy', RATE_LIMIT_POLICY);
  setHeader('RateLimit', rateLimitHeader(await takeRate(db, clock, caller.key.id, policies)));
}

/** Throws insufficient_scope. No scope implies another. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.key.scopes.includes(scope)) return;
  throw new ProblemError(
    'insufficient_scope',
    `This needs a key with the scope "${scope}"; the key "${caller.key.name}" has ${caller.key.scopes.join(', ')}.`,
    { requiredScope: scope },
    { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope}"` },
  );
}

/**
 * The gate of every call of an action, in this order: who calls (401), how often (429), what for (404), may they (403).
 * Executions of charged actions count in both windows, whatever becomes of them.
 */
export async function admit(
  parts: RunParts,
  call: Call,
  doing: 'quote' | 'execute',
): Promise<{ caller: Caller; action: Action }> {
  const caller = await call.authenticate();
  const action = parts.actions.find(({ id }) => id === call.actionId);
  const charges = doing === 'execute' && action !== undefined && action.tariff !== null;
  const policies: Policy[] = [...(call.counted ? [] : ['requests' as const]), ...(charges ? ['charged' as const] : [])];
  if (policies.length > 0) await limitRate(parts, caller, call.setHeader, policies);
  if (action === undefined) {
    throw new ProblemError('not_found', 'There is no such action. GET /api/v1/actions lists all of them.');
  }
  requireScope(caller, doing === 'quote' ? 'read' : action.scope);
  return { caller, action };
}
