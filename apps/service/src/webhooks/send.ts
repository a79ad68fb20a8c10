import { request } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { isOfThisMachine, isOurLookup, OwnFault, watchStandstill } from './ownFault.ts';
import { BlockedAddress, hostOf, type Targets } from './targets.ts';

/** Reason of an attempt that failed without an answer. Nothing else is reported: the sender is no port scanner. */
export type SendFault = 'dns_error' | 'connect_error' | 'tls_error' | 'timeout' | 'blocked';

/** Outcome of an attempt. */
export interface Outcome {
  readonly delivered: boolean;
  /** HTTP status, where there was an answer. */
  readonly responseCode: number | null;
  /** Null where it was delivered. */
  readonly error: SendFault | `HTTP ${number}` | null;
}

export interface SenderSettings {
  readonly targets: Targets;
  /** For lookup, connection, TLS and the answer's head together. */
  readonly timeoutMilliseconds: number;
  /** For the rest of the answer, after its status line. */
  readonly bodyMilliseconds?: number;
  /** Certificate authorities; absent = those that Node.js trusts. */
  readonly ca?: string | undefined;
  readonly connect?: (options: ConnectionOptions) => Socket;
}

/** Throws OwnFault where the attempt failed for a reason of ours. */
export type Send = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Outcome>;

/** Read of an answer at most, out of courtesy to the receiver's server; it is not kept. */
const RESPONSE_BYTES = 16_384;
const BODY_MILLISECONDS = 1000;

/**
 * Makes the sender of deliveries: one POST on a connection of its own, to an address that was checked, with no proxy and
 * no redirect. A 2xx is a success once its body has ended, or once enough of it was read.
 */
export function makeSender({
  targets,
  timeoutMilliseconds,
  bodyMilliseconds = BODY_MILLISECONDS,
  ca,
  connect = connectTls,
}: SenderSettings): Send {
  return async (url, headers, body) => {
    const watch = watchStandstill();
    try {
      const outcome = await attempt(url, headers, body);
      if (!outcome.delivered && outcome.responseCode === null && watch.stoodStill())
        throw new OwnFault('this process stood still during the attempt');
      return outcome;
    } finally {
      watch.stop();
    }
  };

  async function attempt(href: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const url = new URL(href);
    let addresses: readonly string[];
    try {
      addresses = await beforeAbort(targets.addressesOf(url, signal), signal);
    } catch (error) {
      if (error instanceof BlockedAddress) return failed('blocked');
      if (signal.aborted) return failed('timeout');
      if (isOurLookup(error)) throw new OwnFault('the name could not be looked up', error);
      return failed('dns_error');
    }
    return post(url, addresses, headers, body, signal);
  }

  function post(
    url: URL,
    addresses: readonly string[],
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const host = hostOf(url);
    return new Promise((resolve, reject) => {
      let stage: SendFault = 'connect_error';
      let answered: Outcome | undefined;
      const end = (outcome: Outcome) => resolve(answered ?? outcome);
      const outgoing = request(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
        signal,
        createConnection: () => {
          const socket = connect({
            host,
            port: Number(url.port || 443),
            servername: isIP(host) === 0 ? host : '',
            lookup: only(addresses),
            autoSelectFamily: true,
            ALPNProtocols: ['http/1.1'],
            ...(ca === undefined ? {} : { ca }),
          } as ConnectionOptions);
          socket.once('connect', () => {
            stage = 'tls_error';
          });
          socket.once('secureConnect', () => {
            stage = 'connect_error';
          });
          // Some faults come before the request listens to its socket.
          socket.once('error', (error) => {
            if (answered === undefined && isOfThisMachine(error)) reject(new OwnFault('no connection was made', error));
            outgoing.destroy(error);
          });
          return socket;
        },
      });
      outgoing.on('error', () => end(failed(signal.aborted ? 'timeout' : stage)));
      outgoing.on('upgrade', (_response, socket) => {
        socket.destroy();
        end(failed('HTTP 101', 101));
      });
      outgoing.on('response', (response) => {
        const status = response.statusCode as number;
        answered = outcomeOf(status);
        const timer = setTimeout(() => {
          // An answer that does not end is none, whatever its status says.
          if (answered?.delivered) answered = failed('timeout', status);
          outgoing.destroy();
        }, bodyMilliseconds);
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > RESPONSE_BYTES) outgoing.destroy();
        });
        response.on('error', () => {});
        response.on('close', () => {
          clearTimeout(timer);
          end(failed('connect_error'));
        });
      });
      outgoing.end(body);
    });
  }
}

const failed = (error: NonNullable<Outcome['error']>, responseCode: number | null = null): Outcome => ({
  delivered: false,
  responseCode,
  error,
});

const outcomeOf = (status: number): Outcome =>
  status >= 200 && status < 300
    ? { delivered: true, responseCode: status, error: null }
    : failed(`HTTP ${status}`, status);

/** A lookup that knows these addresses and no others: what was checked is what is connected to. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const wanted = options.family === 4 || options.family === 6 ? all.filter((a) => a.family === options.family) : all;
    const [first] = wanted;
    if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
    else if (options.all) done(null, wanted);
    else done(null, first.address, first.family);
  };

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
