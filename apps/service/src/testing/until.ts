/** Waits until a condition holds; throws after a while. */
export async function until(condition: () => boolean | Promise<boolean>, patienceMilliseconds = 60_000): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await new Promise((resume) => setTimeout(resume, 10));
  }
}
