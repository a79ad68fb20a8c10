import type { Server, Socket } from 'node:net';
import { networkOf } from '../kit/rates/networks.ts';

/** Connections that are open from one network at the same time: an office of forty people with six each. */
const CONNECTIONS_PER_NETWORK = 256;

/** Ends connections of a network above the bound as soon as they come. Loopback has none: a proxy on this machine calls from there. */
export function boundConnections(server: Pick<Server, 'on'>, most = CONNECTIONS_PER_NETWORK): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (/^(::1$|127\.|::ffff:127\.)/.test(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > most) socket.destroy();
  });
}
