import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { problemAnswer } from '../../kit/http/problems.ts';
import { quoted } from '../../kit/quotedText.ts';
import { callAction, callOf } from './callAction.ts';
import { DESCRIBE_ID } from './describeTool.ts';
import { readArguments } from './readArguments.ts';
import { REST_ID } from './restTool.ts';
import type { ToolServices } from './services.ts';
import type { ServiceTool } from './serviceTools.ts';
import { shortened } from './shorten.ts';
import type { Conduct, Schema, ToolAnswer, ToolUser } from './tool.ts';
import { isCalled } from './toolName.ts';
import type { Visit } from './visit.ts';

/** Tools that are no actions, and the whole schema of the arguments of each tool. */
export interface KnownTools {
  readonly others: readonly ServiceTool[];
  schemaOf(id: string): Schema;
}

/**
 * Runs an action, or one of the tools that are no actions. What an agent can mend comes back as a result with isError
 * and the problem object; a tool that does not exist is an error of the protocol.
 */
export async function callTool(
  services: ToolServices,
  { others, schemaOf }: KnownTools,
  visit: Visit,
  name: string,
  given: Record<string, unknown>,
  conduct: Conduct,
): Promise<ToolAnswer> {
  const read = (id: string) => readArguments(schemaOf(id), given) as Record<string, unknown>;
  try {
    const action = services.actions.find(({ id }) => isCalled(id, name));
    if (action !== undefined) return await callAction(services, visit, action, read(action.id), conduct);
    const tool = others.find(({ id }) => isCalled(id, name));
    if (tool !== undefined) {
      const value = await tool.call(userOf(services, visit), read(tool.id), conduct);
      return structured(value, !WHOLE.includes(tool.id));
    }
  } catch (error) {
    return problem(services, visit, error);
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${quoted(name)}.`);
}

/** The rest of an answer, and schemas: a list of words that is cut would be another schema. */
const WHOLE: readonly string[] = [REST_ID, DESCRIBE_ID];

const userOf = (services: ToolServices, visit: Visit): ToolUser => ({
  caller: visit.caller,
  callOf: (actionId, body, conduct) => callOf(services, visit, actionId, body, conduct),
});

/** Answers of reading tools: they are repeated with a cursor or a part, so what is left out is named alone. */
function structured(value: object, isShortened: boolean): ToolAnswer {
  const whole = value as Record<string, unknown>;
  const { answer, leftOut } = isShortened ? shortened(whole, true) : { answer: whole, leftOut: [] };
  const short = leftOut.length === 0 ? answer : { ...answer, shortened: { leftOut } };
  return { content: [{ type: 'text', text: JSON.stringify(short) }], structuredContent: short };
}

function problem({ baseUrl, log }: ToolServices, { exchange: { id } }: Visit, error: unknown): ToolAnswer {
  const { body, status, unexpected } = problemAnswer(error, baseUrl(), id);
  if (unexpected !== undefined) {
    log[status === 500 ? 'error' : 'warn']({ id, err: unexpected, error: body.error }, 'problem');
  }
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}
