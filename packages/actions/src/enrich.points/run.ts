import { LIMITS } from '@hinterland/contract';
import { type ActionContext, ActionProblem, type Quote, type QuoteLine, type RunOutcome } from '../action/action.ts';
import { enrichPoint, type Plan, planOf, requireModelOfPoint, withPointers } from '../enrichment/enrich.ts';
import type { PointInput, PointOutput } from '../enrichment/point.ts';
import type { SectionName } from '../enrichment/section.ts';
import type { Input } from './schema.ts';

/** The call of enrich.point that one point of the batch stands for. */
export function inputOfPoint({ points, maxCredits: _, ...options }: Input, index: number): PointInput {
  const { lat, lng } = points[index]!;
  return { lat, lng, ...options };
}

/** First, middle and last point, each once. */
export function sampleOf(count: number): number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])].slice(0, LIMITS.enrichPointsSampled);
}

/**
 * The estimate: the mean price of the sampled points, times the number of points, a line per section. A sampled point
 * that cannot be answered (no road near it) leaves the others to speak; when none can be answered, the first one's
 * problem is thrown. The same data give the same estimate.
 */
export function quote(context: ActionContext, input: Input): Quote {
  requireModelOfPoint(context, input);
  const count = input.points.length;
  const samples: Plan[] = [];
  let refused: ActionProblem | null = null;
  for (const index of sampleOf(count)) {
    try {
      samples.push(planOf(context, inputOfPoint(input, index)));
    } catch (error) {
      if (!(error instanceof ActionProblem)) throw error;
      refused ??= withPointers(error, (pointer) => pointer.replace(/^#$/, `#/points/${index}`));
    }
  }
  if (refused !== null && samples.length === 0) throw refused;
  return {
    lines: extended(
      samples.map(({ priced }) => priced),
      count,
    ),
    extra: { sampledPoints: samples.length },
    skipped: skippedEverywhere(samples),
  };
}

/** Sections that no sampled point has, each with the reason of the first. */
function skippedEverywhere([first, ...others]: readonly Plan[]): Plan['skipped'] {
  return (first?.skipped ?? []).filter(({ section }) =>
    others.every(({ skipped }) => skipped.some((other) => other.section === section)),
  );
}

/** Lines of the sampled points, summed by section, and scaled from the sample to all points. */
function extended(samples: readonly Plan['priced'][], count: number): QuoteLine[] {
  const sums = new Map<SectionName, QuoteLine>();
  for (const { section, line } of samples.flat()) {
    const sum = sums.get(section.name);
    // Sectors that were chosen by themselves differ from point to point.
    const label = sum === undefined || sum.label === line.label ? line.label : section.name;
    sums.set(section.name, { ...line, label, quantity: (sum?.quantity ?? 0) + line.quantity });
  }
  return [...sums.values()].map((line) => {
    const quantity = (line.quantity * count) / samples.length;
    return { ...line, quantity, credits: Math.round(quantity * line.unitCredits * 1000) / 1000 };
  });
}

/** One point in the result of the whole batch. */
export type Row = { readonly index: number; readonly id: string | number } & (
  | { readonly status: 'done'; readonly creditsDue: number; readonly result: PointOutput }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string }
);

/** The whole batch at once, without a job. */
export interface Together {
  readonly rows: readonly Row[];
}

/** All points, one after the other. A point that cannot be answered fails by itself. */
export function run(context: ActionContext, input: Input): RunOutcome<Together> {
  const rows = input.points.map(({ id }, index): Row => {
    context.progress(index / input.points.length, `point ${index + 1} of ${input.points.length}`);
    try {
      const { result, creditsDue = 0 } = enrichPoint({ ...context, progress: () => {} }, inputOfPoint(input, index));
      return { index, id, status: 'done', creditsDue, result };
    } catch (error) {
      if (!(error instanceof ActionProblem)) throw error;
      return { index, id, status: 'failed', reason: error.code, detail: error.message };
    }
  });
  return {
    result: { rows },
    creditsDue: rows.reduce((sum, row) => sum + ('creditsDue' in row ? row.creditsDue : 0), 0),
  };
}
