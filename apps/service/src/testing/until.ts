/** Share of the time waited so far after which the condition is read again: it may cost as much as what it waits for. */
const PAUSE_SHARE = 0.1;
const [SHORTEST_MILLISECONDS, LONGEST_MILLISECONDS] = [10, 250];

/** Waits until a condition holds; throws after a while. */
export async function until(condition: () => boolean | Promise<boolean>, patienceMilliseconds = 60_000): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > patienceMilliseconds) throw new Error('waited in vain');
    const pause = Math.min(Math.max(waited * PAUSE_SHARE, SHORTEST_MILLISECONDS), LONGEST_MILLISECONDS);
    await new Promise((resume) => setTimeout(resume, pause));
  }
}
