import type { Readable } from 'node:stream';
import type { Territory } from '@hinterland/territory';
import type { Answered, PlannedColumns } from '../protocol.ts';
import type { Row } from '../rows.ts';
import type { Plan } from '../settings.ts';

/** How the rows of a table come and its answers go: some rows of the input at once, and some rows of the answers. */
export interface Form<Part, Out> {
  /** Throws CommandError where the input is none of the form. */
  open(input: Readable): Promise<Table<Part, Out>>;
  /** The answers to a table that cannot be answered at all. */
  refusal(problem: string): Out;
  bytes(answers: AsyncIterable<Out>): AsyncIterable<Uint8Array>;
}

export interface Table<Part, Out> {
  /** Names of its columns. */
  readonly columns: readonly string[];
  /** Whether it has columns for places. */
  readonly hasPlaces: boolean;
  /** Settings that came with it. */
  readonly settings: Readonly<Record<string, unknown>>;
  next(): Promise<IteratorResult<Part>>;
  rowsOf(part: Part): number;
  slice(part: Part, from: number, to: number): Part;
  reader(part: Part, plan: Plan): (row: number) => Row;
  writer(territory: Territory, plan: Plan, planned: PlannedColumns): Writer<Part, Out>;
}

export interface Writer<Part, Out> {
  /** Answers of a part, a row for each of its rows; `firstRow` is its number in the whole table, from 0. */
  rows(part: Part, firstRow: number, done: Answered): Out;
  /** Answers without rows. */
  none(): Out;
}
