import { ProblemError } from '../problem.ts';
import { urlOf } from '../urlOf.ts';
import type { Exchange } from './exchange.ts';

/**
 * Refuses requests that other sites make a browser send, cookies and all: throws cross_site_request unless the browser
 * says that a page of this service sent it, by Sec-Fetch-Site where it is sent and by Origin always. A page of the
 * service is one at the address that it is known by, or at the host that the request itself was sent to.
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
  return page.origin === known.origin || (page.protocol === known.protocol && page.host === host);
}
