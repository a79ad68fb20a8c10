import { ProblemError } from '../problem.ts';
import { spanned } from '../traces/span.ts';
import type { Metrics } from './metrics.ts';

/** Does one step of a call of an action in a span of its own, and counts it, with its time and its outcome. */
export async function measured<T>(metrics: Metrics, action: string, step: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const end = (outcome: string) =>
    metrics.stepped({ action, step, outcome, seconds: (performance.now() - begun) / 1000 });
  try {
    const done = await spanned(`${step} ${action}`, { 'hinterland.action': action }, work);
    end('ok');
    return done;
  } catch (error) {
    end(error instanceof ProblemError ? error.code : 'internal_error');
    throw error;
  }
}
