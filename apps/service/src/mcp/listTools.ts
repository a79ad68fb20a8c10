import type { Action } from '@hinterland/actions';
import type { ActionDescriptor } from '@hinterland/contract';
import { inlineSchema } from '../http/inlineSchema.ts';
import { actionDescriptors } from '../runs/descriptors.ts';
import type { ServiceTool } from './serviceTools.ts';
import { READS, type Schema, SPENDS, type ToolListing } from './tool.ts';
import { viewOfTool } from './views.ts';

const ANALYSIS_ID = {
  type: 'string',
  description: 'Code of an analysis of yours: the run is stored as its next version',
} as const;

/** Returns the tools of the service: every action under its id, then the tools that are no actions. */
export function listTools(actions: readonly Action[], others: readonly ServiceTool[]): ToolListing[] {
  return [...actionDescriptors(actions).map(listingOf), ...others.map(({ call: _, ...listing }) => listing)];
}

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
