import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { makeAccount } from '../../testing/town.ts';

const VERSION = '2026-07-28';
const listenTo = (notifications: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    },
  },
});

describeOnBoth('a subscription of /mcp', (database) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(database(), { workers: 1 });
  });
  afterAll(() => service?.close());

  // A stream that stayed open would have to end with its key, and each key could have so many of them.
  it.each([
    ['tools', { toolsListChanged: true }],
    ['prompts', { promptsListChanged: true }],
    ['resources', { resourcesListChanged: true }],
    ['a resource', { resourceSubscriptions: ['hinterland://data'] }],
    ['everything', { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }],
    ['nothing', {}],
  ])('M3 to %s ends at once, since the service tells of no changes', async (_, notifications) => {
    const { secret } = await makeAccount(database().db);
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': VERSION,
        'Mcp-Method': 'subscriptions/listen',
      },
      body: JSON.stringify(listenTo(notifications)),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const messages = [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data as string),
    );
    expect(messages).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
      { id: 1, result: { resultType: 'complete' } },
    ]);
  });
});
