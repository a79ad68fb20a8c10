import { type SaidBeside, type Sentence, spokenFields } from '@hinterland/answers/said';
import type { SkippedSection, Warning } from '@hinterland/contract';
import type { DataFamily, Manifest, Territory } from '@hinterland/territory';
import type { z } from 'zod';

/** Channel of a call. Prices are the same on all channels, but for the isochrone drawn in the web app. */
export type Channel = 'api' | 'mcp' | 'web' | 'assistant' | 'batch';

/**
 * Receives how far long work is; `fraction` in 0..1. `soFar`: members of the result that are known already, for callers who look on.
 */
export type Progress = (fraction: number, step: string, soFar?: Readonly<Record<string, unknown>>) => void;

/** Context of quote and run. Pure: no I/O, clock, randomness, money or HTTP in quote and run. */
export interface ActionContext {
  readonly territory: Territory;
  readonly channel: Channel;
  /** Called now and then by long work. */
  readonly progress: Progress;
  /** True once the caller is gone; long work checks it and throws CancelledError. */
  cancelled(): boolean;
}

/** One priced part. `credits` = quantity × unitCredits, in credits (thousandths allowed). */
export interface QuoteLine {
  readonly tariff: string;
  readonly label: string;
  readonly said?: SaidBeside | undefined;
  readonly unit: string;
  readonly quantity: number;
  readonly unitCredits: number;
  readonly credits: number;
}

export interface Quote {
  readonly lines: readonly QuoteLine[];
  /** Extra integers of the quote response, such as polesInvolved. */
  readonly extra?: Readonly<Record<string, number>>;
  /** Parts that were asked for and are left out, uncharged. */
  readonly skipped?: readonly SkippedSection[];
}

export interface RunOutcome<R> {
  readonly result: R;
  /** Credits really due, at most the quote's total; absent = the quote's total. */
  readonly creditsDue?: number;
  /** A few figures of the result, for lists of many. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

export interface Tariff {
  /** Code shown as x-service-tariff, e.g. "people_economy.topic". */
  readonly code: string;
  readonly model: 'per_item' | 'per_unit' | 'flat';
  readonly unit: string;
  readonly unitCredits: number;
}

/** Of an action whose price is put together from the prices of others: no price per unit of its own. */
export interface SumTariff extends Omit<Tariff, 'unitCredits'> {
  readonly unitCredits: null;
  /** The prices that it is the sum of. */
  readonly parts: readonly PricePart[];
}

/** A part of a price that is a sum. */
export interface PricePart {
  readonly name: string;
  readonly tariff: Tariff;
  /** Units of the tariff in the part; null where the call says how many. */
  readonly quantity: number | null;
}

/** The calls of another action that a background job is made of, one after the other. */
export interface Batch<I> {
  /** Id of the action that every item is a call of. */
  readonly actionId: string;
  /** Items in the order in which they are done and charged. */
  items(input: I): readonly BatchItem[];
  /** Input of the call for one item, parsed. */
  inputOf(input: I, index: number): unknown;
  /** The most that the job may charge, in credits; null = what was quoted. */
  maxCredits(input: I): number | null;
}

export interface BatchItem {
  /** As the caller named it. */
  readonly id: string | number;
  readonly lat: number;
  readonly lng: number;
}

/** All rows of a dataset, as far as a price needs to know them. */
export interface DatasetRows {
  readonly id: string;
  /** Rows of the dataset, and those of them that have a place in its territory. */
  readonly rows: number;
  readonly placed: number;
  /** Places of the first, middle and last of those. */
  readonly samples: readonly { readonly lat: number; readonly lng: number }[];
}

/** The work of a background action on all rows of a dataset, in parts that are files. */
export interface Parts<I> {
  dataset(input: I): DatasetRows;
  /** Input of enrich.point without its place, the same for every row. */
  optionsOf(input: I): unknown;
  /** The most that the job may charge, in credits; null = what was quoted. */
  maxCredits(input: I): number | null;
}

/** Combines the answers of several territories into one. */
export interface Across<I, R> {
  /** Whether a territory may have the answer. */
  fits(manifest: Manifest, input: I): boolean;
  /** At least two results, in the order of the territories' ids. */
  combine(results: readonly R[], input: I): R;
}

/** Ways to compute, each with a sentence in reports: `report.by.reach` and so on. */
export type Method = 'reach' | 'market' | 'stores' | 'cover' | 'homes' | 'times' | 'sales';

/** One action of the registry: everything that every surface (HTTP, MCP, web, CLI, documents) needs to know of it. */
export interface Action<I = unknown, R = unknown> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Null for free actions. */
  readonly tariff: Tariff | SumTariff | null;
  readonly scope: 'read' | 'run';
  /** Whether the service runs it as a background job. Its `output` is then what the start of the job answers. */
  readonly background: boolean;
  /** How reports say that it was computed; absent of actions that no report is made of. */
  readonly method?: Method;
  /** Whether the rows of a table are one call together, such as the stores of a network; else each is a call. */
  readonly rows?: 'each' | 'together';
  /** Whether clients of agents may show its answers as a map with figures. */
  readonly hasView?: true;
  /** Whether a call may take seconds on a large territory: quote and run then stay out of the way of others. */
  readonly takesLong?: true;
  /** Whether its bodies may have LIMITS.largeBodyBytes. */
  readonly largeBody?: true;
  /** Parts of the job of a background action. */
  readonly batch?: Batch<I>;
  /** The same of one whose results are files. */
  readonly parts?: Parts<I>;
  /** False for analysis.isochrone alone: its result carries no `charged` and `creditsCharged`. */
  readonly resultShowsCharge: boolean;
  /** Whether a run bound to an analysis is stored as a version. */
  readonly storesVersion: boolean;
  /** Of an action that looks in several territories at once: each answers, and the answers become one. */
  readonly across?: Across<I, R>;
  /** Data families that the result depends on. */
  readonly families: readonly DataFamily[];
  /** Those without which it answers nothing, whatever the input. */
  readonly needs?: readonly DataFamily[];
  /** Whether it answers nothing without a list of stores from before the one in force. */
  readonly needsEarlierStores?: true;
  /** Those that it depends on for one input, where that are not all. */
  familiesOf?(input: I): readonly DataFamily[];
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<R>;
  /** A call that works on the demo territory. */
  readonly example: Record<string, unknown>;
  /** Returns warnings about members of an input that have no effect because of its other members. */
  warningsOf?(input: I): readonly Warning[];
  /** Returns warnings about an input that the data of the territory give reason for. The input has an answer there. */
  warningsIn?(territory: Territory, input: I): readonly Warning[];
  quote(context: ActionContext, input: I): Quote;
  /** Of a background action: everything at once, as the command line does it; the service makes a job of `batch`. */
  run(context: ActionContext, input: I): RunOutcome<R>;
}

/** Thrown by quote and run when the request is well-formed but cannot be answered; becomes a problem of contract. */
export class ActionProblem extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** `code` is a key of the problem catalogue in packages/contract, `fields` its extra members. */
  constructor(code: string, detail: string | Sentence, fields: Record<string, unknown> = {}) {
    super(String(detail));
    this.name = 'ActionProblem';
    this.code = code;
    this.fields = spokenFields(detail, fields);
  }
}

/** Thrown by long work when `cancelled()` has become true. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}
