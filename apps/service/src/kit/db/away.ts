/** Whether an error says that the server is gone, full or cut off: network errors of the driver, and classes of SQLSTATE. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') {
    if (/^(08|53|57P)/.test(code)) return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code)) {
      return true;
    }
  }
  return (
    typeof message === 'string' &&
    /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|embedded database|driver has already been destroyed/.test(
      message,
    )
  );
}
