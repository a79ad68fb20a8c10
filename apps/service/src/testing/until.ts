import { countWork } from '../kit/countWork.ts';

/** Share of the time waited so far after which the condition is read again: it may cost as much as what it waits for. */
const PAUSE_SHARE = 0.1;
const [SHORTEST_MILLISECONDS, LONGEST_MILLISECONDS] = [10, 250];
/** Work, not seconds: more than anything takes on a machine at rest. */
const PATIENCE_MILLISECONDS = 240_000;

/** Waits until a condition holds; throws where it does not after all the work that it may take. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now();
  const worked = countWork();
  while (!(await condition())) {
    if (worked() > PATIENCE_MILLISECONDS) throw new Error('waited in vain');
    const pause = (performance.now() - begun) * PAUSE_SHARE;
    await new Promise((resume) =>
      setTimeout(resume, Math.min(Math.max(pause, SHORTEST_MILLISECONDS), LONGEST_MILLISECONDS)),
    );
  }
}
