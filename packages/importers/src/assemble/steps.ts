import type { Report } from '../report/report.ts';
import { letGo } from './letGo.ts';

/** Says how far a build is: the step's name and the share of all steps done, 0..1. */
export type Progress = (step: string, fraction: number) => void;

/** Steps with their usual share of the time. */
const STEPS = [
  ['roads', 0.2],
  ['hierarchies', 0.05],
  ['poles', 0.22],
  ['areas', 0.1],
  ['census', 0.03],
  ['addresses', 0.05],
  ['snapping', 0.15],
  ['stores', 0.02],
  ['listings', 0.02],
  ['timetables', 0.03],
  ['backdrop', 0.05],
  ['writing', 0.03],
  ['checking', 0.05],
] as const;
type Step = (typeof STEPS)[number][0];

/** Runs a step, with its time and memory in the report. */
export type RunStep = <T>(name: Step, run: () => T | Promise<T>) => Promise<T>;

export function stepRunner(report: Report, progress: Progress): RunStep {
  let done = 0;
  return async (name, run) => {
    progress(name, done);
    letGo();
    const result = await report.time(name, run);
    done += STEPS.find(([step]) => step === name)![1];
    return result;
  };
}
