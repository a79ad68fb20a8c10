import type { Action } from '../action.ts';
import { enrichPoint } from '../enrich.point/index.ts';
import { example } from './example.ts';
import { inputOfPoint, quote, run, type Together } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const enrichPoints: Action<Input, Output | Together> = {
  id: 'enrich.points',
  title: 'Enrich many points',
  description:
    'enrich.point for up to 500 points, as a background job. The quote is an estimate from the first, middle and last point; each point is charged its real cost, and the job stops at the first point that would exceed maxCredits. Costs the sum of its points, each as enrich.point. Poll GET /api/v1/jobs/{jobId}, or listen to the event job.completed.',
  tariff,
  scope: 'run',
  background: true,
  batch: {
    actionId: enrichPoint.id,
    items: ({ points }) => points,
    inputOf: inputOfPoint,
    maxCredits: ({ maxCredits }) => maxCredits ?? null,
  },
  resultShowsCharge: true,
  storesVersion: true,
  families: enrichPoint.families,
  input,
  output,
  example,
  quote,
  run,
};
