/** Runs a task for each item, at most so many at once. Throws the first failure once all that had begun have ended. */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let isOver = false;
  const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
    try {
      while (!isOver && next < items.length) await task(items[next++]!);
    } catch (error) {
      isOver = true;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(workers)).find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
