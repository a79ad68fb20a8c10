/** Rows of the first batch. */
const FIRST_ROWS = 100;
/** Rows of the largest batch. */
const MOST_ROWS = 5_000;
/** Duration that batches are sized for: far below the limit on a statement, so that no lock is held for long. */
const TARGET_MILLISECONDS = 500;

/** SQLSTATE of a statement that took longer than its limit. */
const QUERY_CANCELED = '57014';

/**
 * Removes any number of rows in batches, each in a transaction of its own. `remove` removes at most `limit` rows and returns
 * how many; 0 ends the loop. The size follows the duration: a batch that was slow, or that the database cut off, is followed
 * by one of half the size. Returns whether everything is removed; false once `deadline` (performance.now) has passed.
 */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  let limit = FIRST_ROWS;
  for (;;) {
    const begun = performance.now();
    if (begun >= deadline) return false;
    try {
      if ((await remove(limit)) === 0) return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== QUERY_CANCELED || limit === 1) throw error;
      limit = Math.max(1, limit >> 2);
      continue;
    }
    const elapsed = performance.now() - begun;
    if (elapsed > TARGET_MILLISECONDS) limit = Math.max(1, limit >> 1);
    else if (elapsed < TARGET_MILLISECONDS / 4) limit = Math.min(MOST_ROWS, 2 * limit);
  }
}
