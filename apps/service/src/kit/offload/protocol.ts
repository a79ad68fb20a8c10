import type { ProblemCode } from '@hinterland/contract';

/** Work for the thread beside the one that answers requests. */
export type OffloadTask =
  /** Throws what `readJson` throws of these bytes; returns nothing. */
  | { readonly kind: 'check'; readonly bytes: Uint8Array }
  /** The body of a quote or an execution as `parseRequest` returns it; null where it names datasets. */
  | {
      readonly kind: 'request';
      readonly bytes: Uint8Array;
      readonly actionId: string;
      readonly idempotencyHeader: string | undefined;
    }
  /** A message to the tool server as a RefusedMessage; null where nothing is wrong with it that shows without data. */
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  /** A part of the making of a report; `bytes` says about how much memory its source takes. */
  | {
      readonly kind: 'report';
      readonly part: 'box' | 'document' | 'parts';
      readonly source: object;
      readonly bytes: number;
    }
  /** An answer as a file, in bytes. */
  | { readonly kind: 'export'; readonly source: object; readonly bytes: number }
  /** Rows with their figures as GeoParquet, in bytes. */
  | { readonly kind: 'rows'; readonly source: object; readonly bytes: number };

export type ToOffloadThread = { readonly id: number; readonly task: OffloadTask };

export type FromOffloadThread = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly problem: OffloadedProblem }
  | { readonly failure: string }
);

/** A call of a tool without its arguments, and the problem with those. */
export interface RefusedMessage {
  readonly message: unknown;
  readonly problem: OffloadedProblem;
}

/** A ProblemError as it travels between threads. */
export interface OffloadedProblem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OffloadThreadSettings {
  /** Module that exports `actions`: a package name or the URL of a file. */
  readonly registry: string;
}
