import type { Exchange } from '../../kit/http/exchange.ts';
import { ProblemError } from '../../kit/problem.ts';
import { urlOf } from '../../kit/urlOf.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Throws cross_site_request for requests that a page of another site makes a browser send. Programs send no Origin; a
 * browser's Origin must be the address of the service. A service that is known by a loopback address is also held to
 * loopback names in the header Host, so that a name which an attacker points at this machine reaches nothing.
 */
export function requireOwnOrigin(exchange: Exchange, baseUrl: string): void {
  const known = new URL(baseUrl);
  const local = LOOPBACK.includes(known.hostname);
  const host = urlOf(`http://${exchange.header('host') ?? ''}`);
  if (local && (host === null || !LOOPBACK.includes(host.hostname))) throw refused('Host');
  const header = exchange.header('origin');
  if (header === undefined) return;
  const origin = urlOf(header);
  const same = origin !== null && (origin.origin === known.origin || (local && isLoopbackTwin(origin, known)));
  if (!same) throw refused('Origin');
}

/** localhost, 127.0.0.1 and [::1] at one port are one service. */
const isLoopbackTwin = (origin: URL, known: URL): boolean =>
  LOOPBACK.includes(origin.hostname) && origin.port === known.port && origin.protocol === known.protocol;

const refused = (header: string): ProblemError =>
  new ProblemError(
    'cross_site_request',
    `The header ${header} names another site. Tools are called by programs, or by pages of this service itself.`,
  );
