/** The key behind an endless stream is looked at this often. */
const POLL_MILLISECONDS = 2_000;

/** A stream without an end of its own, which ends with the key that opened it. */
export function whileInForce(
  body: ReadableStream<Uint8Array>,
  isInForce: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const timer = setInterval(async () => {
    // An outage of the database ends nothing.
    if (await isInForce().catch(() => true)) return;
    clearInterval(timer);
    await reader.cancel().catch(() => {});
  }, POLL_MILLISECONDS);
  timer.unref();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      clearInterval(timer);
      controller.close();
    },
    cancel(reason) {
      clearInterval(timer);
      return reader.cancel(reason);
    },
  });
}
