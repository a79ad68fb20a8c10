import { isIP } from 'node:net';
import { ProblemError } from '../problem.ts';
import { urlOf } from '../urlOf.ts';
import type { Exchange } from './exchange.ts';

/**
 * Refuses requests that other sites make a browser send, cookies and all: throws cross_site_request unless the browser
 * says that a page of this service sent it, by Sec-Fetch-Site where it is sent and by Origin always. A page of the
 * service is one at the address that it is known by, or at the host that the request itself was sent to; of a service
 * that is known by a loopback address only where that host is no name that an attacker could point at this machine.
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
  return page.protocol === known.protocol && page.host === host && !(isLoopback(known) && isPublicName(page));
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);

/** Whether the host is a name of the public domain name system: no address, and more than one label. */
const isPublicName = ({ hostname }: URL): boolean =>
  hostname.includes('.') && isIP(hostname) === 0 && !/\.(localhost|local|internal|home\.arpa)$/.test(hostname);
