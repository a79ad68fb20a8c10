import { z } from 'zod';
import { describeTools, type Offered } from './listTools.ts';
import { type ServiceTool, tool } from './serviceTools.ts';
import type { ToolDescription } from './tool.ts';
import { toolName } from './toolName.ts';

export const DESCRIBE_ID = 'tools.describe';

const schema = z.record(z.string(), z.unknown());

/** Returns tools with one more, which describes all of them: a model reads what lists leave out for the tools that it uses. */
export function withDescriber(offered: Offered, others: readonly ServiceTool[]): readonly ServiceTool[] {
  const names = [...[...offered.actions, ...others].map(({ id }) => toolName(id)), toolName(DESCRIBE_ID)];
  const tools: readonly ServiceTool[] = [...others, describer(names, () => describeTools(offered, tools))];
  return tools;
}

const describer = (names: readonly string[], descriptions: () => readonly ToolDescription[]): ServiceTool =>
  tool({
    id: DESCRIBE_ID,
    title: 'Description of a tool',
    description: "A tool's arguments in full, with an example; on request the schema of its result. Free.",
    input: z.object({
      // Ids are taken like names.
      tool: z
        .preprocess((name) => (typeof name === 'string' ? toolName(name) : name), z.enum(names))
        .describe('Name of the tool'),
      result: z.boolean().default(false).describe('Adds the schema of the result'),
    }),
    output: z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      inputSchema: schema.describe('JSON Schema (2020-12) of the arguments'),
      outputSchema: schema.optional().describe('JSON Schema (2020-12) of the structured content'),
      example: schema.optional().describe('Arguments of a call that works on the demo territory'),
    }),
    async call(_, { tool: name, result }) {
      const {
        id: _id,
        annotations: _annotations,
        outputSchema,
        ...rest
      } = descriptions().find(({ id }) => toolName(id) === name) as ToolDescription;
      return { name, ...rest, ...(result ? { outputSchema } : {}) };
    },
  });
