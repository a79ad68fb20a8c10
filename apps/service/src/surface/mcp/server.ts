import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import { organizationParty } from '../../kit/rates/pace.ts';
import { callTool, type KnownTools } from './callTool.ts';
import { getPrompt, promptsOf } from './prompts.ts';
import { listResources, readResource } from './resources.ts';
import type { ToolServices } from './services.ts';
import type { ToolListing } from './tool.ts';
import type { Visit } from './visit.ts';

/** How agents agree to prices; nothing, where there are none. */
const HOW_TO_AGREE = `A charged
tool called without quotedCredits does not run: it answers with its exact price; call it again with that number in
quotedCredits, once the person agrees. Send an idempotencyKey with every charged call: repeating it never charges twice.`;

/** Instructions that agents read first. */
const instructionsOf = (
  house: boolean,
) => `Hinterland counts who lives, earns and spends within reach of a place, who serves them, and where to
open or close. Places are {lat, lng} in degrees; find them with search_addresses or areas_list${house ? '' : ', which are free'}. Lists
describe each argument once, in short: tools_describe has a tool's arguments in full, and the schema of its result. ${house ? '' : HOW_TO_AGREE}
Long answers come without polygons and with the beginning of long lists; shortened says so, and answers_rest has the rest.
Every figure comes with its method, data versions and coverage: pass them on.`;

/** Lifetime of lists in the caches of clients, in milliseconds: lists change with releases only. */
const LIST_TTL_MILLISECONDS = 300_000;
const KEEP = { ttlMs: LIST_TTL_MILLISECONDS, cacheScope: 'private' } as const;

/** What all requests share: the tools that are no actions, and the list of all. */
interface Tools extends KnownTools {
  readonly tools: () => ToolListing[];
}

/** The server object of one request. Lists are in the registry's order and the same for every key. */
export function toolServer(services: ToolServices, { tools, ...known }: Tools, visit: Visit): Server {
  const server = new Server(
    { name: 'hinterland', title: 'Hinterland', version: '1.0.0', websiteUrl: services.baseUrl() },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: instructionsOf(services.house),
      cacheHints: { 'tools/list': KEEP, 'prompts/list': KEEP, 'resources/list': KEEP, 'server/discover': KEEP },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools() }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    callTool(services, known, visit, params.name, params.arguments ?? {}, {
      signal: AbortSignal.any([visit.exchange.signal, mcpReq.signal]),
      progress: progressOf(params._meta?.progressToken, (notification) => mcpReq.notify(notification)),
    }),
  );
  server.setRequestHandler('prompts/list', () => ({
    prompts: promptsOf(services.house).map(({ text: _, ...prompt }) => prompt),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = getPrompt(promptsOf(services.house), params.name, params.arguments ?? {});
    if (typeof prompt !== 'string') return prompt;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, prompt);
  });
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const resource = await readResource(services, params.uri, {
      party: organizationParty(visit.caller.organization.id),
      signal: visit.exchange.signal,
    });
    if (resource !== null) return resource;
    throw new ResourceNotFoundError(params.uri);
  });
  return server;
}

interface ProgressNotification {
  readonly method: 'notifications/progress';
  readonly params: { progressToken: string | number; progress: number; total: number; message: string };
}

/** Reports the progress of a run to a client that asked for it; steps that go back or repeat are left out. */
function progressOf(
  progressToken: string | number | undefined,
  notify: (notification: ProgressNotification) => Promise<void>,
): ((fraction: number, step: string) => void) | undefined {
  if (progressToken === undefined) return undefined;
  let last = -1;
  return (fraction, message) => {
    const progress = Math.round(fraction * 1000) / 1000;
    if (progress <= last) return;
    last = progress;
    const params = { progressToken, progress, total: 1, message };
    notify({ method: 'notifications/progress', params }).catch(() => {}); // the client may have gone
  };
}
