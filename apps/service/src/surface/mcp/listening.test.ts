import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';

const VERSION = '2026-07-28';
const LISTEN = {
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    },
  },
};

describeOnBoth('a subscription of /mcp', (database) => {
  let service: TestService;
  const db = () => database().db;
  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1 });
  });
  afterAll(() => service?.close());

  it.each([
    ['its key is revoked', 'update api_key set revoked_at = now()'],
    ['its user leaves the organization', 'delete from membership'],
  ])('M3 ends within seconds after %s', { timeout: 20_000 }, async (_, statement) => {
    const { secret } = await makeAccount(db());
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': VERSION,
        'Mcp-Method': LISTEN.method,
      },
      body: JSON.stringify(LISTEN),
      signal: AbortSignal.timeout(15_000),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    await sql.raw(statement).execute(db());
    const begun = performance.now();
    while (!(await reader.read()).done);
    expect(performance.now() - begun).toBeLessThan(6_000);
  });
});
