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

/** Inputs that are lines of JSON, and what their answers have. */
export interface LineWork {
  readonly lines: readonly string[];
  /** Prices in place of results. */
  readonly quote: boolean;
  /** Figures by the names of columns in place of results; with `list` of each item of that list. */
  readonly figures: boolean;
  readonly list: string | null;
  /** With figures: paths of further lists, whose items come with their places. */
  readonly lists: readonly string[];
  /** Members of the input that lines lack. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Names of the members of the action's input. */
  readonly members: readonly string[];
}

export interface AnsweredLines {
  readonly lines: readonly string[];
  readonly withProblem: number;
}

/** Work of a thread: lines, columns that answers will have, answers of rows, the answer of a whole table, or rows as the service has them. */
export type Work =
  | ({ readonly kind: 'lines'; readonly actionId: string } & LineWork)
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

export type Outcome = Answered | PlannedColumns | (Answered & PlannedColumns) | AnsweredLines;

export type ToThread = { readonly id: number; readonly work: Work };
export type FromThread =
  | { readonly id: number; readonly outcome: Outcome }
  | { readonly id: number; readonly error: string };

export interface ThreadSettings {
  readonly shared: SharedTerritory;
  /** One Int32: the id of the work to give up. */
  readonly cancelFlag: SharedArrayBuffer;
}
