/** Where files of jobs lie, and who works their parts off. */
export interface BulkConfig {
  /** s3://bucket/prefix or file:///folder */
  readonly store: string;
  readonly runner: (typeof BULK_RUNNERS)[number];
}

/** `here`: the engine threads of the processes that work on jobs. The first is the default. */
export const BULK_RUNNERS = ['here'] as const;
