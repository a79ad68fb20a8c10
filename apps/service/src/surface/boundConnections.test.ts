import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { boundConnections } from './boundConnections.ts';

class FakeSocket extends EventEmitter {
  isOpen = true;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.isOpen = false;
    this.emit('close');
  }
}

it('bounds connections of one network, whatever its addresses are, and lets others and loopback in', () => {
  const server = new EventEmitter();
  boundConnections(server as never, 3);
  const connect = (address: string) => {
    const socket = new FakeSocket(address);
    server.emit('connection', socket);
    return socket;
  };
  const all = [1, 2, 3, 4, 5].map(() => connect('20.0.0.1'));
  expect(all.map(({ isOpen }) => isOpen)).toEqual([true, true, true, false, false]);
  expect(connect('::ffff:20.0.0.1').isOpen).toBe(false);
  expect(connect('20.0.0.2').isOpen).toBe(true);
  all[0]?.destroy();
  expect(connect('20.0.0.1').isOpen).toBe(true);
  expect(connect('20.0.0.1').isOpen).toBe(false);
  // One /64 of IPv6 is one network.
  expect([1, 2, 3, 4].map((i) => connect(`2001:db8:1:1::${i}`).isOpen)).toEqual([true, true, true, false]);
  expect([1, 2, 3, 4, 5].map(() => connect('127.0.0.1').isOpen)).toEqual([true, true, true, true, true]);
});
