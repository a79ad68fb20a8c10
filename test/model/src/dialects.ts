import type { Step } from './script.ts';

/** The lines of a step as a stream of either dialect, in the pieces that they are sent in. */
export const LINES: Readonly<Record<'openai' | 'anthropic', (step: Step) => string[]>> = {
  openai: openAiLines,
  anthropic: anthropicLines,
};

const piecesOf = ({ say }: Step): readonly string[] => (say === undefined ? [] : typeof say === 'string' ? [say] : say);
const argumentsOf = (call: { readonly input?: unknown; readonly raw?: string }): string =>
  call.raw ?? JSON.stringify(call.input ?? {});
const toolName = (id: string): string => id.replaceAll('.', '_');

/** Arguments come in two pieces, cut anywhere. */
function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function openAiLines(step: Step): string[] {
  const chunk = (members: object) =>
    `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'scripted', ...members })}\n\n`;
  const choice = (delta: object, reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const calls = step.calls ?? [];
  const [input, output] = step.tokens ?? [100, 10];
  return [
    ...piecesOf(step).map((content) => choice({ role: 'assistant', content })),
    ...calls.flatMap((call, index) => {
      const [first, second] = halves(argumentsOf(call));
      const head = { index, id: `call_${index}`, type: 'function' };
      return [
        choice({ tool_calls: [{ ...head, function: { name: toolName(call.tool), arguments: first } }] }),
        choice({ tool_calls: [{ index, function: { arguments: second } }] }),
      ];
    }),
    choice({}, step.cut === true ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'),
    chunk({ choices: [], usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } }),
    'data: [DONE]\n\n',
  ];
}

function anthropicLines(step: Step): string[] {
  const event = (type: string, members: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
  const [input, output] = step.tokens ?? [100, 10];
  const calls = step.calls ?? [];
  const pieces = piecesOf(step);
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'scripted' };
  const text =
    pieces.length === 0
      ? []
      : [
          event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
          ...pieces.map((words) =>
            event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } }),
          ),
          event('content_block_stop', { index: 0 }),
        ];
  const first = pieces.length === 0 ? 0 : 1;
  return [
    event('message_start', {
      message: { ...message, stop_reason: null, stop_sequence: null, usage: { input_tokens: input, output_tokens: 1 } },
    }),
    ...text,
    ...calls.flatMap((call, i) => {
      const index = first + i;
      return [
        event('content_block_start', {
          index,
          content_block: { type: 'tool_use', id: `toolu_${i}`, name: toolName(call.tool), input: {} },
        }),
        ...halves(argumentsOf(call)).map((part) =>
          event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: part } }),
        ),
        event('content_block_stop', { index }),
      ];
    }),
    event('message_delta', {
      delta: {
        stop_reason: step.cut === true ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
      },
      usage: { output_tokens: output },
    }),
    event('message_stop', {}),
  ];
}
