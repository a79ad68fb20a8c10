import { Resolver } from 'node:dns/promises';

/** All addresses of a name, IPv4 and IPv6. Throws where there are none. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers, without the file of hosts and without threads of the process: a slow name server holds up the
 * delivery that asked and nothing else.
 */
export const resolveHost: ResolveHost = async (name, signal) => {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw (answers[0] as PromiseRejectedResult).reason;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
