import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AGAIN, FetchFault } from './fetchFault.ts';
import { proxyOf, throughProxy } from './proxy.ts';

/** The answer of a server; `body` must be read or destroyed. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** Sends a GET request for an address. Throws FetchFault where there is no answer. */
export type Transport = (url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Answer>;

/**
 * Addresses that a host may be connected to. Throws where it must not be connected to or has none.
 */
export type AddressesOf = (url: URL, signal: AbortSignal) => Promise<readonly string[]>;

export interface TransportOptions {
  /** Guards the connection to each public host. Not asked for a mirror and behind a proxy, which the operator named. */
  readonly addressesOf?: AddressesOf;
  /** A folder with the files under host/path, or an address that has them so. In place of the public servers. */
  readonly mirror?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly connectMilliseconds?: number;
}

/** Publishers ask programs to say who they are. */
const USER_AGENT = 'hinterland/0.1 (self-hosted; one connection per host; see its operator)';
const CONNECT_MILLISECONDS = 10_000;

/** How files are reached: the public servers over https alone, or the mirror that the options name. */
export function makeTransport(options: TransportOptions = {}): Transport {
  const { mirror } = options;
  if (mirror === undefined) return publicTransport(options);
  if (!/^https?:\/\//i.test(mirror)) return folderTransport(mirror);
  const base = mirror.replace(/\/+$/, '');
  return async (url, headers, signal) => {
    // A redirect of the mirror itself is followed as it stands.
    const isMirrored = url.href.startsWith(`${base}/`);
    const address = isMirrored ? url : new URL(`${base}/${url.host}${url.pathname}${url.search}`);
    const answer = await send(address, url, headers, signal, options, {});
    const { location } = answer.headers;
    if (location === undefined) return answer;
    return { ...answer, headers: { ...answer.headers, location: publicAddress(new URL(location, address), base) } };
  };
}

/** The public address that an address of the mirror, host and path, stands for. */
const publicAddress = ({ href }: URL, base: string): string =>
  href.startsWith(`${base}/`) ? `https://${href.slice(base.length + 1)}` : href;

function publicTransport(options: TransportOptions): Transport {
  return async (url, headers, signal) => {
    if (url.protocol !== 'https:') {
      throw new FetchFault(url.href, 'it is no https address', 'Only encrypted addresses are fetched');
    }
    const proxy = proxyOf(url, options.environment ?? process.env);
    if (proxy !== undefined) {
      return send(url, url, headers, signal, options, await throughProxy(url, proxy, signal, CONNECT_MILLISECONDS));
    }
    if (options.addressesOf === undefined) return send(url, url, headers, signal, options, {});
    const addresses = await options.addressesOf(url, signal).catch((cause: unknown) => {
      throw unreachable(url, cause);
    });
    const lookup: LookupFunction = (_host, { all }, done) => {
      const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (all) done(null, entries);
      else done(null, entries[0]!.address, entries[0]!.family);
    };
    return send(url, url, headers, signal, options, { lookup });
  };
}

/** `named` is the address that sentences name. */
function send(
  url: URL,
  named: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { connectMilliseconds = CONNECT_MILLISECONDS }: TransportOptions,
  more: RequestOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      agent: false,
      ...more,
      headers: { 'User-Agent': USER_AGENT, 'Accept-Encoding': 'identity', ...headers },
      signal,
    });
    const slow = setTimeout(
      () => request.destroy(new Error(`no connection and no answer within ${connectMilliseconds / 1000} s`)),
      connectMilliseconds,
    );
    const settle = () => clearTimeout(slow);
    request.once('socket', (socket) => {
      // Once it is connected, the time until the first byte of the answer counts anew.
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => slow.refresh());
    });
    request.once('error', (cause) => {
      settle();
      reject(unreachable(named, cause, url.host));
    });
    request.once('response', (message: IncomingMessage) => {
      settle();
      resolve({ status: message.statusCode ?? 0, headers: message.headers, body: message });
    });
    request.end();
  });
}

function unreachable(url: URL, cause: unknown, host: string = url.host): FetchFault {
  const { code, message, name } = cause as NodeJS.ErrnoException;
  if (name === 'BlockedAddress') {
    return new FetchFault(url.href, `${url.hostname} is not a public address`, 'Name another source with --mirror', {
      cause,
    });
  }
  const isUnresolved = code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EAI_AGAIN';
  const why = isUnresolved
    ? `the name ${url.hostname} was not found; there may be no network`
    : `${host} does not answer (${code ?? message})`;
  return new FetchFault(url.href, why, AGAIN, { cause, isPassing: true, isUnresolved });
}

/** Files below a folder, by host and path; ranges are answered as servers do. */
function folderTransport(folder: string): Transport {
  return async (url, headers) => {
    const path = join(
      folder,
      url.host,
      ...decodeURIComponent(url.pathname)
        .split('/')
        .filter((part) => part !== '..'),
    );
    const found = await stat(path).catch(() => null);
    if (found?.isFile() !== true) {
      throw new FetchFault(url.href, `the mirror has no file ${path}`, 'Put it there, or leave out --mirror');
    }
    const start = Number(/^bytes=(\d+)-$/.exec(headers.Range ?? '')?.[1] ?? 0);
    const end = Number(/^bytes=\d+-(\d+)$/.exec(headers.Range ?? '')?.[1] ?? found.size - 1);
    const from = Number(/^bytes=(\d+)-/.exec(headers.Range ?? '')?.[1] ?? start);
    const isPart = headers.Range !== undefined && from < found.size;
    const last = Math.min(end, found.size - 1);
    return {
      status: isPart ? 206 : 200,
      headers: {
        'content-length': String(isPart ? last - from + 1 : found.size),
        'last-modified': new Date(Math.floor(found.mtimeMs / 1000) * 1000).toUTCString(),
        ...(isPart ? { 'content-range': `bytes ${from}-${last}/${found.size}` } : {}),
      },
      body: createReadStream(path, isPart ? { start: from, end: last } : {}),
    };
  };
}
