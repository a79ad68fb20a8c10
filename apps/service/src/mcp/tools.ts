import type { Action } from '@hinterland/actions';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { problemAnswer } from '../http/problems.ts';
import { actionDescriptors } from '../surface/openapi/descriptors.ts';
import { callAction } from './actionTools.ts';
import { serviceTools } from './serviceTools.ts';
import { type Conduct, READS, type Schema, SPENDS, type ToolAnswer, type ToolListing } from './tool.ts';
import type { Visit } from './visit.ts';

const ANALYSIS_ID = {
  type: 'string',
  description: 'Code of an analysis of yours: the run is stored as its next version',
} as const;

/** Every action under its id, then the tools of the service itself. */
export function listTools(actions: readonly Action[]): ToolListing[] {
  const ofActions = actionDescriptors(actions).map((descriptor): ToolListing => {
    const { id, title, description, charged, inputSchema, outputSchema } = descriptor;
    const schema = inputSchema as Schema;
    const properties = { ...(schema.properties as object), ...(charged ? { analysisId: ANALYSIS_ID } : {}) };
    const note = charged ? ' Without quotedCredits nothing runs: the exact price comes back.' : '';
    return {
      name: id,
      title,
      description: description + note,
      inputSchema: { ...schema, properties },
      outputSchema: outputSchema as Schema,
      annotations: charged ? SPENDS : READS,
    };
  });
  return [...ofActions, ...serviceTools(actions).map(({ call: _, ...tool }) => tool)];
}

/**
 * Runs a tool. What an agent can mend comes back as a result with isError and the problem object; a tool that does not
 * exist is an error of the protocol.
 */
export async function callTool(
  visit: Visit,
  name: string,
  input: Record<string, unknown>,
  conduct: Conduct,
): Promise<ToolAnswer> {
  try {
    const { actions } = visit.parts;
    const action = actions.find(({ id }) => id === name);
    if (action !== undefined) return await callAction(visit, action, input, conduct);
    const tool = serviceTools(actions).find((one) => one.name === name);
    if (tool !== undefined) return structured(await tool.call(visit, input, conduct));
  } catch (error) {
    return problem(visit, error);
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name.slice(0, 100))}.`);
}

export const structured = (value: object, text = JSON.stringify(value)): ToolAnswer => ({
  content: [{ type: 'text', text }],
  structuredContent: value as Record<string, unknown>,
});

function problem(visit: Visit, error: unknown): ToolAnswer {
  const { parts, requestId } = visit;
  const { body, status, unexpected } = problemAnswer(error, parts.baseUrl(), requestId);
  if (unexpected !== undefined) {
    parts.log[status === 500 ? 'error' : 'warn']({ id: requestId, err: unexpected, error: body.error }, 'problem');
  }
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}
