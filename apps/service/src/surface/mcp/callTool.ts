import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { problemAnswer } from '../../kit/http/problems.ts';
import { quoted } from '../../kit/quotedText.ts';
import { callAction, callOf } from './callAction.ts';
import type { ToolServices } from './services.ts';
import type { ServiceTool } from './serviceTools.ts';
import type { Conduct, ToolAnswer, ToolUser } from './tool.ts';
import { isCalled } from './toolName.ts';
import type { Visit } from './visit.ts';

/**
 * Runs an action, or one of the tools that are no actions. What an agent can mend comes back as a result with isError
 * and the problem object; a tool that does not exist is an error of the protocol.
 */
export async function callTool(
  services: ToolServices,
  others: readonly ServiceTool[],
  visit: Visit,
  name: string,
  input: Record<string, unknown>,
  conduct: Conduct,
): Promise<ToolAnswer> {
  try {
    const action = services.actions.find(({ id }) => isCalled(id, name));
    if (action !== undefined) return await callAction(services, visit, action, input, conduct);
    const tool = others.find(({ id }) => isCalled(id, name));
    if (tool !== undefined) return structured(await tool.call(userOf(services, visit), input, conduct));
  } catch (error) {
    return problem(services, visit, error);
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${quoted(name)}.`);
}

const userOf = (services: ToolServices, visit: Visit): ToolUser => ({
  caller: visit.caller,
  callOf: (actionId, body, conduct) => callOf(services, visit, actionId, body, conduct),
});

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
