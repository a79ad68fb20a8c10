/** Why some rows of a subject were dropped, changed or worth a word, with the first references. */
export interface ReportReason {
  readonly reason: string;
  readonly count: number;
  /** The first 1,000: "node 123", "row 17". */
  readonly references: readonly string[];
}

/** One kind of input or output, such as "addresses of OpenStreetMap" or "census units". */
export interface ReportSubject {
  readonly name: string;
  readonly kept: number;
  readonly dropped: number;
  readonly drops: readonly ReportReason[];
  /** Kept, but not as the source has it: repaired, split, estimated. */
  readonly changes: readonly ReportReason[];
}

export interface ReportStep {
  readonly name: string;
  /** By the clock. */
  readonly seconds: number;
  /** Processor time of the whole process meanwhile, which other work on the machine lengthens less. */
  readonly cpuSeconds: number;
  /** Resident memory of the process at the end of the step. */
  readonly memoryMegabytes: number;
  /** Largest resident memory of the process up to the end of the step. */
  readonly peakMemoryMegabytes: number;
}

export interface ReportJson {
  readonly title: string;
  readonly subjects: readonly ReportSubject[];
  readonly facts: Readonly<Record<string, number | string>>;
  readonly warnings: readonly string[];
  readonly steps: readonly ReportStep[];
}
