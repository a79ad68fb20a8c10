import type { Caller, Runner } from '../../kit/who.ts';
import type { Call } from '../../work/runs/runs.ts';

/** JSON Schema of an object. */
export type Schema = { type: 'object'; [member: string]: unknown };

/** A tool with the whole of its schemas. */
export interface ToolDescription {
  /** The id of its action, or one like it; its name is made from it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
  /** Arguments of a call that works on the demo territory. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A tool as tools/list shows it. */
export interface ToolListing extends Pick<ToolDescription, 'title' | 'description' | 'inputSchema' | 'annotations'> {
  readonly name: string;
  /** The view of its answers, where it has one. */
  readonly _meta?: Record<string, unknown>;
}

/** Answer of a tool: the object, and the same as text for clients without structured content. */
export interface ToolAnswer {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta?: Record<string, unknown>;
  readonly [member: string]: unknown;
}

/** Who uses a tool: a visitor of the tool server, or the person whom the assistant answers. */
export interface ToolUser {
  readonly caller: Runner & Partial<Pick<Caller, 'address'>>;
  /** A call of an action in their name, on their channel. */
  callOf(actionId: string, body: unknown, conduct: Conduct): Call;
}

/** Progress and cancellation of a call. */
export interface Conduct {
  readonly signal: AbortSignal;
  readonly progress: ((fraction: number, step: string) => void) | undefined;
}

/** Reading is free and touches nothing outside. Hints that say nothing of a reader are left out. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;
/** A second call charges again unless it carries the same idempotencyKey, so it is not called idempotent, which a hint need not say. */
export const SPENDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
/** Ends work that runs; doing it twice is doing it once. */
export const STOPS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
