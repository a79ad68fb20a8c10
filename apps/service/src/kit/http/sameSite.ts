import { BlockList, isIP } from 'node:net';
import { ProblemError } from '../problem.ts';
import { urlOf } from '../urlOf.ts';
import type { Exchange } from './exchange.ts';

/**
 * Refuses requests that other sites make a browser send, cookies and all: throws cross_site_request unless the browser
 * says that a page of this service sent it, by Sec-Fetch-Site where it is sent and by Origin always. A page of the
 * service is one at the address that it is known by, or at the host that the request itself was sent to; of a service
 * that is known by a loopback address only where that host is a name or an address of the local network: no name that an attacker could point at
 * this machine, and no address of elsewhere.
 */
export function requireSameSite(exchange: Exchange, baseUrl: string): void {
  const origin = exchange.header('origin');
  const site = exchange.header('sec-fetch-site');
  const ours = origin !== undefined && isOurs(origin, baseUrl, exchange.header('host'));
  if (ours && (site === undefined || site === 'same-origin')) return;
  throw new ProblemError(
    'cross_site_request',
    'This request must come from a page of this service: its header Origin must be the address of the service, ' +
      'and Sec-Fetch-Site, where it is sent, must be same-origin. Programs use an API key and /api/v1.',
  );
}

function isOurs(origin: string, baseUrl: string, host: string | undefined): boolean {
  const page = urlOf(origin);
  if (page === null) return false;
  const known = new URL(baseUrl);
  if (page.origin === known.origin) return true;
  return page.protocol === known.protocol && page.host === host && (!isLoopback(known) || isLocal(page));
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);

/** Networks that are not part of the internet. */
const LOCAL = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  LOCAL.addSubnet(network, bits);
}
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** Whether the host is a name or an address of the local network. */
function isLocal({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  if (family !== 0) return LOCAL.check(address, family === 6 ? 'ipv6' : 'ipv4');
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
}
