import type { ActionContext, Quote, RunOutcome } from '../action/action.ts';
import { requireModelOfPoint } from '../enrichment/enrich.ts';
import { estimateOf } from '../enrichment/estimate.ts';
import type { PointInput } from '../enrichment/point.ts';
import type { Input, Output } from './schema.ts';

/** The call of enrich.point that each row stands for, without its place. */
export function optionsOf({ dataset: _, maxCredits: __, ...options }: Input): Omit<PointInput, 'lat' | 'lng'> {
  return { ...options, detail: 'summary' };
}

/** The estimate from the first, middle and last row with a place; rows without one are not charged. */
export function quote(context: ActionContext, input: Input): Quote {
  const options = optionsOf(input);
  requireModelOfPoint(context, options);
  const { samples, placed } = input.dataset;
  return estimateOf(
    context,
    samples.map((place) => ({ input: { ...options, ...place }, pointer: '#/dataset' })),
    placed,
  );
}

/** Rows of datasets are where the service is. */
export function run(): RunOutcome<Output> {
  throw new Error('enrich.dataset is a job of the service');
}
