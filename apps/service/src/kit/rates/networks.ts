import { isIP } from 'node:net';

/** A network that attempts are counted by, and how many times the attempts of one address it may make. */
export interface CountedNetwork {
  readonly network: string;
  readonly times: number;
}

/**
 * Returns the networks that an address counts for. An IPv4 address counts for itself, also where it is written as
 * ::ffff:a.b.c.d. An IPv6 address counts for its /64, which is what one subscriber has at the least, and for its /48,
 * which may make ten times as many attempts. A text that is no address counts for itself.
 */
export function networksOf(address: string): readonly CountedNetwork[] {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return [{ network: bare, times: 1 }];
  const groups = groupsOf(bare);
  const mapped = ipv4Within(groups);
  if (mapped !== null) return [{ network: mapped, times: 1 }];
  return [
    { network: `${groups.slice(0, 4).join(':')}::/64`, times: 1 },
    { network: `${groups.slice(0, 3).join(':')}::/48`, times: 10 },
  ];
}

/** The narrowest network that an address counts for: its own name where something is kept by account and network. */
export const networkOf = (address: string): string => networksOf(address)[0]?.network as string;

/** The eight groups of an IPv6 address, without leading zeros; a URL writes an address in one way only. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function ipv4Within(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,ffff') return null;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Returns an IPv4 address within an IPv6 one by itself, and an IPv6 address without its zone. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  return isIP(bare) === 6 ? (ipv4Within(groupsOf(bare)) ?? bare) : bare;
}

/** Whether a text names a network, such as 10.0.0.0/8 or fd00::/8. */
export function isNetwork(cidr: string): boolean {
  const match = /^([0-9A-Fa-f.:]+)\/(\d{1,3})$/.exec(cidr);
  const version = isIP(match?.[1] ?? '');
  return version !== 0 && Number(match?.[2]) <= (version === 6 ? 128 : 32);
}
