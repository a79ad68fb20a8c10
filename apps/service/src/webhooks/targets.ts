import { isIP } from 'node:net';
import { invalid } from '../kit/json.ts';
import { urlOf } from '../kit/urlOf.ts';
import { isOwn, isPublic, networks } from './addresses.ts';
import type { ResolveHost } from './resolve.ts';

export interface TargetSettings {
  readonly resolve: ResolveHost;
  /** Networks that may be delivered to although they are not public, such as 127.0.0.0/8; normally none. */
  readonly allowedNetworks: readonly string[];
  /** Ports of public addresses that may be delivered to beside 443; none where absent. */
  readonly allowedPorts?: readonly number[];
  /** Address of this service: nothing is delivered to itself. */
  readonly baseUrl: () => string;
}

/** Thrown where a host has an address that must not be connected to. */
export class BlockedAddress extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'BlockedAddress';
  }
}

/** Which endpoints may be delivered to. Asked at registration, and again for every connection. */
export interface Targets {
  /** The address in its one written form. Throws validation_error. */
  register(url: string, signal: AbortSignal): Promise<string>;
  /**
   * Addresses to connect to, and no others: the name is looked up once, here. Throws BlockedAddress where any of them is
   * not public, and what the lookup throws.
   */
  addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]>;
}

const POINTER = '#/url';

export function makeTargets({ resolve, allowedNetworks, allowedPorts = [], baseUrl }: TargetSettings): Targets {
  const allowed = networks(allowedNetworks);
  const isAllowedPort = ({ port }: URL): boolean => port === '' || allowedPorts.includes(Number(port));
  /** In networks that the operator has opened, ports below 1024 belong to other protocols; elsewhere most others do, too. */
  const mayConnect = (address: string, url: URL): boolean => {
    const version = isIP(address);
    if (version === 0) return false;
    const isOpened = allowed.check(address, version === 6 ? 'ipv6' : 'ipv4');
    if (isOpened) return isAllowedPort(url) || Number(url.port) >= 1024;
    return isAllowedPort(url) && isPublic(address) && !isOwn(address);
  };
  /** Names that lead nowhere in the internet, whatever a name server says. */
  const isInnerName = (host: string): boolean =>
    allowedNetworks.length === 0 && (!host.includes('.') || /\.(localhost|internal|local|home\.arpa)$/.test(host));

  const addressesOf = async (url: URL, signal: AbortSignal): Promise<readonly string[]> => {
    const host = hostOf(url);
    if (isSelf(url, baseUrl())) throw new BlockedAddress(host);
    if (allowedNetworks.length === 0 && !isAllowedPort(url)) throw new BlockedAddress(host);
    // An address in the place of a name is never looked up: it is checked here, or nowhere.
    if (isIP(host) !== 0) {
      if (!mayConnect(host, url)) throw new BlockedAddress(host);
      return [host];
    }
    if (isInnerName(host)) throw new BlockedAddress(host);
    const addresses = await resolve(host, signal);
    if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address`), { code: 'ENODATA' });
    if (!addresses.every((address) => mayConnect(address, url))) throw new BlockedAddress(host);
    return addresses;
  };

  return {
    addressesOf,
    async register(text, signal) {
      const url = parseTarget(text);
      try {
        await addressesOf(url, signal);
      } catch (error) {
        // A name that cannot be looked up now may be set up later; deliveries show what is wrong.
        if (!(error instanceof BlockedAddress)) return url.href;
        throw invalid(
          POINTER,
          'url leads to a blocked address: it must be reachable from the internet, not private, local or this service, at port 443 or one that the operator of this service allows.',
        );
      }
      return url.href;
    },
  };
}

/** Reads an endpoint's address by the rules that need no lookup. Throws validation_error. */
export function parseTarget(text: string): URL {
  const bad = (detail: string) => invalid(POINTER, detail);
  // The parser would drop tabs and line ends, and take "https:host" and backslashes for more than they are.
  if (/[\p{Cc}\p{Z}\\]/u.test(text)) throw bad('url must not hold spaces, control characters or backslashes.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw bad('url must be absolute, such as https://example.com/hook.');
  if (!/^https:\/\//i.test(text)) throw bad('url must begin with https://.');
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@')) throw bad('url must not hold a user name or password.');
  const url = urlOf(text);
  if (authority === '' || url === null) throw bad('url is not a valid address.');
  if (text.includes('#')) throw bad('url must not have a fragment (#…): it would not be sent.');
  if (url.hostname.endsWith('.')) throw bad('The host of url must not end with a dot.');
  return url;
}

/** The host without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

function isSelf(url: URL, baseUrl: string): boolean {
  if (baseUrl === '') return false;
  const own = new URL(baseUrl);
  const portOf = (one: URL) => one.port || (one.protocol === 'https:' ? '443' : '80');
  return url.hostname === own.hostname && portOf(url) === portOf(own);
}
