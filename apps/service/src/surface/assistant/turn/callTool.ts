import { isObject } from '../../../kit/json.ts';
import { cleanText, digestOf, fenced } from '../evidence/untrusted.ts';
import type { ModelCall } from '../model/model.ts';
import { insertResult, nameOfResult } from '../store/results.ts';
import { type AssistantTool, OURS } from '../toolbox.ts';
import { type Called, type Calling, faultOf } from './calling.ts';
import { proposeCard } from './propose.ts';

/**
 * Does what the model has asked for: a free call is run, one that costs becomes a card. Whatever is wrong with the call is told
 * to the model as data. Throws TurnEnded, and the reason of the signal.
 */
export async function callTool(calling: Calling, call: ModelCall): Promise<Called> {
  const { settings, writer, signal } = calling;
  const tool = settings.toolbox.find(call.tool);
  const answer = (text: string): Called => ({ result: { id: call.id, tool: call.tool, text }, waits: false });
  if (tool === undefined) {
    const detail = `There is no tool ${JSON.stringify(cleanText(call.tool, 60))}.`;
    writer.part({ ...failedStep(call.id, cleanText(call.tool, 60), detail), title: 'Unknown tool' });
    return answer(fenced('error', { error: 'unknown_tool', detail }));
  }
  const input = inputOf(call.input);
  if (input === null) {
    const detail = 'The arguments are not a JSON object.';
    writer.part({ ...failedStep(call.id, tool.id, detail), title: tool.title });
    return answer(fenced('error', { error: 'validation_error', detail }));
  }
  if ('action' in tool && tool.action.tariff !== null) {
    const proposed = await proposeCard(calling, { call, action: tool.action, input }).catch((error): Called => {
      const { detail, told } = faultOf(calling, error);
      writer.part({ ...failedStep(call.id, tool.id, detail), title: tool.title, input });
      return answer(told);
    });
    if (proposed !== 'free') return proposed;
  }
  const step = { type: 'tool', id: call.id, tool: tool.id, title: tool.title, input, free: true } as const;
  const index = writer.part({ ...step, state: 'running' });
  await writer.flush();
  try {
    const result = await runFree(calling, tool, input);
    const shown = { tool: tool.id, input, result: digestOf(result), analysis: null, version: null };
    const name = nameOfResult(await insertResult(settings.db, calling.conversationId, shown));
    calling.learn(name, shown);
    writer.replace(index, { ...step, state: 'done' });
    return answer(fenced(name, shown.result));
  } catch (error) {
    signal.throwIfAborted();
    const { detail, told } = faultOf(calling, error);
    writer.replace(index, { ...step, state: 'failed', detail });
    return answer(told);
  }
}

async function runFree(
  { settings, asker, signal }: Calling,
  tool: AssistantTool,
  input: Record<string, unknown>,
): Promise<unknown> {
  const conduct = { signal, progress: undefined };
  if ('reads' in tool) return tool.reads.call(asker, input, conduct);
  // A charged action comes here where it costs nothing, as an isochrone does in the web app.
  const body = tool.action.tariff === null ? input : { ...input, quotedCredits: 0 };
  const { result } = await settings.runs.execute(asker.callOf(tool.action.id, body, conduct));
  return JSON.parse(Buffer.concat(result).toString('utf8'));
}

const failedStep = (id: string, tool: string, detail: string) =>
  ({ type: 'tool', id, tool, title: tool, state: 'failed', input: {}, detail, free: true }) as const;

/** Arguments without the members that are not the model's to set; null where they are no object. */
function inputOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    if (!isObject(value)) return null;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !OURS.includes(name)));
  } catch {
    return null;
  }
}
