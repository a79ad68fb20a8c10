import { createServer, type Server } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../testing/receiver.ts';
import { scaled } from '../testing/scaled.ts';
import { OwnFault } from './ownFault.ts';
import { makeSender, type Outcome } from './send.ts';
import { makeTargets } from './targets.ts';

/** Receivers that misbehave on the wire. */
describe('S228 S229 S230 an attempt', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Sends to a server that handles the decrypted connection by itself. */
  async function send(
    handle: (socket: Socket) => void,
    timeoutMilliseconds = scaled(1500),
    bodyMilliseconds = 200,
  ): Promise<Outcome> {
    const { ca, key, close } = await startReceiver();
    await close();
    server = createServer({ key, cert: ca });
    server.removeAllListeners('secureConnection');
    server.on('secureConnection', (socket) => {
      socket.on('error', () => {});
      socket.once('data', () => handle(socket));
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const targets = makeTargets({
      resolve: async () => [],
      allowedNetworks: ['127.0.0.0/8'],
      baseUrl: () => 'https://geo.example.com',
    });
    return makeSender({ targets, timeoutMilliseconds, bodyMilliseconds, ca })(
      `https://127.0.0.1:${port}/`,
      {},
      '{"a":1}',
    );
  }
  /** Writes again and again until the connection is gone; answers how many bytes went out. */
  const flood = (socket: Socket, text: string, everyMilliseconds: number) => {
    const timer = setInterval(() => socket.write(text), everyMilliseconds);
    socket.on('close', () => clearInterval(timer));
  };

  it('is a success with as much of a long answer as is read', async () => {
    let socketOf: Socket | undefined;
    const outcome = await send((socket) => {
      socketOf = socket;
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      flood(socket, 'x'.repeat(4096), 1);
    }, 20_000);
    expect(outcome).toEqual({ delivered: true, responseCode: 200, error: null });
    expect(socketOf?.bytesWritten).toBeLessThan(5_000_000);
  });

  it('H4 a body that never ends is no success, and holds the attempt no longer than it may', async () => {
    const outcome = await send((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n');
    });
    expect(outcome.delivered).toBe(true);
    for (const everyMilliseconds of [50, 1_000_000]) {
      server?.closeAllConnections();
      // The attempt as a whole may take so long that the test would end before.
      const trickled = await send((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        flood(socket, 'x', everyMilliseconds);
      }, 1_000_000);
      expect(trickled).toEqual({ delivered: false, responseCode: 200, error: 'timeout' });
    }
  });

  it('H4 a failure keeps its status, whether or not its body ends', async () => {
    const outcome = await send(
      (socket) => socket.write('HTTP/1.1 503 Away\r\nContent-Length: 100\r\n\r\nx'),
      1_000_000,
    );
    expect(outcome).toEqual({ delivered: false, responseCode: 503, error: 'HTTP 503' });
  });

  it('C2 a fault of ours is thrown, not reported as one of the receiver', async () => {
    const target = (resolve: () => Promise<never>) =>
      makeSender({
        targets: makeTargets({ resolve, allowedNetworks: [], baseUrl: () => '' }),
        timeoutMilliseconds: 1000,
      })('https://example.com/', {}, '{}');
    const failure = (code?: string) => async () => {
      throw Object.assign(new Error('as told'), code === undefined ? {} : { code });
    };
    for (const code of [undefined, 'ECONNREFUSED', 'EMFILE']) {
      await expect(target(failure(code))).rejects.toThrow(OwnFault);
    }
    for (const code of ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT']) {
      expect(await target(failure(code))).toEqual({ delivered: false, responseCode: null, error: 'dns_error' });
    }
    const unconnected = makeSender({
      targets: makeTargets({ resolve: async () => ['192.88.98.1'], allowedNetworks: [], baseUrl: () => '' }),
      timeoutMilliseconds: 1000,
      connect: () => {
        const socket = new Socket();
        socket.destroy(Object.assign(new Error('no port left'), { code: 'EADDRNOTAVAIL' }));
        return socket;
      },
    });
    await expect(unconnected('https://example.com/', {}, '{}')).rejects.toThrow(OwnFault);
  });

  it('C2 an attempt during which this process stood still is not one', async () => {
    const attempt = send((socket) => setTimeout(() => socket.destroy(), 3000), 20_000);
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500), 100);
    await expect(attempt).rejects.toThrow('stood still');
  });

  it('a trickling head, and heads that never end, are failures', async () => {
    const trickled = await send((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      flood(socket, 'x', 50);
    });
    expect(trickled).toEqual({ delivered: false, responseCode: null, error: 'timeout' });
    const early = await send((socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', 50));
    expect(early).toEqual({ delivered: false, responseCode: null, error: 'timeout' });
    const huge = await send((socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Filler: ${'x'.repeat(200_000)}\r\n\r\n`));
    expect(huge).toEqual({ delivered: false, responseCode: null, error: 'connect_error' });
  });

  it('no HTTP, a broken connection, and a change of protocol are failures', async () => {
    const failed = { delivered: false, responseCode: null, error: 'connect_error' };
    expect(await send((socket) => socket.write('SSH-2.0-x\r\n'))).toEqual(failed);
    expect(await send((socket) => socket.destroy())).toEqual(failed);
    const upgraded = await send((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    expect(upgraded).toMatchObject({ delivered: false });
  });

  it('a lookup that hangs ends with the attempt', async () => {
    const targets = makeTargets({
      resolve: () => new Promise(() => {}),
      allowedNetworks: [],
      baseUrl: () => 'https://geo.example.com',
    });
    const outcome = await makeSender({ targets, timeoutMilliseconds: 50 })('https://example.com/', {}, '{}');
    expect(outcome).toEqual({ delivered: false, responseCode: null, error: 'timeout' });
  });
});
