import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'vitest';

/** What a client of either generation gives a test. */
export interface Connected {
  listTools(): Promise<{ tools: { name: string; [member: string]: unknown }[] }>;
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    options?: { signal?: AbortSignal; onprogress?: (progress: { progress: number; message?: string }) => void },
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
  ): Promise<any>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: unknown[] }>;
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  close(): Promise<void>;
}

/** Clients of both generations, and of the second in both revisions. */
export const CLIENTS = {
  'client of the first generation': async (url: URL, requestInit: RequestInit): Promise<Connected> => {
    const client = new Client({ name: 'test', version: '1' });
    // Their transport does not meet their own interface under exactOptionalPropertyTypes.
    const transport = new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client['connect']>[0];
    await client.connect(transport);
    return {
      listTools: () => client.listTools(),
      callTool: (params, options) => client.callTool(params, undefined, options),
      listPrompts: () => client.listPrompts(),
      getPrompt: (params) => client.getPrompt(params),
      listResources: () => client.listResources(),
      readResource: (params) => client.readResource(params),
      close: () => client.close(),
    };
  },
  'client of the second generation, with a handshake': (url: URL, requestInit: RequestInit) =>
    modern(url, requestInit, 'legacy', '2025-11-25'),
  'client of the second generation, stateless': (url: URL, requestInit: RequestInit) =>
    modern(url, requestInit, 'auto', '2026-07-28'),
} as const;

async function modern(url: URL, requestInit: RequestInit, mode: 'auto' | 'legacy', revision: string) {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(url, { requestInit }));
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  return client as unknown as Connected;
}
