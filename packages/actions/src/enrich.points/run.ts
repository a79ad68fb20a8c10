import { type ActionContext, ActionProblem, type Quote, type RunOutcome } from '../action/action.ts';
import { enrichPoint, requireModelOfPoint } from '../enrichment/enrich.ts';
import { estimateOf, sampleOf } from '../enrichment/estimate.ts';
import type { PointInput, PointOutput } from '../enrichment/point.ts';
import type { Input } from './schema.ts';

/** The call of enrich.point that one point of the batch stands for. */
export function inputOfPoint({ points, maxCredits: _, ...options }: Input, index: number): PointInput {
  const { lat, lng } = points[index]!;
  return { lat, lng, ...options };
}

/** The estimate from the first, middle and last point. */
export function quote(context: ActionContext, input: Input): Quote {
  requireModelOfPoint(context, input);
  const count = input.points.length;
  const samples = sampleOf(count).map((index) => ({ input: inputOfPoint(input, index), pointer: `#/points/${index}` }));
  return estimateOf(context, samples, count);
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
