import type { TerritoryInputs } from '../inputs.ts';
import type { Report } from '../report.ts';

/** Says how far a build is: the step's name and its share done, 0..1. */
export type Progress = (step: string, fraction: number) => void;

export interface AssembleOptions {
  readonly progress?: Progress;
}

export interface AssembledTerritory {
  /** Path of the manifest that puts the new versions in force. */
  readonly manifestPath: string;
  /** The inputs' report, with what the pipeline added; also written to `outDir` as report.txt and report.json. */
  readonly report: Report;
}

/**
 * Turns inputs into a bundle in `outDir`: `assembleTerritory` in assemble.ts. Same inputs, same bundle, byte by byte
 * (the report holds timings and differs).
 */
export type AssembleTerritory = (
  inputs: TerritoryInputs,
  outDir: string,
  options?: AssembleOptions,
) => Promise<AssembledTerritory>;
