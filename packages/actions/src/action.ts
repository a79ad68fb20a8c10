import type { Family, Territory } from '@hinterland/territory';
import type { z } from 'zod';

/** Where a call comes from. The price is the same everywhere, but for the isochrone drawn in the web app. */
export type Channel = 'api' | 'mcp' | 'web' | 'assistant' | 'batch';

/** What an action gets to work with. Pure: no I/O, clock, randomness, money or HTTP in quote and run. */
export interface ActionContext {
  readonly territory: Territory;
  readonly channel: Channel;
  /** Called now and then by long work; `fraction` in 0..1. */
  progress(fraction: number, step: string): void;
  /** True once the caller is gone; long work checks it and throws CancelledError. */
  cancelled(): boolean;
}

/** One priced part. `credits` = quantity × unitCredits, in credits (thousandths allowed). */
export interface QuoteLine {
  readonly tariff: string;
  readonly label: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitCredits: number;
  readonly credits: number;
}

export interface Quote {
  readonly lines: readonly QuoteLine[];
  /** Extra integers of the quote response, such as polesInvolved. */
  readonly extra?: Readonly<Record<string, number>>;
}

export interface RunOutcome<R> {
  readonly result: R;
  /** Credits really due, at most the quote's total; absent = the quote's total. */
  readonly creditsDue?: number;
}

export interface Tariff {
  /** Code shown as x-service-tariff, e.g. "people_economy.topic". */
  readonly code: string;
  readonly model: 'per_item' | 'per_unit' | 'flat';
  readonly unit: string;
  readonly unitCredits: number;
}

/** One action of the registry: everything that every surface (HTTP, MCP, web, CLI, documents) needs to know of it. */
export interface Action<I = unknown, R = unknown> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Null for free actions. */
  readonly tariff: Tariff | null;
  readonly scope: 'read' | 'run';
  /** Runs as a background job. */
  readonly background: boolean;
  /** False for analysis.isochrone alone: its result carries no `charged` and `creditsCharged`. */
  readonly resultShowsCharge: boolean;
  /** Whether a run bound to an analysis is stored as a version. */
  readonly storesVersion: boolean;
  /** Data families that the result depends on. */
  readonly families: readonly Family[];
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<R>;
  /** A call that works on the demo territory. */
  readonly example: Record<string, unknown>;
  quote(context: ActionContext, input: I): Quote;
  run(context: ActionContext, input: I): RunOutcome<R>;
}

/** Thrown by quote and run when the request is well-formed but cannot be answered; becomes a problem of contract. */
export class ActionProblem extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** `code` is a key of the problem catalogue in packages/contract, `fields` its extra members. */
  constructor(code: string, detail: string, fields: Record<string, unknown> = {}) {
    super(detail);
    this.name = 'ActionProblem';
    this.code = code;
    this.fields = fields;
  }
}

/** Thrown by long work when `cancelled()` has become true. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}
