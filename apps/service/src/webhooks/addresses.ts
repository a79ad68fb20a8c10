import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Networks that are not the public internet: the special-purpose registries of IANA for both families, with everything
 * that carries an IPv4 address within an IPv6 one (6to4, Teredo, NAT64), since what is behind it cannot be seen here.
 */
const NOT_PUBLIC: readonly string[] = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '::/96', // unspecified, loopback, IPv4-compatible
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // NAT64 of local use
  '100::/64', // discard
  '100:0:0:1::/64', // dummy prefix
  '2001::/23', // protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
];

/** A list that knows IPv4 addresses within IPv6 ones (::ffff:a.b.c.d), too. */
export function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const notPublic = networks(NOT_PUBLIC);

export function isPublic(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !notPublic.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Whether an address is one of this machine's own. */
export function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const entries of Object.values(networkInterfaces())) {
    for (const entry of entries ?? []) own.addAddress(entry.address, entry.family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
