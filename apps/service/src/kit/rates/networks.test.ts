import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNetwork, networkOf, networksOf } from './networks.ts';

describe('networks that an address counts for', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::ffff:192.0.2.7', ['192.0.2.7']],
    ['::ffff:c000:207', ['192.0.2.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:DB8:0001:0002::', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
    ['unknown', ['unknown']],
  ])('%s counts for %j', (address, networks) => {
    expect(networksOf(address).map(({ network }) => network)).toEqual(networks);
  });

  it('two IPv6 addresses share a network where the list of networks of Node says so', () => {
    const group = fc.constantFrom('0', '1', 'ffff', 'db8');
    const address = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(address, address, (one, other) => {
        for (const [index, bits] of [64, 48].entries()) {
          const list = new BlockList();
          list.addSubnet(one, bits, 'ipv6');
          const same = networksOf(one)[index]?.network === networksOf(other)[index]?.network;
          // Node finds IPv4 addresses within IPv6 ones, which count by themselves here.
          if (networksOf(one).length === 2 && networksOf(other).length === 2) {
            expect(same).toBe(list.check(other, 'ipv6'));
          }
        }
      }),
    );
  });

  it('the /48 may make ten times as many attempts as the /64', () => {
    expect(networksOf('2001:db8::1').map(({ times }) => times)).toEqual([1, 10]);
    expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::ffff:2'));
  });
});

describe('a network as settings and keys name it', () => {
  it.each(['10.0.0.0/8', '::/0', '1.2.3.4/32'])('%s is one', (text) => expect(isNetwork(text)).toBe(true));
  it.each(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8/8', '::/129', '/8', ''])('%j is none', (text) =>
    expect(isNetwork(text)).toBe(false),
  );
});
