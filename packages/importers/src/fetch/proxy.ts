import { request as httpRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { FetchFault } from './fetchFault.ts';

/** The proxy that the environment names for an address: HTTPS_PROXY or ALL_PROXY, but for the hosts of NO_PROXY. */
export function proxyOf(url: URL, environment: Readonly<Record<string, string | undefined>>): URL | undefined {
  const value = (name: string) => environment[name] ?? environment[name.toLowerCase()] ?? '';
  const address = value('HTTPS_PROXY') || value('ALL_PROXY');
  if (address === '') return undefined;
  const isExempt = value('NO_PROXY')
    .split(',')
    .map((host) => host.trim().replace(/^\*?\./, ''))
    .some((host) => host === '*' || (host !== '' && (url.hostname === host || url.hostname.endsWith(`.${host}`))));
  if (isExempt) return undefined;
  return new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
}

/** Opens a tunnel to the host of an address through a proxy. Throws FetchFault where the proxy refuses. */
export function throughProxy(url: URL, proxy: URL, signal: AbortSignal, milliseconds: number): Promise<RequestOptions> {
  const target = `${url.hostname}:${url.port || 443}`;
  const refused = (why: string, cause?: unknown) =>
    new FetchFault(url.href, `the proxy ${proxy.host} ${why}`, 'Correct HTTPS_PROXY, or name the host in NO_PROXY', {
      cause,
    });
  return new Promise((resolve, reject) => {
    const login =
      proxy.username === '' ? '' : `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    const request = httpRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      agent: false,
      signal,
      headers: {
        Host: target,
        ...(login === '' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
      },
    });
    request.setTimeout(milliseconds, () => request.destroy(new Error('no answer')));
    request.once('error', (cause) => reject(refused(`does not answer (${cause.message})`, cause)));
    request.once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        reject(refused(`answers ${statusCode}`));
        return;
      }
      resolve({ createConnection: () => connectTls({ socket, servername: url.hostname }) } as RequestOptions);
    });
    request.end();
  });
}
