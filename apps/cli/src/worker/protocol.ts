import type { Values, WideColumn } from '@hinterland/answers/wide';
import type { SharedTerritory } from '@hinterland/territory';

/** An input of the action, or the sentence that says why a row is none. */
export type RowInput = { readonly input: Readonly<Record<string, unknown>> } | { readonly fault: string };

/** What is wanted of each answer. */
export interface Wanted {
  readonly outlines: boolean;
  readonly answers: boolean;
  readonly columns: readonly string[] | null;
}

/** Work of a thread: columns that answers will have, answers of rows, the answer of a whole table, or rows as the service has them. */
export type Work =
  | {
      readonly kind: 'columns';
      readonly actionId: string;
      readonly wanted: Wanted;
      readonly sample: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'rows';
      readonly actionId: string;
      readonly wanted: Wanted;
      readonly columns: readonly WideColumn[];
      readonly rows: readonly RowInput[];
    }
  | {
      readonly kind: 'table';
      readonly actionId: string;
      readonly wanted: Wanted;
      readonly input: Readonly<Record<string, unknown>>;
      /** The list and the id in it of each row; null for rows without a place. */
      readonly places: readonly (
        | { readonly list: string; readonly id: string | number }
        | { readonly fault: string }
      )[];
    };

/** Answers of rows, in their order. */
export interface Answered {
  /** "ok", "refused" where the question has no answer, "failed" where the program is at fault. */
  readonly status: readonly string[];
  /** Code and sentence; null where the row has its answer. */
  readonly problem: readonly (string | null)[];
  readonly values: readonly Values[];
  /** JSON of figures that have no column. */
  readonly more: readonly (string | null)[];
  /** JSON of whole answers, if wanted. */
  readonly answers: readonly (string | null)[] | null;
}

export interface PlannedColumns {
  readonly columns: readonly WideColumn[];
  /** What holds for the whole table. */
  readonly metadata: ReadonlyMap<string, string>;
}

export type Outcome = Answered | PlannedColumns | (Answered & PlannedColumns) | { readonly result: unknown };

export type ToThread = { readonly id: number; readonly work: Work };
export type FromThread =
  | { readonly id: number; readonly outcome: Outcome }
  | { readonly id: number; readonly error: string };

export interface ThreadSettings {
  readonly shared: SharedTerritory;
  /** One Int32: the id of the work to give up. */
  readonly cancelFlag: SharedArrayBuffer;
}
