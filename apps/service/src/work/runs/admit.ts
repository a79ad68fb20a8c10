import { type Action, storeActions } from '@hinterland/actions';
import { said } from '@hinterland/answers/said';
import { ProblemError } from '../../kit/problem.ts';
import { type Runner, requireScope } from '../../kit/who.ts';
import type { Call } from './runs.ts';

/**
 * The gate of every call of an action, in this order: who calls (401), how often (429), what for (404), may the key (403).
 * Executions of charged actions count in both windows, whatever becomes of them.
 */
export async function admit(
  actions: readonly Action[],
  call: Call,
  doing: 'quote' | 'execute',
): Promise<{ caller: Runner; action: Action }> {
  const action = actions.find(({ id }) => id === call.actionId);
  const charges = doing === 'execute' && action !== undefined && action.tariff !== null;
  const caller = await call.enter(charges ? ['requests', 'charged'] : ['requests']);
  if (action === undefined) {
    throw new ProblemError(
      'not_found',
      storeActions.some(({ id }) => id === call.actionId)
        ? `This service has no store for the files of ${call.actionId}: its operator sets HINTERLAND_BULK_STORE.`
        : said('action_unknown'),
    );
  }
  call.note({ action: action.id });
  if (caller.key !== null) requireScope(caller.key, doing === 'quote' ? 'read' : action.scope);
  return { caller, action };
}
