import type { ActionDescriptor } from '@hinterland/contract';
import { inlineSchema } from '../../kit/http/inlineSchema.ts';
import { actionDescriptors } from '../../work/runs/descriptors.ts';
import { alternativesOf, briefSchema } from './briefSchema.ts';
import { withoutPrices } from './house.ts';
import type { ToolServices } from './services.ts';
import type { ServiceTool } from './serviceTools.ts';
import { READS, type Schema, SPENDS, type ToolDescription, type ToolListing } from './tool.ts';
import { inToolNames, toolName } from './toolName.ts';
import { viewOf } from './views.ts';

const ANALYSIS_ID = {
  type: 'string',
  description: 'Code of an analysis of yours to store the run in',
} as const;

/** What the tools are made of. */
export type Offered = Pick<ToolServices, 'actions' | 'house'>;

/** What an answer says when it is too long for a model. */
const SHORTENED = {
  type: 'object',
  description: 'Of long answers: what is left out, as JSON Pointers, and how to get it',
  properties: {
    leftOut: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string' },
          shown: { type: 'integer' },
          of: { type: 'integer' },
          characters: { type: 'integer' },
        },
        required: ['pointer'],
      },
    },
    rest: { type: 'string' },
  },
  required: ['leftOut'],
} as const;

/** How callers of the API learn the price, and how agents do. */
const HOW_TO_QUOTE = /[;.] [Cc]all quote for the exact price\./;
export const QUOTE_NOTE = ' Without quotedCredits nothing runs: it is priced.';

/**
 * Returns the tools of the service as lists have them: every action, then the tools that are no actions. Models read the
 * list with every question, so it is short: results have no schema here, and arguments their first sentence.
 * tools_describe has the rest.
 */
export function listTools(offered: Offered, others: readonly ServiceTool[]): ToolListing[] {
  const described = new Set<string>();
  return describeTools(offered, others).map(({ id, title, description, inputSchema, annotations }) => ({
    name: toolName(id),
    title,
    description: description + alternativesOf(inputSchema),
    inputSchema: briefSchema(inputSchema, described),
    annotations,
    ...viewOf(offered.actions.find((action) => action.id === id) ?? {}),
  }));
}

/** Returns the same tools with their whole schemas. Texts call other tools by the names that clients see. */
export function describeTools({ actions, house }: Offered, others: readonly ServiceTool[]): ToolDescription[] {
  const ids = new Set([...actions, ...others].map(({ id }) => id));
  const tools = [...actionDescriptors(actions).map(descriptionOf), ...others.map(({ call: _, ...tool }) => tool)];
  return (house ? tools.map(withoutPrices) : tools).map((tool) => withToolNames(tool, ids) as ToolDescription);
}

/** An action as a tool. */
function descriptionOf({ charged, inputSchema, outputSchema, ...action }: ActionDescriptor): ToolDescription {
  const { id, title, description, example } = action;
  const schema = inlineSchema(inputSchema) as Schema;
  const properties = { ...(schema.properties as object), ...(charged ? { analysisId: ANALYSIS_ID } : {}) };
  const result = inlineSchema(outputSchema) as Schema;
  return {
    id,
    title,
    description: charged ? description.replace(HOW_TO_QUOTE, '.') + QUOTE_NOTE : description,
    inputSchema: { ...schema, properties },
    outputSchema: { ...result, properties: { ...(result.properties as object), shortened: SHORTENED } },
    annotations: charged ? SPENDS : READS,
    example,
  };
}

/** A description, or a part of one, whose texts have names of tools in place of ids. */
function withToolNames(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withToolNames(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'description' && typeof member === 'string' ? inToolNames(member, ids) : withToolNames(member, ids),
    ]),
  );
}
