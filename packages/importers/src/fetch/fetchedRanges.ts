/** Bytes of a file that were fetched, and of which file. */
export interface FetchedRanges {
  readonly url: string;
  readonly bytes: number;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** First byte and the one after the last, in order. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}
