import { type Misfit, schemaChecker } from './schemas.ts';

/** A tool as tools/list publishes it, and the schema of its result, which tools_describe gives. */
export interface PublishedTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: unknown;
}

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly text?: string }[];
}

/** The tool call that a JSON-RPC message is, or null. */
export function toolCallOf(message: string): ToolCall | null {
  if (!message.includes('tools/call')) return null;
  const { method, params } = JSON.parse(message) as { method?: string; params: ToolCall };
  return method === 'tools/call' ? params : null;
}

/** The name of the tool that is called; its id with dots was its name before. */
export const nameOf = ({ name }: ToolCall): string => name.replaceAll('.', '_');

/** The result in an answer of /mcp, sent whole or as a stream of events; null where there is none. */
export function resultIn(answer: string, type: string): ToolResult | null {
  const messages =
    type === 'text/event-stream'
      ? [...answer.matchAll(/^data: ?(\{.*)$/gm)].map(([, data]) => data as string)
      : [answer];
  const last = messages.at(-1);
  return last === undefined ? null : ((JSON.parse(last) as { result?: ToolResult }).result ?? null);
}

/**
 * Holds calls of tools against the published list: arguments that were taken fit inputSchema, structured content fits
 * outputSchema and says the same as the text, and an error is a problem object.
 */
export function toolChecker(tools: readonly PublishedTool[], problem: (value: unknown) => string | null) {
  const misfit: Misfit = schemaChecker();
  return (call: ToolCall, result: ToolResult): readonly string[] => {
    const tool = tools.find(({ name }) => name === nameOf(call));
    if (tool === undefined) return [`the tool ${call.name} is not published`];
    const text = result.content?.[0]?.text;
    if (result.isError) {
      const fault = text === undefined ? 'there is none' : problem(JSON.parse(text));
      return fault === null ? [] : [`the problem of the tool ${call.name} does not fit: ${fault}\n${text}`];
    }
    const faults: string[] = [];
    const takes = misfit(tool.inputSchema, call.arguments ?? {});
    if (takes !== null) faults.push(`the tool ${call.name} took arguments that do not fit: ${takes}`);
    const gives = misfit(tool.outputSchema, result.structuredContent);
    if (gives !== null) faults.push(`the structured content of the tool ${call.name} does not fit: ${gives}`);
    return faults;
  };
}
