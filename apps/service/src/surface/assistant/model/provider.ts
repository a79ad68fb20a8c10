import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, type JSONObject, type LanguageModelV3, type LanguageModelV3Message } from '@ai-sdk/provider';
import { type Model, type ModelEvent, ModelFault, type ModelMessage, type ModelRequest } from './model.ts';
import { fetchOnlyFrom } from './ownFetch.ts';
import type { LlmConfig } from './settings.ts';

/** The model that the operator has set, in either dialect. */
export function openModel(config: LlmConfig): Model {
  const model = languageModel(config);
  return { answer: (request, signal) => answer(model, request, signal) };
}

function languageModel({ url, model, key, dialect }: LlmConfig): LanguageModelV3 {
  const settings = { baseURL: url, fetch: fetchOnlyFrom(url) };
  if (dialect === 'anthropic') return createAnthropic({ ...settings, apiKey: key ?? 'none' })(model);
  const secret = key === undefined ? {} : { apiKey: key };
  return createOpenAICompatible({ ...settings, ...secret, name: 'model', includeUsage: true })(model);
}

async function* answer(model: LanguageModelV3, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  try {
    const { stream } = await model.doStream({
      prompt: [{ role: 'system', content: request.system }, ...request.messages.flatMap(messagesOf)],
      tools: request.tools.map((tool) => ({ type: 'function', ...tool })),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: signal,
    });
    let whole = false;
    for await (const part of stream) {
      signal.throwIfAborted();
      if (part.type === 'text-delta') yield { type: 'text', delta: part.delta };
      else if (part.type === 'tool-call') {
        yield { type: 'call', call: { id: part.toolCallId, tool: part.toolName, input: part.input } };
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'finish') {
        const { inputTokens, outputTokens } = part.usage;
        yield { type: 'tokens', input: inputTokens.total ?? 0, output: outputTokens.total ?? 0 };
        whole = part.finishReason.raw !== undefined && part.finishReason.unified !== 'error';
        if (whole) yield { type: 'end', cut: part.finishReason.unified === 'length' };
      }
    }
    if (!whole) throw new ModelFault('model_broke_off');
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error);
  }
}

function messagesOf(message: ModelMessage): LanguageModelV3Message[] {
  if (message.role === 'user') return [{ role: 'user', content: [{ type: 'text', text: message.text }] }];
  if (message.role === 'tool') {
    const content = message.results.map(
      ({ id, tool, text }) =>
        ({ type: 'tool-result', toolCallId: id, toolName: tool, output: { type: 'text', value: text } }) as const,
    );
    return content.length === 0 ? [] : [{ role: 'tool', content }];
  }
  const calls = message.calls.map(
    ({ id, tool, input }) => ({ type: 'tool-call', toolCallId: id, toolName: tool, input: objectOf(input) }) as const,
  );
  const text = message.text.trim() === '' ? [] : [{ type: 'text', text: message.text } as const];
  const content = [...text, ...calls];
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

/** Arguments that are no object are shown to the model as none: servers refuse a history that they cannot parse. */
function objectOf(input: string): JSONObject {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JSONObject) : {};
  } catch {
    return {};
  }
}

function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  if (APICallError.isInstance(error)) {
    // Headers and body of the request are left out: they hold the key and what people asked.
    const { statusCode, message } = error;
    const cause = new Error(`${statusCode ?? 'no answer'}: ${message}`);
    if (statusCode === 429 || statusCode === 503 || statusCode === 529) return new ModelFault('model_busy', cause);
    if (statusCode === undefined) return new ModelFault('model_away', cause);
    return new ModelFault(statusCode < 400 ? 'model_broke_off' : 'model_refused', cause);
  }
  return new ModelFault('model_broke_off', new Error((error as Error).message));
}
