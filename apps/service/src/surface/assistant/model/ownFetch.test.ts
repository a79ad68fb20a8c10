import { expect, it } from 'vitest';
import { amongCollections, startSilentServer } from '../../../../../../test/model/src/silentServer.ts';
import { fetchOnlyFrom } from './ownFetch.ts';

it('ends a body that stays silent when the signal says so, whatever garbage was collected before', async () => {
  const server = await startSilentServer();
  try {
    const ask = async () => {
      const response = await fetchOnlyFrom(server.url)(server.url, { signal: AbortSignal.timeout(500) });
      return response.text();
    };
    await expect(amongCollections(ask)).rejects.toThrow('aborted due to timeout');
  } finally {
    await server.close();
  }
});

it('calls the origin of the setting and nothing else', async () => {
  const call = fetchOnlyFrom('http://127.0.0.1:9/v1');
  await expect(call('http://127.0.0.1:10/v1')).rejects.toThrow('the model is called at http://127.0.0.1:9 alone');
});
