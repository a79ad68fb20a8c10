import { LIMITS } from '@hinterland/contract';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { correctionTools } from './correctionTools.ts';
import { withDescriber } from './describeTool.ts';
import { markLacking } from './lacking.ts';
import { describeTools, listTools } from './listTools.ts';
import { restTool } from './restTool.ts';
import { toolServer } from './server.ts';
import type { ToolServices } from './services.ts';
import { serviceTools } from './serviceTools.ts';
import type { Schema, ToolListing } from './tool.ts';
import type { Visit } from './visit.ts';

/**
 * One handler for all requests: a fresh server object per request serves the revisions with a handshake (2024-11-05 to
 * 2025-11-25) and the stateless one (2026-07-28) alike.
 */
export function makeHandler(services: ToolServices): McpHttpHandler {
  const others = withDescriber(services, [...serviceTools(services), ...correctionTools(services), restTool(services)]);
  // Made once: agents ask with every connection, and it takes the thread that answers as long as 80 free calls.
  let list: ToolListing[] | undefined;
  const tools = () => {
    list ??= listTools(services, others);
    return markLacking(list, services.actions, services.territories());
  };
  let schemas: ReadonlyMap<string, Schema> | undefined;
  const schemaOf = (id: string) => {
    schemas ??= new Map(describeTools(services, others).map((tool) => [tool.id, tool.inputSchema]));
    return schemas.get(id) as Schema;
  };
  const shared = { others, tools, schemaOf };
  return createMcpHandler(({ authInfo }) => toolServer(services, shared, authInfo?.extra?.visit as Visit), {
    maxRequestBodySize: LIMITS.largeBodyBytes,
  });
}
