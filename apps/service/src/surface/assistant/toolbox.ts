import type { Action } from '@hinterland/actions';
import type { Analyses } from '../../work/analyses/service.ts';
import type { Datasets } from '../../work/datasets/service.ts';
import { alternativesOf } from '../mcp/briefSchema.ts';
import { markLacking } from '../mcp/lacking.ts';
import { describeTools, type Offered, QUOTE_NOTE } from '../mcp/listTools.ts';
import type { ToolServices } from '../mcp/services.ts';
import { type ServiceTool, serviceTools } from '../mcp/serviceTools.ts';
import type { Schema } from '../mcp/tool.ts';
import { toolName } from '../mcp/toolName.ts';
import type { ModelTool } from './model/model.ts';
import { readingTools } from './readingTools.ts';

export interface ToolboxServices
  extends Pick<ToolServices, 'actions' | 'runs' | 'jobs' | 'credits' | 'house' | 'territories'> {
  readonly analyses: Analyses;
  readonly datasets: Datasets;
}

/** What the model may call: an action, or a tool that reads. */
export type AssistantTool = { readonly id: string; readonly title: string } & (
  | { readonly action: Action }
  | { readonly reads: ServiceTool }
);

export interface Toolbox {
  /** Made when it is first read. */
  readonly list: readonly ModelTool[];
  /** By the name that the model uses. */
  find(name: string): AssistantTool | undefined;
  titleOf(actionId: string): string;
}

/**
 * The tools of the assistant: those of the tool server, made from the same descriptors, without the ones that change
 * anything, and readers of analyses and datasets. None fetches addresses, sends mail, shares, deletes or makes keys.
 */
export function makeToolbox(services: ToolboxServices): Toolbox {
  const { actions, analyses, datasets } = services;
  const readers = [
    ...serviceTools(services).filter(({ annotations }) => annotations.readOnlyHint),
    ...readingTools(analyses, datasets),
  ];
  const tools = new Map<string, AssistantTool>([
    ...actions.map((action) => [toolName(action.id), { id: action.id, title: action.title, action }] as const),
    ...readers.map((reads) => [toolName(reads.id), { id: reads.id, title: reads.title, reads }] as const),
  ]);
  if (tools.size !== actions.length + readers.length) throw new Error('two tools of the assistant have the same name');
  let list: readonly ModelTool[] | undefined;
  return {
    get list() {
      list ??= modelTools(services, readers);
      return markLacking(list, actions, services.territories());
    },
    find: (name) => tools.get(name),
    titleOf: (id) => actions.find((action) => action.id === id)?.title ?? id,
  };
}

/** Tools with all that their schemas say: this model cannot ask for more. Plain objects at the top, as servers of models demand. */
function modelTools(offered: Offered, readers: readonly ServiceTool[]): ModelTool[] {
  const decided = new Set(offered.actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id));
  return describeTools(offered, readers).map(({ id, description, inputSchema }) => ({
    name: toolName(id),
    description:
      description.replace(QUOTE_NOTE, ' Charged: the person decides by a click.') +
      (offered.house && decided.has(id) ? ' The person decides by a click.' : '') +
      alternativesOf(inputSchema),
    inputSchema: plainSchema(withoutOurs(inputSchema)) as ModelTool['inputSchema'],
  }));
}

/** Members of a call that are the service's to set, never the model's. */
export const OURS: readonly string[] = ['quotedCredits', 'idempotencyKey', 'analysisId'];

function withoutOurs({ oneOf: _, anyOf: __, ...schema }: Schema): Schema {
  const properties = Object.entries((schema.properties ?? {}) as object).filter(([name]) => !OURS.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A schema without the members that a model does not need: every request carries it. */
function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, value]) =>
          !(LEFT_OUT.includes(name) || name.startsWith('x-')) ||
          (typeof value === 'object' && !Array.isArray(value) && name !== '$schema'),
      )
      .map(([name, value]) => [name, plainSchema(value)]),
  );
}

const LEFT_OUT = ['$schema', 'examples', '$id'];
