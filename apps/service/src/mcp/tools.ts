import type { ActionDescriptor } from '@hinterland/contract';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { inlineSchema } from '../http/inlineSchema.ts';
import { problemAnswer } from '../http/problems.ts';
import { quoted } from '../quote.ts';
import { actionDescriptors } from '../runs/descriptors.ts';
import { callAction, callOf } from './actionTools.ts';
import type { ToolServices } from './services.ts';
import { serviceTools } from './serviceTools.ts';
import { type Conduct, READS, type Schema, SPENDS, type ToolAnswer, type ToolListing, type ToolUser } from './tool.ts';
import { viewOfTool } from './views.ts';
import type { Visit } from './visit.ts';

const ANALYSIS_ID = {
  type: 'string',
  description: 'Code of an analysis of yours: the run is stored as its next version',
} as const;

/** Returns the tools of the service: every action under its id, then the tools that are no actions. */
export interface Tools {
  list(): ToolListing[];
  /**
   * Runs a tool. What an agent can mend comes back as a result with isError and the problem object; a tool that does not
   * exist is an error of the protocol.
   */
  call(visit: Visit, name: string, input: Record<string, unknown>, conduct: Conduct): Promise<ToolAnswer>;
}

export function makeTools(services: ToolServices): Tools {
  const { actions } = services;
  const others = serviceTools(services);
  return {
    list: () => [...actionDescriptors(actions).map(listingOf), ...others.map(({ call: _, ...tool }) => tool)],
    async call(visit, name, input, conduct) {
      try {
        const action = actions.find(({ id }) => id === name);
        if (action !== undefined) return await callAction(services, visit, action, input, conduct);
        const tool = others.find((one) => one.name === name);
        if (tool !== undefined) return structured(await tool.call(userOf(services, visit), input, conduct));
      } catch (error) {
        return problem(services, visit, error);
      }
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${quoted(name)}.`);
    },
  };
}

const userOf = (services: ToolServices, visit: Visit): ToolUser => ({
  caller: visit.caller,
  callOf: (actionId, body, conduct) => callOf(services, visit, actionId, body, conduct),
});

/** An action as a tool. */
export function listingOf({
  id,
  title,
  description,
  charged,
  inputSchema,
  outputSchema,
}: ActionDescriptor): ToolListing {
  const schema = inlineSchema(inputSchema) as Schema;
  const properties = { ...(schema.properties as object), ...(charged ? { analysisId: ANALYSIS_ID } : {}) };
  const note = charged ? ' Without quotedCredits nothing runs: the exact price comes back.' : '';
  return {
    name: id,
    title,
    description: description + note,
    inputSchema: { ...schema, properties },
    outputSchema: inlineSchema(outputSchema) as Schema,
    annotations: charged ? SPENDS : READS,
    ...viewOfTool(id),
  };
}

const structured = (value: object): ToolAnswer => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value as Record<string, unknown>,
});

function problem({ baseUrl, log }: ToolServices, { exchange: { id } }: Visit, error: unknown): ToolAnswer {
  const { body, status, unexpected } = problemAnswer(error, baseUrl(), id);
  if (unexpected !== undefined) {
    log[status === 500 ? 'error' : 'warn']({ id, err: unexpected, error: body.error }, 'problem');
  }
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}
