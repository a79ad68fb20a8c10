import { describe, expect, it } from 'vitest';
import { amongCollections, startSilentServer } from '../../../test/model/src/silentServer.ts';
import { ConnectionError } from './errors.ts';
import { Transport } from './transport.ts';

it('gives up an answer that breaks off in silence, whatever garbage was collected before', async () => {
  const server = await startSilentServer();
  try {
    const transport = new Transport({ baseUrl: server.url, apiKey: 'none', timeoutSeconds: 0.5, maxRetries: 0 });
    const call = () => transport.call({ method: 'GET', path: '/api/v1/me' });
    await expect(amongCollections(call)).rejects.toThrow(ConnectionError);
  } finally {
    await server.close();
  }
});

describe('an answer whose body follows no signal of the call', () => {
  /** Answers at once with a body that neither goes on nor ends, and that nobody but its reader can give up. */
  const silent: typeof fetch = async () =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"data":')) }));
  const transport = (timeoutSeconds: number) =>
    new Transport({ baseUrl: 'http://service.example', apiKey: 'none', timeoutSeconds, maxRetries: 0, fetch: silent });

  it('is given up at the time limit', async () => {
    const called = transport(0.05).call({ method: 'GET', path: '/api/v1/me' });
    await expect(endsWithin(2000, called)).rejects.toThrow(ConnectionError);
  });

  it('is given up when the caller aborts, for the reason given', async () => {
    const caller = new AbortController();
    const called = transport(60).call({ method: 'GET', path: '/api/v1/me', signal: caller.signal });
    setTimeout(() => caller.abort(new Error('no longer wanted')), 20);
    await expect(endsWithin(2000, called)).rejects.toThrow('no longer wanted');
  });
});

/** The same, or "still waiting" where it takes longer. */
function endsWithin<T>(milliseconds: number, promise: Promise<T>): Promise<T | string> {
  return Promise.race([
    promise,
    new Promise<string>((resolve) => setTimeout(() => resolve('still waiting'), milliseconds)),
  ]);
}
