import { expect, it } from 'vitest';
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
